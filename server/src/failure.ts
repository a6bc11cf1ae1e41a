/** The codes of all failures. A code never changes its meaning, and a retired code is never used again. */
export const codes = [
  'malformed-json',
  'invalid-parameter',
  'invalid-record',
  'version-required',
  'id-mismatch',
  'wrong-credentials',
  'session-required',
  'cross-origin',
  'not-permitted',
  'unknown-path',
  'unknown-model',
  'record-not-found',
  'version-not-found',
  'method-not-allowed',
  'version-conflict',
  'not-unique',
  'still-referenced',
  'key-in-use',
  'too-many-affected',
  'body-too-large',
  'unsupported-media-type',
  'key-reused',
  'too-many-attempts',
  'unavailable',
  'internal',
] as const

/** The code of a failure. */
export type Code = (typeof codes)[number]

/** The `status` of the envelope by code. */
export const statusOf: Record<Code, number> = {
  'malformed-json': -1,
  'invalid-parameter': -1,
  'invalid-record': -4,
  'version-required': -4,
  'id-mismatch': -4,
  'wrong-credentials': -5,
  'session-required': -7,
  'cross-origin': -1,
  'not-permitted': -1,
  'unknown-path': -1,
  'unknown-model': -1,
  'record-not-found': -1,
  'version-not-found': -1,
  'method-not-allowed': -1,
  'version-conflict': -1,
  'not-unique': -1,
  'still-referenced': -1,
  'key-in-use': -1,
  'too-many-affected': -1,
  'body-too-large': -1,
  'unsupported-media-type': -1,
  'key-reused': -1,
  'too-many-attempts': -6,
  unavailable: -100,
  internal: -1,
}

/** A short name for people, the same for every failure of one code. */
export const titleOf: Record<Code, string> = {
  'malformed-json': 'Malformed JSON',
  'invalid-parameter': 'Invalid parameter',
  'invalid-record': 'Invalid record',
  'version-required': 'Version required',
  'id-mismatch': 'Two different ids',
  'wrong-credentials': 'Wrong credentials',
  'session-required': 'Session required',
  'cross-origin': 'Request from another site',
  'not-permitted': 'Not permitted',
  'unknown-path': 'Unknown path',
  'unknown-model': 'Unknown model',
  'record-not-found': 'Record not found',
  'version-not-found': 'Version not found',
  'method-not-allowed': 'Method not allowed',
  'version-conflict': 'Version conflict',
  'not-unique': 'Not unique',
  'still-referenced': 'Still referenced',
  'key-in-use': 'Key in use',
  'too-many-affected': 'Too many affected',
  'body-too-large': 'Body too large',
  'unsupported-media-type': 'Unsupported media type',
  'key-reused': 'Key reused',
  'too-many-attempts': 'Too many attempts',
  unavailable: 'Unavailable',
  internal: 'Internal error',
}

/** What is known about the write of a failed request: it was not applied, or nobody can say. */
export type WriteOutcome = 'not-applied' | 'unknown'

/** What a failure has besides its code and message. */
export interface FailureDetails {
  /** What is not available, as a sentence; only for `unavailable`. The message is this sentence and some advice. */
  what?: string
  /** More members of `data`, next to `code`, `title` and `message`. */
  data?: Record<string, unknown>
  /** Messages by field; only for `invalid-record`. */
  errors?: Record<string, string>
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
  /** The methods of the path; only for `method-not-allowed`. */
  allow?: string[]
  /** The account concerned, for the log only. */
  user?: string
  /** The reason as one word, for the log and `/status` only. */
  reason?: string
  cause?: unknown
}

/**
 * A failure that any stage can throw; `http` turns it into a reply. The message is for the client: it says what to do.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: Code
  readonly details: FailureDetails

  constructor(code: Code, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

const advice: Record<WriteOutcome | 'none', string> = {
  'not-applied': 'Nothing was written: send the request again.',
  unknown: 'Whether the change was written is not known: read the record before you send it again.',
  none: 'Send the request again.',
}

/** The failure if something is not available for a moment. For writes, the advice depends on the outcome. */
export function unavailable(
  what: string,
  { outcome, ...details }: Omit<FailureDetails, 'what'> & { outcome?: WriteOutcome } = {},
): Failure {
  return new Failure('unavailable', `${what} ${advice[outcome ?? 'none']}`, {
    retryAfter: 1,
    ...details,
    what,
    ...(outcome ? { data: { ...details.data, outcome } } : {}),
  })
}

/** Adds the outcome of a write to a failure of `unavailable`; others, and those with an outcome, stay the same. */
export function withOutcome(failure: Failure, outcome: WriteOutcome): Failure {
  const { what, ...details } = failure.details
  if (what === undefined || details.data?.['outcome'] !== undefined) return failure
  return unavailable(what, { ...details, outcome })
}

/** Returns a failure that says which operation is wrong. */
export function withIndex({ code, message, details }: Failure, index: number): Failure {
  return new Failure(code, message, { ...details, data: { ...details.data, index } })
}

/** Adds the first operation that has an error to a failure with errors, if it does not name an operation yet. */
export function withFirstIndex(error: unknown): unknown {
  if (!(error instanceof Failure) || !error.details.errors || error.details.data?.['index'] !== undefined) return error
  const indexes = Object.keys(error.details.errors).flatMap((field) => /^\d+/.exec(field)?.[0] ?? [])
  return indexes.length === 0 ? error : withIndex(error, Math.min(...indexes.map(Number)))
}

/** Whether an error is a bug in the program, such as a wrong type. It must not be reported as anything else. */
export function isProgramError(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
}

/** The failure of a request without a session or key, or with one that is not valid. */
export function sessionRequired(): Failure {
  return new Failure(
    'session-required',
    'Log in first: POST /callback with username and password, and send the cookie back; or send an API key as ' +
      'Authorization: Bearer tab_….',
  )
}
