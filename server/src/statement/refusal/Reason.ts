import { Failure } from '../../failure/failure.ts'
import { followersOf } from '../../model/Check.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { knownChecks } from '../../permission/knownChecks.ts'
import { maxFaults } from '../../plan/Faults.ts'

/** Why a record was refused, as data. A new kind of reason is added here, with its token and its messages below. */
export type Reason =
  /** The field refers to a record that does not exist, or that the caller does not see. */
  | { readonly kind: 'missing'; readonly field: string }
  /** The field names a record by a key that no record has, or none that the caller sees. */
  | { readonly kind: 'unknownKey'; readonly field: string; readonly key: readonly string[] }
  /** The field does not allow the result of an addition, which is the value; or there was nothing to add to. */
  | { readonly kind: 'result'; readonly field: string; readonly value?: string }
  /** The record breaks a check of its model. */
  | { readonly kind: 'check'; readonly name: string }
  /** The value may not follow the present one, which is choice number `ordinal`, or hidden from the caller. */
  | { readonly kind: 'transition'; readonly field: string; readonly ordinal?: number }
  /** The field has a number that the service assigned, and another one was sent. */
  | { readonly kind: 'assigned'; readonly field: string }

/**
 * The text by which a statement names a reason: the field for `missing`, else `kind:name`, and `=value` if the message
 * depends on the row. Commas separate the reasons of a row, so the text contains none.
 */
export function toToken(reason: Reason): string {
  switch (reason.kind) {
    case 'missing':
      return reason.field
    case 'unknownKey':
      return `unknownKey:${[reason.field, ...reason.key].join('.')}`
    case 'result':
      return `result:${reason.field}=${reason.value ?? ''}`
    case 'check':
      return `check:${reason.name}`
    case 'transition':
      return `transition:${reason.field}=${reason.ordinal ?? ''}`
    case 'assigned':
      return `assigned:${reason.field}`
  }
}

/** The reasons that a statement named. */
export function toReasons(tokens: string): Reason[] {
  return tokens.split(',').map(toReason)
}

function toReason(token: string): Reason {
  const [kind = '', name] = token.split(':')
  if (name === undefined) return { kind: 'missing', field: kind }
  if (kind === 'unknownKey') {
    const [field = '', ...key] = name.split('.')
    return { kind, field, key }
  }
  if (kind === 'result') {
    const [field = '', value = ''] = name.split('=')
    return { kind, field, ...(value === '' ? {} : { value }) }
  }
  if (kind === 'check') return { kind, name }
  if (kind === 'transition') {
    const [field = '', ordinal = ''] = name.split('=')
    return { kind, field, ...(ordinal === '' ? {} : { ordinal: Number(ordinal) }) }
  }
  if (kind === 'assigned') return { kind, field: name }
  throw new TypeError(`There is no reason ${token}.`)
}

/** A record that was refused, and its path in the request: `1.contacts.0.`, or empty for a single record. */
export interface RefusedRecord {
  readonly path: string
  readonly reasons: readonly Reason[]
}

/** The failure of a record that was refused, with everything that is wrong with it and that the caller may know. */
export function toRefusedFailure(reasons: readonly Reason[], model: Model, authorization: Authorization): Failure {
  return toRecordsFailure([{ path: '', reasons }], model, authorization)
}

/** The same for records of a model that were refused together. The errors are those of all of them, up to a limit. */
export function toRecordsFailure(
  records: readonly RefusedRecord[],
  model: Model,
  authorization: Authorization,
): Failure {
  const errors = new Map<string, string>()
  const checks = new Map<string, string>()
  let breaksHidden = false
  for (const { path, reasons } of records)
    for (const reason of reasons) {
      const { fields, message, check } = describe(reason, model, authorization) ?? hidden
      if (fields.length === 0) breaksHidden = true
      if (check !== undefined) checks.set(check, message)
      for (const field of fields) addError(errors, `${path}${field}`, message)
    }
  return toFailure(errors, checks, breaksHidden, pathDetails(records[0]?.path ?? ''))
}

