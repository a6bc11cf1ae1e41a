import type { TestWebhookCall } from '../call/WebhookCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import type { Database } from '../postgres/Database.ts'
import type { Sender } from '../outbound/Sender.ts'
import { webhookTargetStatement } from '../statement/service/webhooks.ts'
import { isSuccess } from './attempt.ts'
import { toTestMessage } from './toMessage.ts'

/** What a test of a webhook needs. */
export interface TestServices {
  readonly database: Database
  readonly sender: Sender
  readonly about: { readonly version: string }
  /** The time of day, in milliseconds since 1970. */
  now(): number
}

/** Sends a message that tests a webhook, whatever its state, and answers what came back. */
export async function testWebhook(
  { id, requestId }: TestWebhookCall,
  isAdmin: boolean,
  { database, sender, about, now }: TestServices,
): Promise<Envelope> {
  const [row] = await database.run(webhookTargetStatement(id), 'read')
  const [url, ...kept] = row ?? []
  const secrets = kept.filter((secret) => typeof secret === 'string')
  if (secrets.length === 0) throw new Failure('invalid-parameter', 'The webhook has no secret to sign with: write one.')
  const sending = { timestamp: Math.floor(now() / 1_000), version: about.version, requestId }
  const outcome = await sender.send(toTestMessage(id, { url: url ?? '', secrets }, sending))
  const { status: httpStatus, error, milliseconds, answer } = outcome
  const shown = { delivered: isSuccess(outcome), httpStatus, error, milliseconds }
  return toEnvelope([{ ...shown, ...(isAdmin ? { answer } : {}) }])
}
