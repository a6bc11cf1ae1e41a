import type { InviteCall } from '../call/MailLinkCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import { withChangeSet, writeInTransaction, writeOne } from '../execute/inTransaction.ts'
import { executeUpdate } from '../execute/recordPlans.ts'
import { requireConfirmed } from '../execute/write/access/refuseUnconfirmed.ts'
import { requireStored } from '../execute/requireRecord.ts'
import { Failure } from '../failure/failure.ts'
import { userModel } from '../model/builtIn/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Credential } from '../permission/Credential.ts'
import { permit } from '../permission/permit.ts'
import type { Deadline } from '../request/deadline.ts'
import { planCreate } from '../plan/create.ts'
import { planUpdate } from '../plan/update.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { authCheckStatement, requireAuthorized } from '../statement/authorization/authCheck.ts'
import { orderLinkStatement } from '../statement/service/linkOrders.ts'
import { recipientStatement } from '../statement/service/mails.ts'
import type { LinkServices } from './mailLinks.ts'
import { tooManyLinks } from './tooManyLinks.ts'

interface InviteServices extends LinkServices {
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** The rights of whoever invites, and how long the request waits. */
type InviterAuthorization = Authorization & { readonly credential: Credential; readonly deadline: Deadline }

/** Makes a user who has no password yet, or takes one who is there, and sends a link by which they choose it. */
export async function invite(
  call: InviteCall,
  authorization: InviterAuthorization,
  services: InviteServices,
): Promise<Envelope> {
  const envelope =
    'user' in call ? await inviteAgain(call, authorization, services) : await inviteNew(call, authorization, services)
  services.onJobsSent?.()
  services.onLink({ purpose: 'invitation', result: 'asked' })
  return envelope
}

/** The user and the order of the mail are written together, with the rights of the caller. */
function inviteNew(
  { sent, requestId }: Extract<InviteCall, { readonly sent: unknown }>,
  authorization: InviterAuthorization,
  services: InviteServices,
): Promise<Envelope> {
  const model = permit(userModel, ['create'], authorization.rights)
  const context = { authorization, requestId, dryRun: false }
  const plan = planCreate(sent, model, services.models, context)
  return writeInTransaction([plan], withChangeSet(context, plan), services, async (tx) => {
    const { id, json, version } = await writeOne(plan, tx)
    await order(id, { authorization, requestId }, tx.transaction)
    return { data: json, version }
  })
}

/** Whoever may invite a user again may set a password for them: that is tried first, and taken back. */
async function inviteAgain(
  { user: id, requestId }: Extract<InviteCall, { readonly user: number }>,
  authorization: InviterAuthorization,
  services: InviteServices,
): Promise<Envelope> {
  const { database, models, run } = services
  const { credential, deadline } = authorization
  const model = permit(userModel, ['update'], authorization.rights)
  const { json, version } = requireStored(await run.read({ operation: 'read', model, authorization, id }), id)
  const password = Buffer.from(services.newToken()).toString('base64url')
  const trial = { authorization, requestId, dryRun: true }
  const target = { id, onConflict: 'refuse' } as const
  await executeUpdate(planUpdate({ version, password }, target, model, models, trial), services)
  const [row] = await database.run(recipientStatement(id), 'read')
  if (!row?.[2]) throw noAddress()
  await database.transact(
    'commit',
    async (transaction) => {
      requireAuthorized(await transaction.run(authCheckStatement(credential)))
      await requireConfirmed(authorization, transaction)
      await order(id, { authorization, requestId }, transaction)
    },
    { lane: 'slow', user: authorization.userId, deadlines: [deadline], generation: credential.generation },
  )
  return toDataEnvelope({ data: json, version })
}

async function order(
  userId: number,
  { authorization, requestId }: { readonly authorization: Authorization; readonly requestId: string },
  transaction: Transaction,
): Promise<void> {
  const wanted = { purpose: 'invitation', userId, by: authorization.userId, requestId } as const
  if ((await transaction.run(orderLinkStatement(wanted))).length === 0) throw tooManyLinks()
}

function noAddress(): Failure {
  const fault = 'has no address, is disabled or is no person: a mail needs somebody who can read it'
  return new Failure('invalid-record', 'No invitation was sent; see errors for user.', { errors: { user: fault } })
}