/** The members of a failure's data that say which record of the request it is about. */
export function pathDetails(path: string): { readonly place?: string; readonly index?: number } {
  if (path === '') return {}
  const [, index] = /^(\d+)\./.exec(path) ?? []
  return { place: path.slice(0, -1), ...(index === undefined ? {} : { index: Number(index) }) }
}

/** A check about fields that are hidden from the caller. */
const hidden: Description = { fields: [], message: '' }

/** Several messages about one field become one; the records of a mass update have the same. */
function addError(errors: Map<string, string>, name: string, message: string): void {
  const known = errors.get(name)?.split('; ') ?? []
  if (known.length === 0 && errors.size >= maxFaults) return
  errors.set(name, [...new Set([...known, message])].join('; '))
}

/** What the caller may know of a reason. */
interface Description {
  readonly fields: readonly string[]
  readonly message: string
  readonly check?: string
}

/** Undefined for a check about fields that are hidden from the caller. */
function describe(reason: Reason, model: Model, authorization: Authorization): Description | undefined {
  switch (reason.kind) {
    case 'missing':
      return { fields: [reason.field], message: missing }
    case 'unknownKey': {
      const message = unknownKey(reason.key, targetOf(reason.field, model), authorization)
      return { fields: [reason.field], message }
    }
    case 'result':
      return { fields: [reason.field], message: resultFault(reason, model) }
    case 'check': {
      const check = knownChecks(model, authorization.rights).find(({ name }) => name === reason.name)
      return check && { fields: check.fields, message: check.message, check: check.name }
    }
    case 'transition':
      return { fields: [reason.field], message: toNoTransition(reason, model), check: reason.field }
    case 'assigned':
      return { fields: [reason.field], message: assigned }
  }
}

function targetOf(fieldName: string, { fields, relations }: Model): string {
  const own = [...fields, ...relations].find(({ name }) => name === fieldName)
  return own && 'target' in own ? own.target : ''
}

/** The message for a key that no record of a model has. */
export function unknownKey(key: readonly string[], target: string, { rights }: Authorization): string {
  const label = rights.visibility.models.find(target)?.label ?? 'record'
  return `${missing}: no ${label} has this ${key.join(' and ')}`
}

/** What is wrong with the result of an addition. Only callers who may read the field can add to it. */
function resultFault({ field: name, value }: Extract<Reason, { kind: 'result' }>, { fields }: Model): string {
  if (value === undefined) return 'has no value to add to: set one first'
  const field = fields.find((candidate) => candidate.name === name)
  const reading = field && typeOf(field).increment?.readResult(value, field)
  return `would become ${value}: ${reading && 'fault' in reading ? reading.fault : 'that is not allowed'}`
}

const assigned = 'is assigned by the service: leave it out, or send it back unchanged'
const missing = 'refers to a record that does not exist'

function toNoTransition({ field, ordinal }: Extract<Reason, { kind: 'transition' }>, model: Model): string {
  const declared = model.fields.find(({ name }) => name === field)
  const present = declared && 'values' in declared && ordinal !== undefined ? declared.values[ordinal - 1] : undefined
  if (present === undefined) return "can't follow the present value"
  const followers = followersOf(model.transitions ?? {}, field, present)
  return followers.length === 0
    ? `can't change: ${present} is final`
    : `can't follow ${present}; allowed: ${followers.join(', ')}`
}

/** The failure of a record whose field or relation refers to a record that does not exist. */
export function missingFailure(field: string): Failure {
  return toFailure(new Map([[field, missing]]), new Map(), false, {})
}

function toFailure(
  errors: ReadonlyMap<string, string>,
  checks: ReadonlyMap<string, string>,
  breaksHidden: boolean,
  path: object,
): Failure {
  const names = [...errors.keys()].slice(0, 10).join(', ')
  const seen = names === '' ? [] : [`The record was not accepted; see errors for each field: ${names}.`]
  const more = breaksHidden
    ? ['The record breaks a check about fields that you may not see: ask an administrator what it demands.']
    : []
  return new Failure('invalid-record', [...seen, ...more].join(' '), {
    errors: Object.fromEntries(errors),
    data: { ...(checks.size === 0 ? {} : { checks: Object.fromEntries(checks) }), ...path },
  })
}
