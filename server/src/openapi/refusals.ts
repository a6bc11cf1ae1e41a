import { clashCodes, type Code, codes, statusOf } from '../failure/failureCodes.ts'
import { contentOf } from '../failure/failureContent.ts'
import { httpStatusOf } from '../http/toReply.ts'
import type { Schema } from '../model/field/Schema.ts'
import { failureSchema } from './failures.ts'
import { headerRefs, type Ref, responseRef, schemaRef, shownObject } from './refs.ts'
import { open, text } from './values.ts'

const body = ['malformed-json', 'invalid-parameter', 'body-too-large', 'unsupported-media-type'] as const

const login = [
  ...body,
  'invalid-record',
  'wrong-credentials',
  'cross-origin',
  'not-permitted',
  'too-many-attempts',
] as const

/** What changes of the caller's own account may be refused for. */
const account = [...login, 'session-required', 'confirmation-required', 'record-not-found'] as const

/**
 * The codes of refusals by the kind of operation: one response for each status of each kind. Every operation may refuse
 * `X-See-As` (`not-permitted`); where it is taken, it may name nobody (`record-not-found`).
 */
export const refusals = {
  Login: [...login, 'factor-required'],
  SecondStep: login,
  Methods: ['invalid-parameter', 'not-permitted'],
  BeginLogin: ['invalid-parameter', 'cross-origin', 'not-permitted', 'unknown-path', 'too-many-attempts'],
  FinishLogin: ['cross-origin', 'login-refused', 'not-permitted', 'unknown-path'],
  ProtectedResource: ['invalid-parameter', 'not-permitted', 'unknown-path'],
  LogoutThere: ['invalid-parameter', 'cross-origin', 'not-permitted', 'unknown-path'],
  Logout: ['invalid-parameter', 'cross-origin', 'not-permitted'],
  Own: ['invalid-parameter', 'session-required', 'not-permitted', 'record-not-found'],
  Account: account,
  Asked: [...body, 'invalid-record', 'cross-origin', 'not-permitted', 'too-many-attempts'],
  Link: [...body, 'invalid-record', 'link-invalid', 'cross-origin', 'not-permitted', 'too-many-attempts'],
  OwnLink: [...account, 'link-invalid'],
  Invite: [
    ...body,
    'invalid-record',
    'session-required',
    'cross-origin',
    'not-permitted',
    'confirmation-required',
    'unknown-model',
    'record-not-found',
    'too-many-attempts',
  ],
  Find: [
    'malformed-json',
    'invalid-parameter',
    'session-required',
    'not-permitted',
    'unknown-model',
    'record-not-found',
  ],
  Search: [...body, 'session-required', 'cross-origin', 'not-permitted', 'unknown-model', 'record-not-found'],
  Read: [
    'invalid-parameter',
    'session-required',
    'not-permitted',
    'unknown-model',
    'record-not-found',
    'version-not-found',
  ],
  Changes: [
    'invalid-parameter',
    'session-required',
    'not-permitted',
    'unknown-model',
    'record-not-found',
    'changes-gone',
  ],
  Write: [
    ...body,
    'invalid-record',
    'version-required',
    'id-mismatch',
    'session-required',
    'cross-origin',
    'not-permitted',
    'confirmation-required',
    'unknown-model',
    'record-not-found',
    'version-not-found',
    'key-reused',
  ],
  Action: [
    ...body,
    'invalid-record',
    'session-required',
    'cross-origin',
    'not-permitted',
    'confirmation-required',
    'unknown-model',
    'unknown-action',
    'record-not-found',
    'key-reused',
    'refused',
  ],
  Explain: ['invalid-parameter', 'session-required', 'not-permitted', 'unknown-action', 'record-not-found'],
  Conflict: ['version-conflict', ...clashCodes, 'still-referenced', 'key-in-use', 'too-many-affected', 'not-undoable'],
  Failed: ['unavailable', 'internal'],
} as const satisfies Record<string, readonly Code[]>

/** The kind of operation that refusals are about. */
export type Refusal = Exclude<keyof typeof refusals, 'Conflict' | 'Failed'>

const answered: ReadonlySet<Code> = new Set(Object.values(refusals).flat())

