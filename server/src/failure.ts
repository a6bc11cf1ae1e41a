/** Every way a request can fail. A code is stable for ever and a retired one is never used again. */
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

export type Code = (typeof codes)[number]

/** What a program switches on first: the envelope's `status`. */
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

/** What is known of a write whose request failed: it surely did not happen, or nobody can tell. */
export type WriteOutcome = 'not-applied' | 'unknown'

/** A piece of JSON text that goes into an answer as it stands (made by PostgreSQL). */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export interface FailureDetails {
  /** What is not available, as a sentence; only for `unavailable`, whose message is made of it and of the outcome. */
  what?: string
  /** Members that join `code`, `title` and `message` in `data`. */
  data?: Record<string, unknown>
  /** Messages by field; only for `invalid-record`. */
  errors?: Record<string, string>
  /** Seconds after which a new attempt makes sense. */
  retryAfter?: number
  /** Methods that the path has; only for `method-not-allowed`. */
  allow?: string[]
  /** Whose account it is about, for the log; clients are not told. */
  user?: string
  /** Why, by a word for operators; clients are not told. */
  reason?: string
  cause?: unknown
}

/** Thrown by any stage, turned into a reply in one place. The message is for the client and says what to do. */
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

/**
 * Something is not available for a moment. The outcome is given for writes, and decides what the client is told to do.
 */
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

/** The same failure, told with the outcome of a write; as it is where it tells one already, or is another failure. */
export function withOutcome(failure: Failure, outcome: WriteOutcome): Failure {
  const { what, ...details } = failure.details
  if (what === undefined || details.data?.['outcome'] !== undefined) return failure
  return unavailable(what, { ...details, outcome })
}

/** A mistake of ours, such as a wrong type or a missing name; it must not pass for anything else. */
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
