import type { ExtensionReply } from 'tabularium/demo'

/** A session that a login link began: its `Set-Cookie` header, and the path to go on to. */
export interface LinkedSession {
  readonly cookie: string
  readonly to: string
}

/**
 * Takes the token of a login link; undefined if the link is unknown, too old or used. Throws if the login failed: the
 * link can be used again.
 */
export type RedeemLink = (token: string) => Promise<LinkedSession | undefined>

/** The page that login links lead to. */
export const loginPath = '/console/login'

/** Sends the browser on with its session, or to the login page, which says if the link was used. */
export async function toLinkReply(token: string, redeem: RedeemLink): Promise<ExtensionReply> {
  const redeemed = await redeem(token).catch(() => 'failed' as const)
  if (redeemed === 'failed') return redirect({ location: loginPath })
  if (!redeemed) return redirect({ location: `${loginPath}?link=used` })
  return redirect({ location: redeemed.to, 'set-cookie': redeemed.cookie })
}

function redirect(headers: Readonly<Record<string, string>>): ExtensionReply {
  return { status: 303, headers, body: '' }
}