/** The failures of all codes. Those that are about no operation are described here only. */
export const failuresByCode: Readonly<Record<string, Schema>> = Object.fromEntries(
  codes.map((code) => [code, answered.has(code) ? schemaRef(`Failure.${code}`) : failureSchema(code, open)]),
)

/** The conflicts that show no records, as one schema. */
export const otherConflicts = toData(refusals.Conflict.filter((code) => code !== 'version-conflict'))

/** Statuses that clients rarely tell apart. A response for each would take 2 kB more a model. */
const others: ReadonlySet<number> = new Set([413, 415, 422, 500, 503])

/** The codes of a kind of refusal, and of failures, by status, each with the name of its response. */
function byStatus(refusal: Refusal): [status: string, name: string, ofCodes: readonly Code[]][] {
  const all: readonly Code[] = [...refusals[refusal], ...refusals.Failed]
  const isOther = (code: Code) => others.has(httpStatusOf[code])
  const groups = Map.groupBy(all, (code) => (isOther(code) ? 'default' : String(httpStatusOf[code])))
  return [...groups].map(([status, ofCodes]) => [status, nameOf(refusal, status, ofCodes), ofCodes])
}

/** A code that is alone gives its response the name. */
function nameOf(refusal: Refusal, status: string, ofCodes: readonly Code[]): string {
  const [code = '', ...more] = ofCodes
  if (more.length === 0) return code
  return status === 'default' && ofCodes.length === refusals.Failed.length ? 'Failed' : `${refusal}.${status}`
}

const isRefusal = (kind: string): kind is Refusal => kind !== 'Conflict' && kind !== 'Failed'
const kinds = Object.keys(refusals).filter(isRefusal)

/** The responses of all refusals, by name. */
export const refusalResponses: Readonly<Record<string, object>> = {
  Conflict: toResponse(refusals.Conflict),
  ...Object.fromEntries(
    kinds.flatMap((kind) => byStatus(kind).map(([, name, ofCodes]) => [name, toResponse(ofCodes)])),
  ),
}

/** References to the responses of each kind of refusal, and of failures, by their HTTP status. */
export const refusalRefs: ReadonlyMap<Refusal, Readonly<Record<string, Ref>>> = new Map(
  kinds.map((kind) => [kind, Object.fromEntries(byStatus(kind).map(([status, name]) => [status, responseRef(name)]))]),
)

/** The response to writes of a model that conflict with something. */
export function conflictResponse(model: string): object {
  const data = { oneOf: [schemaRef(`${model}.Conflict`), schemaRef('OtherConflict')] }
  return { ...toResponse(refusals.Conflict, data), description: 'A conflict.' }
}

/** The data of failures of these codes: the code says which of them. */
function toData(ofCodes: readonly Code[]): Schema {
  const refs = ofCodes.map((code) => [code, schemaRef(`Failure.${code}`)] as const)
  const mapping = Object.fromEntries(refs.map(([code, { $ref }]) => [code, $ref]))
  return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: 'code', mapping } }
}

function toResponse(ofCodes: readonly Code[], data: Schema = toData(ofCodes)): object {
  const has = (content: 'errors' | 'retryAfter') => ofCodes.some((code) => content in contentOf[code])
  const errors = { type: 'object', additionalProperties: text, description: 'A message for each field, by its path.' }
  const status = { type: 'integer', enum: [...new Set(ofCodes.map((code) => statusOf[code]))] }
  const headers = [
    ...(has('retryAfter') ? ['Retry-After'] : []),
    ...(ofCodes.some((code) => httpStatusOf[code] === 401) ? ['WWW-Authenticate'] : []),
  ]
  return {
    description: describeCodes(ofCodes),
    ...headerRefs(headers),
    content: {
      'application/json': {
        schema: shownObject({ status, data, ...(has('errors') ? { errors } : {}) }, ['status', 'data']),
      },
    },
  }
}

/** The codes by their HTTP status: `400 malformed-json, invalid-parameter; 503 unavailable`. */
function describeCodes(ofCodes: readonly Code[]): string {
  const groups = Map.groupBy(ofCodes, (code) => httpStatusOf[code])
  const lines = [...groups].sort(([a], [b]) => a - b).map(([status, found]) => `${status} \`${found.join('`, `')}\``)
  return `${lines.join('; ')}.`
}
