import type { Field } from './field/Field.ts'
import { typeOf } from './field/fieldTypes.ts'
import { checkExpressionDefault, hasExpression } from './expressionDefaults.ts'
import type { Model } from './Model.ts'
import type { Models } from './Models.ts'

/** The value of the field is the moment of the write, which only the statement knows. */
export const momentOfWrite = Symbol('the moment of the write')

/** The value of the field is that of an expression, which only the statement knows. */
export const computedByWrite = Symbol('the value of an expression')

/**
 * What stands for that moment among planned values. No client can send it, since dates and times begin with the year 1.
 * The statement replaces it, so that all creates of a model have one shape.
 */
export const momentMark = '-infinity'

/** Whether the default of a field is a variable: `$today`, `$now` or `$user`. */
export function isVariableDefault(field: Field): boolean {
  const { defaultVariable } = typeOf(field)
  return defaultVariable !== undefined && field.default === defaultVariable
}

/** Whether the default of a field is the moment of the write. */
export function defaultsToMoment(field: Field): boolean {
  return isVariableDefault(field) && typeOf(field).now !== undefined
}

/** Whether the default of a field gets its value in the statement that writes. */
export function isFilledByWrite(field: Field): boolean {
  return hasExpression(field) || defaultsToMoment(field)
}

/** The default of a field as a client would send it, for a record that this user writes. */
export function defaultFor(field: Field, { userId }: { readonly userId: number | null }): unknown {
  if (field.default === undefined) return undefined
  if (hasExpression(field)) return computedByWrite
  if (defaultsToMoment(field)) return momentOfWrite
  if (isVariableDefault(field)) return userId === null ? undefined : { id: userId }
  return plainDefault(field)
}

/** A default that is not a variable. Text that begins with a dollar sign is declared with two of them. */
export function plainDefault(field: Field): unknown {
  const { default: value } = field
  return typeOf(field).doublesDollar && typeof value === 'string' && value.startsWith('$$') ? value.slice(1) : value
}

/** Returns the mistakes in the default of a field. */
export function checkDefault(field: Field, model: Model, models: Models): string[] {
  if (field.default === undefined) return []
  if (field.unique) return ['a unique field cannot have a default: the second record would be refused']
  if (field.default === null) return ['default must be a value; omit it if there is none']
  if (hasExpression(field)) return checkExpressionDefault(field, model, models)
  if (isVariableDefault(field)) return []
  if (typeOf(field).doublesDollar && typeof field.default === 'string' && /^\$(?!\$)/.test(field.default))
    return ['default begins with $, as variables do, and text has none: for text that begins with $ write $$']
  const reading = typeOf(field).read(plainDefault(field), field, models)
  return 'fault' in reading ? [`default ${reading.fault}${suggestion(field)}`] : []
}

function suggestion(field: Field): string {
  const { defaultVariable } = typeOf(field)
  const isMeant = typeof field.default === 'string' && field.default.startsWith('$')
  return defaultVariable === undefined || !isMeant ? '' : `, or the variable '${defaultVariable}'`
}
