import type { EndSessionsCall, PasswordCall } from '../call/Call.ts'
import { execute } from '../execute/execute.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { requireStored } from '../execute/require.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope, toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure.ts'
import { userModel } from '../model/builtIn/names.ts'
import { type Authorization, serviceAuthorization } from '../permission/Authorization.ts'
import { planUpdate } from '../plan/update.ts'
import type { Caller } from '../session/Caller.ts'
import type { Sessions } from '../session/Sessions.ts'
import { authCheckStatement, requireAuthorized } from '../statement/part/authCheck.ts'
import { endSessionsOfStatement } from '../statement/service/sessions.ts'
import { type Access, passwordRefused } from './Access.ts'

interface AccountServices extends ExecutionServices {
  readonly sessions: Sessions
  readonly access: Access
}

/** A new password of a user whose old one was confirmed while the user was at this version. */
interface ConfirmedPassword {
  readonly hash: string
  readonly version: number
}

/** Makes sure that the caller knows the old password and can have the new one, and hashes that. It takes its time. */
export async function confirmNewPassword(
  call: PasswordCall,
  caller: Caller,
  services: AccountServices,
): Promise<ConfirmedPassword> {
  if (caller.credential.isKey)
    throw new Failure('not-permitted', 'A password is changed by who logs in with it, not with an API key.')
  const version = await confirmOld(call, caller, services)
  const fault = services.access.findPasswordFault(call.newPassword, caller.username)
  if (fault !== undefined) throw passwordRefused('new', fault)
  return { hash: await services.access.hashPassword(call.newPassword), version }
}

/**
 * The version is read first: if it is still the same when the new password is written, the old one was right until
 * then.
 */
async function confirmOld(
  { password, address }: PasswordCall,
  caller: Caller,
  services: AccountServices,
): Promise<number> {
  const authorization = inOwnName(caller, services)
  const model = services.models.get(userModel)
  const stored = await services.run.read({ operation: 'read', model, authorization, id: caller.userId })
  const { version } = requireStored(stored, caller.userId)
  await services.sessions.confirm(caller, password, address)
  return version
}

/**
 * Gives the caller another password, by its hash, and ends all sessions of theirs but this. If the user was changed
 * since the old password was confirmed, it is confirmed again: of two changes with one old password only one succeeds.
 */
export async function changePassword(
  { hash, version }: ConfirmedPassword,
  call: PasswordCall,
  caller: Caller,
  services: AccountServices,
): Promise<Envelope> {
  const write = async (at: number) => {
    const context = { authorization: inOwnName(caller, services), requestId: call.requestId, dryRun: false }
    const target = { id: caller.userId, onConflict: 'refuse' } as const
    const sent = { version: at, password: hash }
    await execute(planUpdate(sent, target, services.models.get(userModel), services.models, context), services)
  }
  await write(version).catch(async (error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'version-conflict') throw error
    await write(await confirmOld(call, caller, services))
  })
  return toEnvelope([])
}

/**
 * Ends sessions: the caller's others, all of the caller's, or those of somebody else where an administrator asks for
 * it.
 */
export async function endSessions(call: EndSessionsCall, caller: Caller, services: AccountServices): Promise<Envelope> {
  if (caller.credential.isKey && !caller.admin)
    throw new Failure('not-permitted', 'Sessions are ended with a session, not with an API key: log in first.')
  const userId = call.user ?? caller.userId
  if (userId !== caller.userId && !caller.admin)
    throw new Failure('not-permitted', 'Only an administrator may end the sessions of others: leave user out.')
  const authorization = inOwnName(caller, services)
  if (userId !== caller.userId) await requireUser(userId, authorization, services)
  const except = call.current ? null : caller.credential.hash
  const ended = await services.database.transact('commit', async (transaction) => {
    requireAuthorized(await transaction.run(authCheckStatement(caller.credential)))
    return transaction.run(endSessionsOfStatement([userId], { authorization, requestId: call.requestId, except }))
  })
  return toDataEnvelope({ data: '', extraMembers: `"total":${ended.length}` })
}

/** Who ends the sessions of nobody has mistyped, and must not believe that it is done. */
async function requireUser(id: number, authorization: Authorization, { run, models }: AccountServices): Promise<void> {
  const stored = await run.read({ operation: 'read', model: models.get(userModel), authorization, id })
  if (!stored) throw new Failure('record-not-found', `There is no user with the id ${id}.`)
}

/** The service does it, and the journal says for whom. */
function inOwnName({ userId, credential }: Caller, { models }: AccountServices): Authorization {
  return { ...serviceAuthorization(models), userId, credential }
}
