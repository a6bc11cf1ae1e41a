import { Failure } from '../../failure.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'

/** Why a record was refused, as data. A new kind of reason is added here, with its token and its message below. */
export type Reason =
  /** The field refers to a record that does not exist, or that the caller does not see. */
  | { readonly kind: 'missing'; readonly field: string }
  /** The field names a record by a key that no record has, or none that the caller sees. */
  | { readonly kind: 'unknownKey'; readonly field: string; readonly key: readonly string[] }
  /** The field does not allow the result of an addition, which is the value; or there was nothing to add to. */
  | { readonly kind: 'result'; readonly field: string; readonly value?: string }

/**
 * The text by which a statement names a reason: the field for `missing`, else `kind:name`. Commas separate the reasons
 * of a row, so the text contains none.
 */
export function toToken(reason: Reason): string {
  switch (reason.kind) {
    case 'missing':
      return reason.field
    case 'unknownKey':
      return `unknownKey:${[reason.field, ...reason.key].join('.')}`
    case 'result':
      return `result:${reason.field}=${reason.value ?? ''}`
  }
}

/** The reasons that a statement named. */
export function toReasons(tokens: string): Reason[] {
  return tokens.split(',').map(toReason)
}

function toReason(token: string): Reason {
  const [name, kind] = token.split(':').toReversed()
  if (kind === undefined && name) return { kind: 'missing', field: name }
  if (kind === 'unknownKey' && name) {
    const [field = '', ...key] = name.split('.')
    return { kind, field, key }
  }
  if (kind === 'result' && name) {
    const [field = '', value = ''] = name.split('=')
    return { kind, field, ...(value === '' ? {} : { value }) }
  }
  throw new TypeError(`There is no reason ${token}.`)
}

/** The failure of a record that was refused, with everything that is wrong with it. */
export function toRefusedFailure(reasons: readonly Reason[], model: Model, authorization: Authorization): Failure {
  const errors = new Map<string, string>()
  for (const reason of reasons)
    for (const [field, message] of messagesOf(reason, model, authorization)) {
      const known = errors.get(field)
      errors.set(field, known === undefined ? message : `${known}; ${message}`)
    }
  return toFailure(Object.fromEntries(errors))
}

/** The messages of a reason by field, without what the caller may not see. */
function messagesOf(reason: Reason, model: Model, authorization: Authorization): [field: string, message: string][] {
  switch (reason.kind) {
    case 'missing':
      return [[reason.field, missing]]
    case 'unknownKey':
      return [[reason.field, unknownKey(reason.key, targetOf(reason.field, model), authorization)]]
    case 'result':
      return [[reason.field, resultFault(reason, model)]]
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

const missing = 'refers to a record that does not exist'

/** The failure of a record whose field or relation refers to a record that does not exist. */
export function missingFailure(field: string): Failure {
  return toFailure({ [field]: missing })
}

function toFailure(errors: Record<string, string>): Failure {
  const names = Object.keys(errors).join(', ')
  return new Failure('invalid-record', `The record was not accepted; see errors for each field: ${names}.`, { errors })
}
