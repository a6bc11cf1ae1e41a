import { createHash } from 'node:crypto'
import { Failure } from '../../failure/failure.ts'
import type { Database } from '../../postgres/Database.ts'
import type { Log } from '../../request/log.ts'
import { LoginRefused } from '../../session/oidc/LoginRefused.ts'
import { maxLogoutAge, tolerance } from '../../session/oidc/tokenTimes.ts'
import { toNetwork } from '../../session/toNetwork.ts'
import { endSessionsByProviderStatement } from '../../statement/service/sessionWrites.ts'
import { useTokenStatement } from '../../statement/service/usedTokens.ts'
import type { SignIns } from './SignIns.ts'

/** What a provider sends when somebody has logged out there. */
export interface ProviderLogout {
  readonly provider: string
  readonly token: string
  readonly requestId: string
  readonly address: string
}

/** How long the id of a logout token is remembered, in seconds: longer than the token counts. */
const remembered = maxLogoutAge + 2 * tolerance + 60

/**
 * Ends the sessions that a logout token names, in all processes before it is answered. A token counts once. Whatever is
 * wrong with it, the answer is the same.
 */
export async function endByProvider(
  { provider: name, token, requestId, address }: ProviderLogout,
  { signIns, database, log }: { readonly signIns: SignIns; readonly database: Database; readonly log: Log },
): Promise<void> {
  const { issuer } = signIns.find(name).options
  if (!signIns.logoutRate.admits(`${name} ${toNetwork(address)}`))
    throw new Failure('too-many-attempts', 'Too many logouts were told. Wait for a second.', { retryAfter: 1 })
  const { id, sid, subject } = await signIns.verifyLogout(name, token).catch((error: unknown) => {
    if (!(error instanceof LoginRefused)) throw error
    log.warn({ provider: name, error: error.message }, 'logout token refused')
    throw invalidToken()
  })
  const digest = createHash('sha256').update(`logout\n${issuer}\n${id}`).digest('hex')
  const ended = await database.transact('commit', async (transaction) => {
    const used = await transaction.run(useTokenStatement(digest, remembered))
    if (used.length === 0) throw invalidToken()
    const which = sid === null ? { issuer, subject } : { issuer, sid }
    return transaction.run(endSessionsByProviderStatement(which, `oidc-${name}-${requestId}`))
  })
  log.info({ by: 'provider', provider: name, count: ended.length }, 'sessions ended')
}

function invalidToken(): Failure {
  const errors = { logout_token: 'is not accepted' }
  return new Failure('invalid-record', 'This logout token is not accepted.', { errors, reason: 'invalid-token' })
}
