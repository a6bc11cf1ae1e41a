import { Failure } from '../failure/failure.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Models } from '../model/Models.ts'
import type { Operand, Variable } from './Condition.ts'
import { type Comparator, comparators, findMisfit, operatorOf, operatorsFor } from './operators.ts'

/** The values of a criterion as the client sent them. */
interface Given {
  readonly value: unknown
  readonly value2: unknown
  readonly sent: object
  readonly models: Models
  readonly variables: ParseVariables
  /** The name of the model that has the field. */
  readonly owner: string
}

/** The variables that the values of criteria can be. */
export interface ParseVariables {
  /** Whether a text is a variable, or plain text that is written with one more `$`. */
  isMarked(text: string, field: Field): boolean
  /** Returns the variable that a marked text names, for a field of the model `owner`; undefined if it is plain text. */
  parse(text: string, field: Field, name: string, owner: string): Variable | undefined
}

/** The maximum number of values of one `in` or `notIn`. */
export const maxValues = 1_000

/** Parses the values of a criterion by the type of its field, or of its elements. */
export function parseOperands(whole: Field, comparator: Comparator, given: Given, name: string): Operand[] {
  refuseMisfit(whole, comparator, name)
  const { takes } = operatorOf(comparator)
  const field = comparedField(whole, comparator)
  const taken = takes === 'nothing' ? [] : takes === 'range' ? ['value', 'value2'] : ['value']
  for (const member of ['value', 'value2'])
    if (member in given.sent && !taken.includes(member))
      throw invalid(`The operator ${comparator} of ${name} takes no ${member}.`)
  const scalar = (member: 'value' | 'value2') => parseScalar(field, given[member], given, name, `${member} of ${name}`)
  switch (takes) {
    case 'nothing':
      return []
    case 'list':
      return parseList(field, given, name)
    case 'pattern':
      return [parsePattern(requirePlain(field, given.value, given, name), field, name)]
    case 'range':
      return [scalar('value'), scalar('value2')]
    case 'value':
      return [scalar('value')]
  }
}

/** The field whose values an operator compares: that of an element, for those that are about elements. */
export function comparedField(field: Field, comparator: Comparator): Field {
  return (operatorOf(comparator).multiple && typeOf(field).element?.(field)) || field
}

function refuseMisfit(field: Field, comparator: Comparator, name: string): void {
  const type = typeOf(field)
  const misfit = findMisfit(comparator, type)
  if (misfit === undefined) return
  const of = `${name} is of type ${field.type}`
  if (type.multiple) throw invalid(`The field ${name} has several values: use ${joined(' or ', operatorsFor(type))}.`)
  if (misfit === 'multiple') throw invalid(`The operator ${comparator} is for several values, and ${of}.`)
  if (misfit === 'comparable') throw invalid(`The field ${of}, which takes ${joined(' and ', forAll)} only.`)
  if (misfit === 'textual') throw invalid(`The operator ${comparator} is for text, and ${of}.`)
  throw invalid(`The field ${of}, which has no order: use ${joined(' or ', forUnordered)}.`)
}

const forAll = comparators.filter((comparator) => operatorOf(comparator).takes === 'nothing')
const forUnordered = comparators.filter((comparator) => {
  const { ordered, textual, multiple } = operatorOf(comparator)
  return !ordered && !textual && !multiple
})

function joined(last: ' and ' | ' or ', names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].join(last)
}

function parseList(field: Field, given: Given, name: string): ColumnValue[] {
  const { value, models } = given
  if (!Array.isArray(value)) throw invalid(`The value of ${name} must be an array.`)
  if (value.length > maxValues) throw invalid(`The value of ${name} may have ${maxValues} elements at most.`)
  return value.map((one, index) =>
    parseOperand(field, requirePlain(field, one, given, name), models, `value ${index} of ${name}`),
  )
}

/**
 * A value in a place that allows no variables. Text that looks like a variable is rejected: compared as plain text, it
 * would mean something else.
 */
function requirePlain(field: Field, value: unknown, { variables }: Given, name: string): unknown {
  if (typeof value !== 'string' || !variables.isMarked(value, field)) return value
  if (value.startsWith('$$')) return value.slice(1)
  throw invalid(
    `The value ${value.slice(0, 100)} of ${name} is in a list or a pattern, which take no variables: ` +
      'use =, !=, <, <=, >, >= or between; for text that begins with $ write $$.',
  )
}

/** A value that may be a variable. Text that begins with a dollar sign is written with two of them. */
function parseScalar(
  field: Field,
  value: unknown,
  { models, variables, owner }: Given,
  name: string,
  what: string,
): Operand {
  if (typeof value !== 'string' || !variables.isMarked(value, field)) return parseOperand(field, value, models, what)
  return variables.parse(value, field, name, owner) ?? parseOperand(field, value.slice(1), models, what)
}

function parseOperand(field: Field, value: unknown, models: Models, what: string): ColumnValue {
  if (value === undefined || value === null)
    throw invalid(`The ${what} is missing; for records without one use the operator isNull.`)
  const type = typeOf(field)
  const reading = (type.parseOperand ?? type.read)(value, field, models)
  if ('value' in reading) return reading.value
  throw invalid(`The ${what} ${reading.fault}.`)
}

/** As in LIKE: `%` and `_` are wildcards, and a backslash escapes them. Without wildcards it means "contains". */
function parsePattern(value: unknown, field: Field, name: string): string {
  if (typeof value !== 'string') throw invalid(`The value of ${name} must be text.`)
  if (value.includes('\0') || !value.isWellFormed())
    throw invalid(`The value of ${name} must be well-formed text without NUL.`)
  const pattern = typeOf(field).parsePattern?.(value, field) ?? value
  const whole = /(?:^|[^\\])(?:\\\\)*\\$/.test(pattern) ? `${pattern}\\` : pattern
  const hasWildcard = /(?:^|[^\\])(?:\\\\)*[%_]/.test(whole)
  return hasWildcard ? whole : `%${whole}%`
}

function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}
