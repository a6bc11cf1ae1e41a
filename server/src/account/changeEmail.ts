import type { ChangeEmailCall } from '../call/MailLinkCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { requireConfirmed } from '../execute/write/access/refuseUnconfirmed.ts'
import { Failure } from '../failure/failure.ts'
import { requireValue } from '../failure/invariant.ts'
import { userModel } from '../model/builtIn/names.ts'
import type { Models } from '../model/Models.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { isOfProgram } from '../permission/Credential.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Caller } from '../session/Caller.ts'
import type { Sessions } from '../session/Sessions.ts'
import { authCheckStatement, requireAuthorized } from '../statement/authorization/authCheck.ts'
import { orderLinkStatement } from '../statement/service/linkOrders.ts'
import { orderNoticesStatement } from '../statement/service/mailNotices.ts'
import type { LinkServices } from './mailLinks.ts'
import { tooManyLinks } from './tooManyLinks.ts'

/**
 * Sends a link to a new address of the caller, and a notice to the one of now, which stays until the link is used. A
 * stolen session is not enough: whoever has a password sends it, because an address can set the next password, and
 * others must have confirmed lately that it is them.
 */
export async function changeEmail(
  call: ChangeEmailCall,
  caller: Caller,
  services: LinkServices & { readonly sessions: Sessions },
  deadline: Deadline,
): Promise<Envelope> {
  const { credential, userId } = caller
  if (isOfProgram(credential))
    throw new Failure(
      'not-permitted',
      'You cannot change your address with an API key or an access token: log in first.',
    )
  const email = parseEmail(call.email, services.models)
  await confirm(call, caller, services)
  const { requestId } = call
  await services.database.transact(
    'commit',
    async (transaction) => {
      requireAuthorized(await transaction.run(authCheckStatement(credential)))
      if (call.password === undefined) await requireConfirmed({ credential }, transaction)
      const order = { purpose: 'address', userId, email, by: userId, requestId } as const
      if ((await transaction.run(orderLinkStatement(order))).length === 0) throw tooManyLinks()
      await transaction.run(orderNoticesStatement([userId], { event: 'address', by: userId, requestId }))
    },
    { deadlines: [deadline], generation: credential.generation },
  )
  services.onJobsSent?.()
  services.onLink({ purpose: 'address', result: 'asked', userId })
  return toEnvelope([])
}

function parseEmail(text: string, models: Models): string {
  const field = requireValue(
    models.get(userModel).fields.find(({ name }) => name === 'email'),
    'The address of users',
  )
  const read = typeOf(field).read(text, field, models)
  if ('fault' in read)
    throw new Failure('invalid-record', `The address was not accepted: it ${read.fault}.`, {
      errors: { email: read.fault },
    })
  return String(read.value)
}

async function confirm(
  { password, address }: ChangeEmailCall,
  caller: Caller,
  { sessions }: { readonly sessions: Sessions },
): Promise<void> {
  if (password !== undefined) return void (await sessions.confirm(caller, password, address))
  if (!(await sessions.hasPassword(caller))) return
  const errors = { password: 'is required: it is your password of now' }
  throw new Failure('invalid-record', 'The request was not accepted; see errors for password.', { errors })
}
