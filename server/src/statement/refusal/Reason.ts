import { Failure } from '../../failure/failure.ts'
import { followersOf } from '../../model/Check.ts'
import { isChoice } from '../../model/field/choice.ts'
import { knownCurrencyOf } from '../../model/field/money.ts'
import type { Model } from '../../model/Model.ts'
import { type Authorization, textFor } from '../../permission/Authorization.ts'
import { knownChecks } from '../../permission/knownChecks.ts'
import { maxFaults } from '../../plan/Faults.ts'
import { defaultFault, resultFault } from './valueFaults.ts'

/** Why a record was refused, as data. A new kind of reason is added here, with its messages below and its token. */
export type Reason =
  /** The field refers to a record that does not exist, or that the caller does not see. */
  | { readonly kind: 'missing'; readonly field: string }
  /** The field refers to a record that is archived, and did not before. */
  | { readonly kind: 'archived'; readonly field: string }
  /** The field names a record by a key that no record has, or none that the caller sees. */
  | { readonly kind: 'unknownKey'; readonly field: string; readonly key: readonly string[] }
  /** The field does not allow the result of an addition, which is the value; or there was nothing to add to. */
  | { readonly kind: 'result'; readonly field: string; readonly value?: string }
  /** The amount has more digits than its currency, which is a field of the record. */
  | { readonly kind: 'digits'; readonly field: string; readonly currency?: string }
  /** The default of the field has no value though it needs one, or this one, in hexadecimal digits, which is unfit. */
  | { readonly kind: 'default'; readonly field: string; readonly value?: string }
  /** The record breaks a check of its model. */
  | { readonly kind: 'check'; readonly name: string }
  /** The field has a newly chosen value that is no longer in use. */
  | { readonly kind: 'retired'; readonly field: string }
  /** The value may not follow the present one, which is choice number `ordinal`, or hidden from the caller. */
  | { readonly kind: 'transition'; readonly field: string; readonly ordinal?: number }
  /** The field has a number that the service assigned, and another one was sent. */
  | { readonly kind: 'assigned'; readonly field: string }
  /** The number of the record would lack this part. */
  | { readonly kind: 'unnumbered'; readonly field: string }
  /** The field is part of the number of the record, in hexadecimal digits unless it is hidden from the caller. */
  | { readonly kind: 'numbered'; readonly field: string; readonly number?: string }

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
    for (const reason of withoutFollowers(reasons)) {
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

/** That a number lacks a part follows from a reference that leads nowhere. */
function withoutFollowers(reasons: readonly Reason[]): readonly Reason[] {
  const isMissing = ({ kind }: Reason) => kind === 'missing' || kind === 'unknownKey'
  const nowhere = reasons.flatMap((reason) => (isMissing(reason) && 'field' in reason ? [reason.field] : []))
  return nowhere.length === 0
    ? reasons
    : reasons.filter((reason) => reason.kind !== 'unnumbered' || !nowhere.includes(reason.field))
}

function toNumber({ number }: Extract<Reason, { kind: 'numbered' }>): string {
  return number === undefined ? 'the number, which you may not see' : Buffer.from(number, 'hex').toString()
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
    case 'archived':
      return { fields: [reason.field], message: archived }
    case 'unknownKey': {
      const message = unknownKey(reason.key, targetOf(reason.field, model), authorization)
      return { fields: [reason.field], message }
    }
    case 'result':
      return { fields: [reason.field], message: resultFault(reason, model) }
    case 'digits':
      return describeDigits(reason, model, authorization)
    case 'default':
      return { fields: [reason.field], message: defaultFault(reason, model, authorization) }
    case 'check': {
      const check = knownChecks(model, authorization.rights).find(({ name }) => name === reason.name)
      return check && { fields: check.fields, message: textFor(check.message, authorization), check: check.name }
    }
    case 'retired':
      return { fields: [reason.field], message: 'is no longer in use' }
    case 'transition':
      return { fields: [reason.field], message: toNoTransition(reason, model), check: reason.field }
    case 'assigned':
      return { fields: [reason.field], message: assigned }
    case 'unnumbered':
      return { fields: [reason.field], message: 'is needed for the number' }
    case 'numbered':
      return { fields: [reason.field], message: `is part of ${toNumber(reason)}` }
  }
}

function describeDigits(
  { field, currency }: Extract<Reason, { kind: 'digits' }>,
  model: Model,
  { rights }: Authorization,
): Description | undefined {
  const { fields } = rights.forWriting(model)
  const amount = fields.find(({ name }) => name === field)
  const isKnown = amount && knownCurrencyOf(amount, fields) !== undefined
  return amount && { fields: [field], message: `has digits that ${isKnown ? currency : 'its currency'} does not have` }
}

function targetOf(fieldName: string, { fields, relations }: Model): string {
  const own = [...fields, ...relations].find(({ name }) => name === fieldName)
  return own && 'target' in own ? own.target : ''
}

/** The message for a key that no record of a model has. */
export function unknownKey(key: readonly string[], target: string, authorization: Authorization): string {
  const label = authorization.rights.visibility.models.find(target)?.label ?? 'record'
  return `${missing}: no ${textFor(label, authorization)} has this ${key.join(' and ')}`
}

const assigned = 'is assigned by the service: leave it out, or send it back unchanged'
const [missing, archived] = ['refers to a record that does not exist', 'is archived']

function toNoTransition({ field, ordinal }: Extract<Reason, { kind: 'transition' }>, model: Model): string {
  const declared = model.fields.find(({ name }) => name === field)
  const present = declared && isChoice(declared) && ordinal !== undefined ? declared.values[ordinal - 1] : undefined
  if (present === undefined) return "can't follow the present value"
  const followers = followersOf(model.transitions ?? {}, field, present)
  return followers.length === 0
    ? `can't change: ${present} is final`
    : `can't follow ${present}; allowed: ${followers.join(', ')}`
}

/** The failure of a record whose field or relation refers to a record that does not exist, or is archived. */
export function missingFailure(field: string, isArchived = false): Failure {
  return toFailure(new Map([[field, isArchived ? archived : missing]]), new Map(), false, {})
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
