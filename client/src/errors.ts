import type { Clash, ConflictMembers, ConflictRecord, MemberClash } from './types/Conflict.ts'
import type { OtherRecord, Problem } from './types/Problem.ts'
import type { NotUndoableMembers } from './types/Undo.ts'

export type { Clash, ConflictMembers, ConflictRecord, MemberClash } from './types/Conflict.ts'

/** What is known of a write that failed: nothing was applied, or nobody can say. */
export type Outcome = 'not-applied' | 'unknown'

/** What the failures of each code bring in `data`. The last three are the client's own. */
export interface FailureMembers {
  'malformed-json': unknown
  'invalid-parameter': unknown
  'invalid-record': { readonly checks?: Readonly<Record<string, string>>; readonly constraint?: string }
  'version-required': unknown
  'id-mismatch': unknown
  'wrong-credentials': unknown
  'factor-required': { readonly login: string; readonly factors: readonly string[] }
  'login-refused': { readonly reason: string }
  'session-required': unknown
  'cross-origin': unknown
  'not-permitted': { readonly fields?: readonly string[] }
  'confirmation-required': { readonly methods: readonly string[] }
  'link-invalid': unknown
  'unknown-path': unknown
  'unknown-model': unknown
  'unknown-action': unknown
  'record-not-found': unknown
  'version-not-found': unknown
  'method-not-allowed': unknown
  'version-conflict': ConflictMembers
  'not-unique': Pick<Problem, 'field' | 'fields' | 'constraint' | 'others'>
  overlaps: ClashMembers
  'limit-reached': ClashMembers
  'still-referenced': {
    readonly referrers: readonly string[]
    readonly counts?: Readonly<Record<string, number>>
    readonly records?: Readonly<Record<string, readonly OtherRecord[]>>
  }
  'key-in-use': unknown
  'too-many-affected': { readonly most: number }
  'not-undoable': NotUndoableMembers
  'changes-gone': { readonly why: string; readonly now?: string }
  'body-too-large': unknown
  'unsupported-media-type': unknown
  'key-reused': unknown
  refused: { readonly reason: string }
  'too-many-attempts': unknown
  unavailable: { readonly outcome?: Outcome; readonly reason?: string }
  internal: { readonly reason?: string }
  /** The connection failed, the answer did not arrive in time, or a proxy answered instead of the service. */
  'no-answer': unknown
  /** What answered is not a record service: the address may be wrong. */
  'unexpected-answer': unknown
  /** An earlier attempt created this key or webhook, and only its answer had the token or secret. */
  'shown-once': { readonly id: number }
}

/** The code of a failure. */
export type ErrorCode = keyof FailureMembers

/** What a record that other records do not allow tells: which constraint, its fields, and some of the others. */
export type ClashMembers = Pick<Problem, 'fields' | 'constraint' | 'others'>

/** The members of `data` that every failure has, and which records of the request it is about. */
export interface FailureData {
  readonly code: ErrorCode
  readonly title: string
  readonly message: string
  readonly requestId?: string
  readonly place?: string
  readonly index?: number
  /** Everything that is wrong with the records of the request; at most 1,000. */
  readonly problems?: readonly Problem[]
  /** How many problems there are. */
  readonly problemCount?: number
  /** Whether everything was looked at; if not, there may be more problems. */
  readonly complete?: boolean
}

/** What an error is made from. */
export interface Failure {
  readonly data: FailureData
  /** The HTTP status; undefined if there was no answer. */
  readonly status?: number | undefined
  readonly errors?: Readonly<Record<string, string>> | undefined
  readonly retryAfter?: number | undefined
  readonly outcome?: Outcome | undefined
  readonly cause?: unknown
}

// Node prints this name of the class; the type of the same name is a union, which classes can't extend.
const ServiceError = class TabulariumError extends Error {
  override name = 'TabulariumError'
  declare readonly code: ErrorCode
  declare readonly status: number | undefined
  declare readonly requestId: string | undefined
  declare readonly data: FailureData
  declare readonly errors: Readonly<Record<string, string>> | undefined
  declare readonly retryAfter: number | undefined
  declare readonly outcome: Outcome | undefined

  constructor({ cause, ...failure }: Failure) {
    const { code, message, requestId } = failure.data
    super(message, cause ? { cause } : undefined)
    Object.assign(this, failure, { code, requestId })
  }
}

type ServiceError = InstanceType<typeof ServiceError>

/** The codes whose failures have messages by field. */
type CodeWithErrors = 'invalid-record' | 'not-unique' | 'overlaps' | 'limit-reached' | 'refused'

/** A failure of one code: what is known of it follows from the code. */
export interface ErrorOf<Code extends ErrorCode> extends ServiceError {
  readonly code: Code
  readonly data: FailureData & { readonly code: Code } & FailureMembers[Code]
  /** The messages by field. */
  readonly errors: Code extends CodeWithErrors ? Readonly<Record<string, string>> : undefined
}

/** A request that failed. Compare `code` first: the other members follow from it. */
export type TabulariumError = { [Code in ErrorCode]: ErrorOf<Code> }[ErrorCode]

/** The class of all errors of the service, and of requests without an answer. */
export const TabulariumError = ServiceError as unknown as {
  new (failure: Failure): TabulariumError
  readonly prototype: TabulariumError
}

/** How to decide about a field that clashes: keep theirs, write yours, or write another value. */
export type Decision = 'theirs' | 'yours' | { readonly value: unknown }

/** Somebody else was faster: the record is not at the version that the request names. */
export class ConflictError extends ServiceError {
  override name = 'ConflictError'
  declare readonly code: 'version-conflict'
  declare readonly data: ErrorOf<'version-conflict'>['data']

  /** The record as it was at the version that you named; null if it is no longer known. */
  get base(): ConflictRecord | null {
    return this.data.base ?? null
  }

  /** The record as it is now; null if it was deleted. */
  get current(): ConflictRecord | null {
    return this.data.current
  }

  /** The fields that you sent, without secrets. */
  get yours(): Readonly<Record<string, unknown>> | undefined {
    return this.data.yours
  }

  /** The fields that you and others changed; undefined if the base is not known. */
  get conflicts(): readonly Clash[] | undefined {
    return this.data.conflicts
  }

  /** The fields that you changed and nobody else did; undefined if the base is not known. */
  get mergeable(): readonly string[] | undefined {
    return this.data.mergeable
  }

  /** The members of collections that clash. */
  get members(): readonly MemberClash[] {
    return this.data.members ?? []
  }

  /** Sends your change again, onto the current version, with a decision for each field that clashes. */
  merge: (decisions?: Readonly<Record<string, Decision>>) => Promise<ConflictRecord> = async () => {
    throw new Error('Only an update can be merged: read the record again.')
  }
}
