import { commonHeaders } from '../headers.ts'
import { consolePath } from './ConsoleFiles.ts'

/** A session that a login link began: its `Set-Cookie` header, and the path to go on to. */
export interface LinkedSession {
  readonly cookie: string
  readonly to: string
}

/**
 * Takes the token of a login link; undefined if the link is unknown, too old or used. Throws if the login failed: the
 * link can be used again. Only the demo has such links.
 */
export type RedeemLink = (token: string) => Promise<LinkedSession | undefined>

/** The page that login links lead to. */
export const loginPath = `${consolePath}login`

/** The token of a login link; undefined for any other request. */
export function findLinkToken(path: string, query: string): string | undefined {
  return path === loginPath ? (new URLSearchParams(query).get('once') ?? undefined) : undefined
}

/** Sends the browser on with its session, or to the login page, which says if the link was used. */
export async function toLinkReply(token: string, redeem: RedeemLink, secure: boolean) {
  const redeemed = await redeem(token).catch(() => 'failed' as const)
  const session = redeemed === 'failed' ? undefined : redeemed
  const loginPage = redeemed === 'failed' ? loginPath : `${loginPath}?link=used`
  const { 'content-type': _, ...common } = commonHeaders(secure)
  const headers = { ...common, location: session?.to ?? loginPage, 'content-length': '0' }
  return {
    status: 303,
    headers: session ? { ...headers, 'set-cookie': session.cookie } : headers,
    body: Buffer.alloc(0),
  }
}
