import { join, literal, sql, type Sql } from '../../sql/sql.ts'
import type { Words } from '../../text/words.ts'
import { isWords } from '../words.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { Field } from './Field.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import { escapedLength, findTextFault, parsePlainText, toLiterals } from './text.ts'
import { textual } from './traits.ts'

/** What one and several choices have in common. */
export interface ChoiceMembers {
  readonly values: readonly string[]
  /** The names of all values for people; absent if none was declared. */
  readonly labels?: Readonly<Record<string, Words>>
  /** The present names of values that were renamed, by their former names. */
  readonly formerValues?: Readonly<Record<string, string>>
  /** The colours of values, as a console shows them. */
  readonly colors?: Readonly<Record<string, Color>>
  /** The values that records keep, and that can't be chosen any more. */
  readonly retired?: readonly string[]
}

/** The colours of values. Each is readable in the light and the dark theme of a console. */
export const colors = ['gray', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'] as const
export type Color = (typeof colors)[number]

export interface ChoiceField extends CommonField, ChoiceMembers {
  readonly type: 'choice'
}

/** A value of a choice, with its name and its colour for people, and the value that it was before. */
export interface ChoiceValue {
  readonly value: string
  readonly label?: Words
  readonly color?: Color
  /** Records keep it, and it can't be newly chosen. */
  readonly retired?: true
  readonly was?: string
}

type ValueIn<Item> = Item extends { readonly value: infer Value extends string } ? Value : Item & string

/** Whether a console finds colours for values that declare none. */
interface ColorOption {
  /** `false`: all values are gray. */
  readonly color?: false
}

/** The options of a field that has a set of the values. */
export interface MultipleOptions<Value> extends Omit<CommonOptions<readonly Value[]>, 'unique'>, ColorOption {
  /** A record has any number of the values: a set, in the order of the list. */
  multiple: true
  /** The most values of a record, from 1 to 100; 20 if absent. */
  max?: number
}

type OneOrSeveral<Value, Options> = Options extends { readonly multiple: true }
  ? FieldDeclaration<Value[], true, true, 'choices'> &
      (IsRequired<Options> extends true ? unknown : { default: unknown })
  : FieldDeclaration<Value, IsRequired<Options>, true, 'choice'>

/**
 * One of a fixed list of texts: `choice(['draft', { value: 'void', label: 'Cancelled', was: 'cancelled' }])`; with
 * `multiple: true` any number of them.
 */
export function choice<
  const Items extends readonly (string | ChoiceValue)[],
  const Options extends (CommonOptions<ValueIn<Items[number]>> & ColorOption) | MultipleOptions<ValueIn<Items[number]>>,
>(
  items: Items,
  options?: Options,
): OneOrSeveral<ValueIn<Items[number]>, Options> & Options & { values: ValueIn<Items[number]>[] } {
  const isMultiple = options !== undefined && 'multiple' in options
  const { color, ...plain } = isMultiple ? { ...ofSeveral(options), type: 'choices' } : { ...options, type: 'choice' }
  // Declared colours, and none among them, leave nothing for a console to guess.
  return { ...plain, ...(color === false ? { colors: {} } : {}), ...toPlain(items) } as unknown as ReturnType<
    typeof choice<Items, Options>
  >
}

/** A record that is created without values has none of them. */
function ofSeveral(options: MultipleOptions<string>): MultipleOptions<string> {
  return { max: 20, ...(options.required ? {} : { default: [] }), ...options }
}

/** Whether a record has one of declared values in the field, or none. */
export function isChoice(field: Field): field is ChoiceField {
  return field.type === 'choice'
}

/** The options of one and of several choices. */
export const choiceOptions = ['values', 'labels', 'formerValues', 'colors', 'retired']

export const choiceType: FieldType<ChoiceField> = {
  ...textual,
  options: choiceOptions,
  writable: true,
  check: checkChoice,
  read: parseChoice,
  parseOperand: (value, field) => parseChoice(toPresent(value, field), field),
  parseStored: (value, field) => parsePlainText(toPresent(value, field)),
  columnType: () => 'text',
  constraint: ({ values }, column) => sql`${column} in (${join(toLiterals(values))})`,
  adaptation: ({ formerValues }) =>
    formerValues && { title: 'Rename values of', using: (column) => renamedSql(formerValues, column) },
  indexLength: maxLengthOf,
  inTemplate: { toText: (column) => column, maxLength: maxLengthOf },
  inExpression: ({ values }) => ({ type: 'text', values }),
  jsonLength: (field) => escapedLength(maxLengthOf(field)),
  typeScript: ({ values }) => values.map((value) => JSON.stringify(value)).join(' | '),
  schema: ({ values }) => ({ type: 'string', enum: values }),
  sentSchema: ({ values }) => ({ type: 'string', enum: values }),
  toJson: (_, column) => column,
  isRetired: ({ retired = [] }, given, present) => {
    const changes = present ? sql` and ${given} is distinct from ${present}` : sql``
    return sql`coalesce(${given} in (${join(toLiterals(retired))})${changes}, false)`
  },
}

/** Returns the mistakes in the values of a choice. */
export function checkChoice(field: ChoiceMembers & { readonly default?: unknown }): string[] {
  const { values } = field
  if (!Array.isArray(values) || values.length === 0 || values.length > 1000)
    return ["a choice needs its values, from 1 to 1000: choice(['open', 'closed'])"]
  const unfit = values.filter((value) => typeof value !== 'string' || !isFit(value))
  if (unfit.length > 0)
    return [`the values of a choice must be texts of 1 to 100 characters, not ${JSON.stringify(unfit)}`]
  if (new Set(values).size < values.length) return ['a choice must not name a value twice']
  return [...checkLabels(field), ...checkFormer(field), ...checkColors(field), ...checkRetired(field)]
}

/** Accepts wrong values too, since the mistakes of all fields are reported together. */
function maxLengthOf({ values }: ChoiceField): number {
  return Math.max(...[values].flat().map((value) => String(value).length))
}

function isFit(value: string): boolean {
  return value.length >= 1 && value.length <= 100 && findTextFault(value) === undefined
}

function parseChoice(value: unknown, { values }: ChoiceField): Reading {
  return typeof value === 'string' && values.includes(value)
    ? { value }
    : { fault: `must be one of ${values.join(', ')}` }
}

/** The present name of a value that was renamed. */
export function toPresent(value: unknown, { formerValues = {} }: ChoiceMembers): unknown {
  return typeof value === 'string' && Object.hasOwn(formerValues, value) ? formerValues[value] : value
}

function renamedSql(formerValues: Readonly<Record<string, string>>, column: Sql): Sql {
  const cases = Object.entries(formerValues).map(([was, value]) => sql`when ${literal(was)} then ${literal(value)}`)
  return sql`case ${column} ${join(cases, ' ')} else ${column} end`
}

/** The members of the plain form. Mistakes are not corrected: `check` finds them. */
function toPlain(items: readonly (string | ChoiceValue)[]): ChoiceMembers {
  if (!Array.isArray(items)) return { values: items as never }
  const all: readonly ChoiceValue[] = items.map((item: string | ChoiceValue) =>
    typeof item === 'object' && item !== null ? item : { value: item },
  )
  const isLabelled = all.some(({ label }) => label !== undefined)
  const renamed = all.flatMap(({ value, was }) => (was === undefined ? [] : [[was, value] as const]))
  const colored = all.flatMap(({ value, color }) => (color === undefined ? [] : [[value, color] as const]))
  const retired = all.flatMap(({ value, retired: isRetired }) => (isRetired === undefined ? [] : [value]))
  return {
    values: all.map(({ value }) => value),
    ...(isLabelled ? { labels: Object.fromEntries(all.map(({ value, label }) => [value, label ?? value])) } : {}),
    ...(renamed.length > 0 ? { formerValues: Object.fromEntries(renamed) } : {}),
    ...(colored.length > 0 ? { colors: Object.fromEntries(colored) } : {}),
    ...(retired.length > 0 ? { retired } : {}),
  }
}

function checkLabels({ labels = {} }: ChoiceMembers): string[] {
  const unfit = Object.entries(labels).filter(([, label]) => !isWords(label, 'label'))
  return unfit.map(([value]) => `the label of ${value} must be a text, or texts by language`)
}

function checkFormer({ values, formerValues = {} }: ChoiceMembers): string[] {
  const present = Object.keys(formerValues).filter((was) => values.includes(was) || !isFit(was))
  return present.map((was) => `was names ${JSON.stringify(was)}, which must be a text that is not a value any more`)
}

function checkColors({ colors: given = {} }: ChoiceMembers): string[] {
  const unfit = Object.entries(given).filter(([, color]) => !colors.includes(color))
  const known = colors.join(', ')
  return unfit.map(
    ([value]) => `the color of ${value} must be one of ${known}: free colours can't be read in both themes`,
  )
}

function checkRetired({ retired = [], default: value }: ChoiceMembers & { readonly default?: unknown }): string[] {
  const chosen = [value].flat().filter((one) => retired.some((gone) => gone === one))
  return chosen.map((one) => `the default ${String(one)} is retired, and can't be newly chosen: use another`)
}
