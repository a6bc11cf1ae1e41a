import { optionsOf } from '../batch/optionsOf.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import type { DeliveriesCall, DeliveryKey, DiscardCall, ResendCall } from '../call/WebhookCall.ts'
import type { WebhookPlan } from '../plan/webhooks.ts'
import { requireAuthorized } from '../statement/authorization/authCheck.ts'
import {
  discardStatement,
  findPositionStatement,
  listDeliveriesStatement,
  resendParkedStatement,
  resendStatement,
  rewindStatement,
  webhookStatusStatement,
} from '../statement/service/webhookRequests.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { recordNotFound } from '../execute/requireRecord.ts'

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
export async function showWebhook(plan: WebhookPlan, services: ExecutionServices): Promise<Envelope> {
  const { call, authorization } = plan
  const [row] = await runOwn(webhookStatusStatement(call.id, authorization), 'read', plan, services)
  const { fault, ...status } = JSON.parse(row?.[0] ?? '{}') as { readonly fault: string | null }
  const shown = fault === null ? null : { code: fault, message: faults[fault] ?? fault }
  return toEnvelope([{ ...status, fault: shown }])
}

/** Answers a page of the deliveries that have not arrived, oldest first. */
export async function listDeliveries(
  plan: WebhookPlan<DeliveriesCall>,
  services: ExecutionServices,
): Promise<Envelope> {
  const { call, authorization } = plan
  const rows = await runOwn(listDeliveriesStatement(call.id, call, authorization), 'read', plan, services)
  const data = rows.slice(0, call.limit).map(([json]): unknown => JSON.parse(json ?? ''))
  return { text: JSON.stringify({ status: 0, offset: call.offset, data, more: rows.length > call.limit }) }
}

/** Sends all parked deliveries again. */
export async function resendParked(plan: WebhookPlan<ResendCall>, services: ExecutionServices): Promise<Envelope> {
  const { call, authorization } = plan
  return toTotal(await runOwn(resendParkedStatement(call.id, authorization), 'write', plan, services))
}

/** Sends everything again that was written since a moment. */
export async function rewind(
  plan: WebhookPlan<ResendCall>,
  since: string,
  services: ExecutionServices,
): Promise<Envelope> {
  const { call, authorization } = plan
  await runOwn(rewindStatement(call.id, since, authorization), 'write', plan, services)
  return toEnvelope([])
}

/** Finds where the journal has a change; undefined if it does not. */
export async function findPosition(
  plan: WebhookPlan<ResendCall>,
  key: DeliveryKey,
  services: ExecutionServices,
): Promise<number | undefined> {
  const [row] = await runOwn(findPositionStatement(key, plan.authorization), 'read', plan, services)
  return row && Number(row[0])
}

/** Sends one change again, of which the caller has made sure that the user of the webhook sees it. */
export async function resendOne(
  plan: WebhookPlan<ResendCall>,
  key: DeliveryKey,
  services: ExecutionServices,
): Promise<Envelope> {
  const { call, authorization } = plan
  return toTotalOfOne(await runOwn(resendStatement(call.id, key, authorization), 'write', plan, services))
}

/** Takes deliveries out. */
export async function discard(plan: WebhookPlan<DiscardCall>, services: ExecutionServices): Promise<Envelope> {
  const { call, authorization } = plan
  const rows = await runOwn(discardStatement(call.id, call.which, authorization), 'write', plan, services)
  return call.which === 'parked' ? toTotal(rows) : toTotalOfOne(rows)
}

async function runOwn(
  statement: ReturnType<typeof discardStatement>,
  effect: 'read' | 'write',
  { authorization }: Pick<WebhookPlan, 'authorization'>,
  { database }: ExecutionServices,
): Promise<(string | null)[][]> {
  return requireAuthorized(await database.run(statement, effect, optionsOf([authorization])))
}

/** The failure of a delivery that there is not, or that the user of the webhook does not see. */
export function noSuchDelivery(): Failure {
  return new Failure(
    'record-not-found',
    'There is no such delivery: the webhook has none of this name, the journal does not have the change, ' +
      'or the user of the webhook does not see it.',
  )
}

type Counted = readonly (readonly (string | null)[])[]

function toTotal([row]: Counted): Envelope {
  return { text: JSON.stringify({ status: 0, data: [], total: Number(row?.[0] ?? 0) }) }
}

function toTotalOfOne(rows: Counted): Envelope {
  if (Number(rows[0]?.[0] ?? 0) === 0) throw noSuchDelivery()
  return toTotal(rows)
}
