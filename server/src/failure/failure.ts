import type { Code, WriteOutcome } from './failureCodes.ts'
import type { contentOf, FailureMember, MemberValues, placeMembers } from './failureContent.ts'

/** The kinds of mistakes of RFC 7644, section 3.12, that are answered. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

type Members = Readonly<Record<string, FailureMember>>

type OptionalIn<T extends Members> = { [M in keyof T]: T[M]['optional'] extends true ? M : never }[keyof T]

type ValuesOf<T extends Members> = { [M in Exclude<keyof T, OptionalIn<T>>]: MemberValues[T[M]['kind']] } & {
  [M in OptionalIn<T>]?: MemberValues[T[M]['kind']]
}

/** The members of `data`, next to `code`, `title`, `message` and `requestId`. */
type DataOf<C extends Code> = ValuesOf<typeof placeMembers> &
  ((typeof contentOf)[C] extends { data: infer D extends Members } ? ValuesOf<D> : unknown)

/** A member that is required if the table says so, and refused otherwise. */
type Declared<C extends Code, M extends string, V> =
  (typeof contentOf)[C] extends Record<M, true> ? Record<M, V> : Partial<Record<M, never>>

/** What a failure of a code has besides its code and message. */
type DetailsOf<C extends Code> = LogDetails &
  (object extends DataOf<C> ? { data?: DataOf<C> } : { data: DataOf<C> }) &
  Declared<C, 'errors', Readonly<Record<string, string>>> &
  Declared<C, 'retryAfter', number> &
  Declared<C, 'allow', readonly string[]>

/** A failure that lacks what the table of codes demands, or has more, does not compile. */
type FailureArguments = {
  [C in Code]: [code: C, message: string, ...(object extends DetailsOf<C> ? [details?: DetailsOf<C>] : [DetailsOf<C>])]
}[Code]

/** What a failure says beyond its reply. */
interface LogDetails {
  /** What is not available, as a sentence; only for `unavailable`. The message is this sentence and some advice. */
  what?: string
  /** The account concerned, for the log only. */
  user?: string
  /** The reason as one word, for the log and `/status` only. */
  reason?: string
  /** What is wrong in the words of SCIM; only for its requests. */
  scimType?: ScimType
  /** The failures of further records of the same request, which would follow this one. */
  also?: readonly Failure[]
  cause?: unknown
}

/** What any failure can have besides its code and message. */
export interface FailureDetails extends LogDetails {
  /** More members of `data`, next to `code`, `title` and `message`. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Messages by field. */
  readonly errors?: Readonly<Record<string, string>>
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number
  /** The methods of the path. */
  readonly allow?: readonly string[]
}

/**
 * A failure that any stage can throw; `http` turns it into a reply. The message is for the client: it says what to do.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: Code
  readonly details: FailureDetails

  constructor(...[code, message, details = {}]: FailureArguments) {
    super(message, { cause: details.cause })
    this.code = code
    this.details = details
  }

  /** Returns the same failure with more members of `data`. */
  with(data: object): Failure {
    const details = { ...this.details, data: { ...this.details.data, ...data } }
    // What the code demands is there already.
    return new Failure(...([this.code, this.message, details] as FailureArguments))
  }

  /** Returns the same failure, with those of further records of the request. */
  along(also: readonly Failure[]): Failure {
    return new Failure(...([this.code, this.message, { ...this.details, also }] as FailureArguments))
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
  { outcome, ...details }: Partial<DetailsOf<'unavailable'>> & { outcome?: WriteOutcome } = {},
): Failure {
  return new Failure('unavailable', `${what} ${advice[outcome ?? 'none']}`, {
    retryAfter: 1,
    ...details,
    what,
    ...(outcome ? { data: { ...details.data, outcome } } : {}),
  })
}

/** What is added to a failure after it was made: where, what clashes in members, what became of a write. */
type Addition =
  | DataOf<'internal'>
  | Pick<DataOf<'version-conflict'>, 'members' | 'yours' | 'conflicts'>
  | Pick<DataOf<'still-referenced'>, 'counts' | 'records'>
  | Pick<DataOf<'unavailable'>, 'outcome'>

/** Returns a failure of the same code with more members of `data`, and perhaps other errors or another message. */
export function withDetails(
  failure: Failure,
  more: { data: Addition; errors?: Readonly<Record<string, string>> },
  message = failure.message,
): Failure {
  const details = { ...failure.details, ...more, data: { ...failure.details.data, ...more.data } }
  // What the code demands is there already.
  return new Failure(...([failure.code, message, details] as FailureArguments))
}

/** Adds the outcome of a write to a failure of `unavailable`; others, and those with an outcome, stay the same. */
export function withOutcome(failure: Failure, outcome: WriteOutcome): Failure {
  const { what, data } = failure.details
  if (what === undefined || data?.['outcome'] !== undefined) return failure
  return withDetails(failure, { data: { outcome } }, `${what} ${advice[outcome]}`)
}

/** Fails with the outcome of a write that was not applied, if it failed for lack of the database. */
export function failAsNotApplied(error: unknown): never {
  throw error instanceof Failure ? withOutcome(error, 'not-applied') : error
}

/** Returns a failure that says which operation is wrong. */
export function withIndex(failure: Failure, index: number): Failure {
  return withDetails(failure, { data: { index } })
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

/** The failure of a request without a session or key, or with one that is not valid. An empty token is malformed. */
export function sessionRequired(token: string | undefined): Failure {
  return new Failure('session-required', adviseOnLogin(token))
}

function adviseOnLogin(token: string | undefined): string {
  if (token === undefined)
    return (
      'Log in first: POST /callback with username and password, and send the cookie back; or send an API key as ' +
      'Authorization: Bearer tab_….'
    )
  if (token === '')
    return 'The Authorization header has no API key: send Authorization: Bearer and a key, which begins with tab_.'
  if (token.startsWith('eyJ'))
    return 'This access token opens no session: it has ended or expired, or it is not accepted. Get another one.'
  return token.startsWith('tab_')
    ? 'This API key is not valid: it may have ended or expired. Send another one, or ask the owner of the key.'
    : 'This session is not valid: it may have ended or expired. Log in again.'
}
