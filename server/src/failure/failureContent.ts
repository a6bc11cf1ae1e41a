import type { Code, WriteOutcome } from './failureCodes.ts'
import type { JsonText } from '../text/json.ts'

/** The values that a member of `data` can have, by kind. Those of a record are as the caller sees its model. */
export interface MemberValues {
  name: string
  names: readonly string[]
  count: number
  counts: Readonly<Record<string, number>>
  messages: Readonly<Record<string, string>>
  outcome: WriteOutcome
  record: JsonText | null
  change: Readonly<Record<string, unknown>>
  clashes: readonly object[]
  memberClashes: readonly object[]
  undoClashes: readonly object[]
  flag: boolean
  records: readonly object[]
  recordsByName: Readonly<Record<string, readonly object[]>>
  problems: readonly object[]
}

/** A member of the `data` of a failure. */
export interface FailureMember {
  readonly kind: keyof MemberValues
  /** Whether some failures of the code don't have it. */
  readonly optional: boolean
  readonly description: string
}

/** What the failures of a code bring, besides `code`, `title`, `message` and `requestId`. */
export interface FailureContent {
  readonly data?: Readonly<Record<string, FailureMember>>
  /** `errors`, by field. */
  readonly errors?: true
  /** The header `Retry-After`. */
  readonly retryAfter?: true
  /** The header `Allow`. */
  readonly allow?: true
}

/** The members of `data` that any failure can have: which records of the request it is about, and what is wrong. */
export const placeMembers = {
  place: optional('name', 'The path of the record in the request: `1`, or `interactions.0`.'),
  index: optional('count', 'The number of the record in `records`, or of the operation, from 0.'),
  problems: optional('problems', 'Everything that is wrong with the records, by index and field; at most 1,000.'),
  problemCount: optional('count', 'How many problems there are.'),
  complete: optional('flag', 'Whether everything was looked at: if not, there may be more problems.'),
}

/** What a record brings that other records do not allow, as far as the caller may know it. */
const clashMembers = {
  fields: optional('names', 'The fields whose values are compared.'),
  constraint: optional('name', 'The name of what the record breaks: of a unique field or group, its fields.'),
  others: optional('records', 'Up to three of the other records, if you may read them: id, version and perhaps title.'),
}

/** What each code brings. The constructor of `Failure` is typed by this table, and documents are made from it. */
export const contentOf = {
  'malformed-json': {},
  'invalid-parameter': {},
  'invalid-record': {
    data: {
      checks: optional('messages', 'The checks and transitions that the record breaks, by name.'),
      constraint: optional('name', 'The constraint of SQL of your own that the record breaks.'),
    },
    errors: true,
  },
  'version-required': {},
  'id-mismatch': {},
  'link-invalid': {},
  'wrong-credentials': {},
  'factor-required': {
    data: {
      login: always('name', 'What the second step takes with the proof, for ten minutes; it is no session.'),
      factors: always('names', 'What can be proven: totp, recovery.'),
    },
  },
  'login-refused': {
    data: { reason: always('name', 'Why the login at a provider opens no session, as a stable name.') },
  },
  'session-required': {},
  'cross-origin': {},
  'not-permitted': { data: { fields: optional('names', 'The fields that you may not set, or not to these values.') } },
  'confirmation-required': {
    data: { methods: always('names', 'How you can confirm: password, totp, or oidc: and the name of a provider.') },
  },
  'unknown-path': {},
  'unknown-model': {},
  'unknown-action': {},
  'record-not-found': {},
  'version-not-found': {},
  'method-not-allowed': { allow: true },
  'version-conflict': {
    data: {
      base: optional('record', 'The record as you read it; null if no longer known.'),
      current: always('record', 'The record as it is now; null if it was deleted.'),
      yours: optional('change', 'The fields you sent, without secrets.'),
      conflicts: optional('clashes', 'The fields that you and others changed, each to something else.'),
      mergeable: optional('names', 'The fields that you changed and nobody else did, and those that you increment.'),
      members: optional('memberClashes', 'The members of collections that clash.'),
    },
  },
  'not-unique': {
    data: { field: optional('name', 'The field, if it is one.'), ...clashMembers },
    errors: true,
  },
  overlaps: { data: clashMembers, errors: true },
  'limit-reached': { data: clashMembers, errors: true },
  'still-referenced': {
    data: {
      referrers: always('names', 'The fields that refer to the record, with their models.'),
      counts: optional('counts', 'By field, how many records that you see refer to the record by it.'),
      records: optional('recordsByName', 'By field, up to three of these records: id, version and perhaps title.'),
    },
  },
  'key-in-use': { retryAfter: true },
  'too-many-affected': { data: { most: always('count', 'The largest number of records allowed.') } },
  'not-undoable': {
    data: {
      clashes: always('undoClashes', 'What does not go back, and why; at most 1,000.'),
      clashing: always('count', 'How many there are of them.'),
      undoable: always('count', 'How many records would go back.'),
      forgotten: optional('count', 'How many records of the change set the journal does not have any more.'),
    },
  },
  'changes-gone': {
    data: { why: always('name', 'Either lost or forgotten.'), now: optional('name', 'The token of the present end.') },
  },
  'body-too-large': {},
  'unsupported-media-type': {},
  'key-reused': {},
  refused: { data: { reason: always('name', 'Why the action refuses, as a stable name.') }, errors: true },
  'too-many-attempts': { retryAfter: true },
  unavailable: {
    data: {
      outcome: optional('outcome', 'Of a write: whether it was applied.'),
      reason: optional('name', 'What is not available, such as provider; absent for the database.'),
    },
    retryAfter: true,
  },
  internal: { data: { reason: optional('name', 'What happened, in tabularium dev alone.') } },
} as const satisfies Record<Code, FailureContent>

function always<const K extends keyof MemberValues>(kind: K, description: string) {
  return { kind, optional: false, description } as const
}

function optional<const K extends keyof MemberValues>(kind: K, description: string) {
  return { kind, optional: true, description } as const
}
