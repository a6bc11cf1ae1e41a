import type { ConfirmCall } from '../call/AccountCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import { isOfProgram } from '../permission/Credential.ts'
import type { Database } from '../postgres/Database.ts'
import type { Caller } from '../session/Caller.ts'
import type { Sessions } from '../session/Sessions.ts'
import { AuthorizationChanged } from '../statement/authorization/authCheck.ts'
import { confirmByFactorStatement, confirmStatement } from '../statement/service/confirmations.ts'

/** Notes that the caller has proven who they are, so that their session may change rights for a while. */
export async function confirm(
  { proof, address }: ConfirmCall,
  caller: Caller,
  { sessions, database }: { readonly sessions: Sessions; readonly database: Database },
): Promise<Envelope> {
  const { credential } = caller
  if (isOfProgram(credential))
    throw new Failure('not-permitted', 'You cannot confirm with an API key or an access token: log in first.')
  const { hash, generation } = credential
  if ('totp' in proof) {
    const user = { id: caller.userId, username: caller.username }
    await sessions.secondStep.prove(user, proof, (factor) =>
      database.run(confirmByFactorStatement(hash, caller.userId, factor), 'write', { generation }),
    )
    return toEnvelope([])
  }
  const passwordHash = await sessions.confirm(caller, proof.password, address)
  const confirmed = await database.run(confirmStatement(hash, passwordHash), 'write', { generation })
  if (confirmed.length === 0) throw new AuthorizationChanged('The session or the password has changed meanwhile.')
  return toEnvelope([])
}
