import type { Database } from '../../postgres/Database.ts'
import type { Log } from '../../request/log.ts'
import type { PresentedToken } from '../../session/Login.ts'
import { LoginRefused } from '../../session/oidc/LoginRefused.ts'
import { tolerance } from '../../session/oidc/tokenTimes.ts'
import type { OnSignIn } from '../../session/OnSignIn.ts'
import { toNetwork } from '../../session/toNetwork.ts'
import { openTokenSessionStatement } from '../../statement/service/openSession.ts'
import type { SignIns } from './SignIns.ts'

/** How long a token is remembered after its end, in seconds: longer than a clock that is behind takes it. */
const remembered = 2 * tolerance + 60

/**
 * Opens the session of an access token that is seen for the first time. It is checked this once: from then on the
 * session is looked up like every other, and when it has ended, the token opens no other one. Returns the provider of a
 * token that is right, also if another process was first.
 */
export async function openByToken(
  { token, hash, address, requestId }: PresentedToken,
  services: { readonly signIns: SignIns; readonly database: Database; readonly log: Log; onSignIn: OnSignIn },
): Promise<string | undefined> {
  const { signIns, database, log, onSignIn } = services
  const provider = signIns.findByToken(token)
  if (!provider) return undefined
  const { name, issuer } = provider.options
  try {
    const { client, ...claims } = await signIns.verifyAccess(provider, token)
    const own = { hash, provider: name, issuer, agent: client, network: toNetwork(address), requestId, remembered }
    const [opened] = await database.run(openTokenSessionStatement({ ...claims, ...own }), 'write')
    if (opened) {
      log.info({ user: opened[2], method: 'token', provider: name }, 'signed in')
      onSignIn('token', name, 'ok', '')
    }
    return name
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error
    // Anybody can send such a token: it is counted and logged, and not noted.
    log.warn({ provider: name, reason: error.reason, error: error.message }, 'sign-in refused')
    onSignIn('token', name, 'refused', error.reason)
    return undefined
  }
}
