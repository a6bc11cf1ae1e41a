import { createHash, timingSafeEqual } from 'node:crypto'
import type { LinkedSession, RedeemLink } from './redeemLink.ts'

/** How long a link can be used, in milliseconds. */
const lifetime = 10 * 60_000

export interface LinkOptions {
  /** 256 random bits. */
  readonly token: Uint8Array
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Logs in and returns where to go on. */
  begin(): Promise<LinkedSession | undefined>
}

/**
 * A link that logs in once, within ten minutes. A login that fails does not use it up. The process keeps a digest of
 * its token, and nothing else does.
 */
export interface LoginLink {
  /** The token, to be printed. */
  readonly token: string
  readonly redeem: RedeemLink
}

/** Creates a login link. */
export function createLoginLink({ token, now, begin }: LinkOptions): LoginLink {
  const text = Buffer.from(token).toString('base64url')
  const expected = digest(text)
  const until = now() + lifetime
  let isUsed = false
  return {
    token: text,
    redeem: async (given) => {
      if (isUsed || now() > until || !timingSafeEqual(digest(given), expected)) return undefined
      // Before anything is awaited: of two requests at once, one gets in.
      isUsed = true
      try {
        const session = await begin()
        if (!session) throw new Error('The login was refused.')
        return session
      } catch (error) {
        isUsed = false
        throw error
      }
    },
  }
}

/** Logs in over HTTP, as a browser would. Returns the cookie's header. */
export async function logIn(url: string, username: string, password: string): Promise<string | undefined> {
  const response = await fetch(`${url}/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'login link of tabularium demo' },
    body: JSON.stringify({ username, password }),
  })
  await response.arrayBuffer()
  return response.ok ? response.headers.getSetCookie()[0] : undefined
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
