import { fieldTypes } from '../model/field/fieldTypes.ts'
import type { FieldType } from '../model/field/FieldType.ts'
import { operatorOf, operatorsFor } from './operators.ts'

/** What can be done with the values of each field type, for programs that show any model. */
export function describeTypes(): Record<string, object> {
  const types = Object.entries<FieldType<never>>(fieldTypes)
  return Object.fromEntries(types.map(([name, type]) => [name, describeType(type)]))
}

/** A value that is not stored, or computed, has the operators of what it results in. */
function describeType(type: FieldType<never>): object {
  const { writable, sortable, stored, asResult } = type
  if (stored === false || asResult) return { writable }
  const operators = operatorsFor(type).map((comparator) => [comparator, operatorOf(comparator).takes])
  return { writable, sortable, operators: Object.fromEntries(operators) as Record<string, string> }
}
