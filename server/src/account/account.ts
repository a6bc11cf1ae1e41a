import type { EndSessionsCall, PasswordCall } from '../call/AccountCall.ts'
import type { Deadline } from '../request/deadline.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { passwordRefused } from '../execute/hashPasswords.ts'
import { executeUpdate } from '../execute/recordPlans.ts'
import { requireStored } from '../execute/requireRecord.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope, toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import { jsonMember } from '../text/json.ts'
import { userModel } from '../model/builtIn/names.ts'
import { type Authorization, serviceAuthorization } from '../permission/Authorization.ts'
import { isOfProgram } from '../permission/Credential.ts'
import { planUpdate } from '../plan/update.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import type { Caller } from '../session/Caller.ts'
import type { Sessions } from '../session/Sessions.ts'
import { authCheckStatement, requireAuthorized } from '../statement/authorization/authCheck.ts'
import { endSessionsOfStatement } from '../statement/service/sessionWrites.ts'

interface AccountServices extends ExecutionServices {
  readonly sessions: Sessions
}

/** The version of the user at which the old password was confirmed. */
interface ConfirmedPassword {
  readonly version: number
}

/** Checks the old password and the new one. This is slow by design. */
export async function confirmNewPassword(
  call: PasswordCall,
  caller: Caller,
  services: AccountServices,
): Promise<ConfirmedPassword> {
  if (isOfProgram(caller.credential))
    throw new Failure('not-permitted', 'You cannot change a password with an API key or an access token: log in first.')
  const version = await confirmOld(call, caller, services)
  const fault = services.passwords.findFault(call.newPassword, caller.username)
  if (fault !== undefined) throw passwordRefused('new', fault)
  return { version }
}

/**
 * Reads the version before it checks the password: if the version is the same when the new password is written, the old
 * one was right until then.
 */
async function confirmOld(
  { password, address }: PasswordCall,
  caller: Caller,
  services: AccountServices,
): Promise<number> {
  const authorization = serviceOnBehalfOf(caller, services)
  const model = services.models.get(userModel)
  const stored = await services.run.read({ operation: 'read', model, authorization, id: caller.userId })
  const { version } = requireStored(stored, caller.userId)
  await services.sessions.confirm(caller, password, address)
  return version
}

/**
 * Stores the caller's new password as its hash, and ends all other sessions of the caller. If the user was changed
 * since the old password was confirmed, it is confirmed again: of two changes with the same old password only one
 * succeeds.
 */
export async function changePassword(
  { version }: ConfirmedPassword,
  call: PasswordCall,
  caller: Caller,
  services: AccountServices,
  deadline: Deadline,
): Promise<Envelope> {
  const write = async (at: number) => {
    const authorization = serviceOnBehalfOf(caller, services, deadline)
    const context = { authorization, requestId: call.requestId, dryRun: false }
    const target = { id: caller.userId, onConflict: 'refuse' } as const
    const sent = { version: at, password: call.newPassword }
    await executeUpdate(planUpdate(sent, target, services.models.get(userModel), services.models, context), services)
  }
  await write(version).catch(async (error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'version-conflict') throw error
    await write(await confirmOld(call, caller, services))
  })
  return toEnvelope([])
}

/**
 * Ends the caller's other sessions, all of the caller's sessions, or, for an administrator, those of another user.
 */
export async function endSessions(
  call: EndSessionsCall,
  caller: Caller,
  services: AccountServices,
  deadline: Deadline,
): Promise<Envelope> {
  if (isOfProgram(caller.credential) && !caller.admin)
    throw new Failure('not-permitted', 'You cannot end sessions with an API key or an access token: log in first.')
  const userId = call.user ?? caller.userId
  if (userId !== caller.userId && !caller.admin)
    throw new Failure('not-permitted', 'Only an administrator may end the sessions of other users: omit user.')
  const authorization = serviceOnBehalfOf(caller, services)
  if (userId !== caller.userId) await requireUser(userId, authorization, services)
  const except = call.current ? null : caller.credential.hash
  const steps = async (transaction: Transaction) => {
    requireAuthorized(await transaction.run(authCheckStatement(caller.credential)))
    return transaction.run(endSessionsOfStatement([userId], { authorization, requestId: call.requestId, except }))
  }
  const ended = await services.database.transact('commit', steps, {
    generation: caller.credential.generation,
    deadlines: [deadline],
  })
  return toDataEnvelope({ data: '', extraMembers: jsonMember('total', ended.length) })
}

/** Fails for an id that no user has: it is probably mistyped, and success would be misleading. */
async function requireUser(id: number, authorization: Authorization, { run, models }: AccountServices): Promise<void> {
  const stored = await run.read({ operation: 'read', model: models.get(userModel), authorization, id })
  if (!stored) throw new Failure('record-not-found', `There is no user with the id ${id}.`)
}

/** Returns an authorization of the service that names the caller in the journal. */
export function serviceOnBehalfOf(
  { userId, credential }: Caller,
  { models }: Pick<ExecutionServices, 'models'>,
  deadline?: Deadline,
): Authorization {
  const own = { userId, credential, isConfirmed: true } as const
  return { ...serviceAuthorization(models), ...own, ...(deadline ? { deadline } : {}) }
}
