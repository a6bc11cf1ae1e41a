import type { Envelope, Sent } from './connection.ts'
import { ConflictError, type ErrorCode, type Failure, type FailureData, TabulariumError } from './errors.ts'

/** What an answer says: the envelope, or the failure. */
export function readAnswer({ status, headers }: Response, text: string, sent: Sent): Envelope | TabulariumError {
  const envelope = parse(text)
  if (envelope?.status === 0 && Array.isArray(envelope.data)) return envelope as unknown as Envelope
  if (typeof envelope?.data !== 'object') {
    const message = `HTTP ${status} is not the answer of a record service: check the address.`
    return status >= 500 ? noAnswer(message, sent, { status }) : ownError('unexpected-answer', message, {}, { status })
  }
  const data = envelope.data as FailureData & Pick<Failure, 'outcome'>
  const seconds = headers.get('retry-after')
  const retryAfter = seconds === null ? undefined : Number(seconds)
  const failure = { data, status, errors: envelope.errors, outcome: data.outcome, retryAfter }
  const Thrown = data.code === 'version-conflict' ? ConflictError : TabulariumError
  return new Thrown(failure) as TabulariumError
}

function parse(text: string): { status: number; data: unknown; errors?: Record<string, string> } | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value?.status === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

/** Nobody knows what became of a write without an answer. */
export function noAnswer(
  message: string,
  { idempotencyKey, repeatable }: Sent,
  failure: Partial<Failure>,
): TabulariumError {
  const isWrite = idempotencyKey !== undefined || repeatable === false
  return ownError('no-answer', message, {}, { outcome: isWrite ? 'unknown' : undefined, ...failure })
}

/** A failure that the client finds itself. */
export function ownError(code: ErrorCode, message: string, more?: object, failure?: Partial<Failure>): TabulariumError {
  return new TabulariumError({ data: { code, title: message, message, ...more }, ...failure })
}
