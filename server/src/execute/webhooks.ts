import { workOf } from '../batch/workOf.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure.ts'
import type { WebhookPlan } from '../plan/webhooks.ts'
import { requireAuthorized } from '../statement/part/authCheck.ts'
import {
  discardStatement,
  listDeliveriesStatement,
  resendParkedStatement,
  resendStatement,
  rewindStatement,
  webhookStatusStatement,
} from '../statement/service/webhookRequests.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { recordNotFound } from './require.ts'

/** Why nothing is delivered, for people. */
const faults: Readonly<Record<string, string>> = {
  user: 'Its user is disabled: enable the user, or choose another one.',
  secret: 'It has no secret: write one.',
  models: 'Its user may not read all of its models: give the user a role that allows it, or change the models.',
  condition: 'Its condition uses fields that its user may not read in every record, or that the models do not have.',
  'changes-gone': 'The journal does not have the changes any more at which it stopped: send everything since a moment.',
}

/** Fails unless the caller sees the webhook, and it is theirs or they are an administrator. */
export async function requireOwnWebhook(
  { call: { id }, model, authorization }: WebhookPlan,
  { run }: ExecutionServices,
): Promise<void> {
  const stored = await run.read({ operation: 'read', model, authorization, id })
  if (!stored) throw recordNotFound(id)
  if (authorization.rights.isAdmin) return
  const { user } = JSON.parse(stored.json) as { readonly user?: { readonly id?: number } }
  if (user?.id !== authorization.userId)
    throw new Failure('not-permitted', 'Only its user and administrators can see and send the deliveries of a webhook.')
}

/** Answers how the deliveries of a webhook go. */
export async function showWebhook(plan: WebhookPlan<'webhook'>, services: ExecutionServices): Promise<Envelope> {
  const { call, authorization } = plan
  const [row] = await runOwn(webhookStatusStatement(call.id, authorization), 'read', plan, services)
  const { fault, ...status } = JSON.parse(row?.[0] ?? '{}') as { readonly fault: string | null }
  const shown = fault === null ? null : { code: fault, message: faults[fault] ?? fault }
  return toEnvelope([{ ...status, fault: shown }])
}

/** Answers a page of the deliveries that have not arrived, oldest first. */
export async function listDeliveries(plan: WebhookPlan<'deliveries'>, services: ExecutionServices): Promise<Envelope> {
  const { call, authorization } = plan
  const rows = await runOwn(listDeliveriesStatement(call.id, call, authorization), 'read', plan, services)
  const data = rows.slice(0, call.limit).map(([json]): unknown => JSON.parse(json ?? ''))
  return { text: JSON.stringify({ status: 0, offset: call.offset, data, more: rows.length > call.limit }) }
}

/** Sends deliveries again. */
export async function resend(plan: WebhookPlan<'resend'>, services: ExecutionServices): Promise<Envelope> {
  const { call, authorization } = plan
  const { id, which } = call
  if (typeof which === 'object' && 'since' in which) {
    await runOwn(rewindStatement(id, which.since, authorization), 'write', plan, services)
    return toEnvelope([])
  }
  if (which === 'parked')
    return toTotal(await runOwn(resendParkedStatement(id, authorization), 'write', plan, services))
  return toTotal(await runOwn(resendStatement(id, which, authorization), 'write', plan, services), isOne)
}

/** Takes deliveries out. */
export async function discard(plan: WebhookPlan<'discard'>, services: ExecutionServices): Promise<Envelope> {
  const { call, authorization } = plan
  const rows = await runOwn(discardStatement(call.id, call.which, authorization), 'write', plan, services)
  return toTotal(rows, call.which === 'parked' ? undefined : isOne)
}

async function runOwn(
  statement: ReturnType<typeof discardStatement>,
  effect: 'read' | 'write',
  { authorization }: Pick<WebhookPlan, 'authorization'>,
  { database }: ExecutionServices,
): Promise<(string | null)[][]> {
  return requireAuthorized(await database.run(statement, effect, workOf([authorization])))
}

const isOne = 'There is no such delivery: the webhook has none of this name, or the journal does not have the change.'

function toTotal([row]: readonly (readonly (string | null)[])[], ifNone?: string): Envelope {
  const total = Number(row?.[0] ?? 0)
  if (total === 0 && ifNone !== undefined) throw new Failure('record-not-found', ifNone)
  return { text: JSON.stringify({ status: 0, data: [], total }) }
}
