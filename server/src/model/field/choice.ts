import { join, literal, sql, type Sql } from '../../sql/sql.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import { escapedLength, findTextFault, parsePlainText, toLiterals } from './text.ts'
import { textual } from './traits.ts'

export interface ChoiceField extends CommonField {
  readonly type: 'choice'
  readonly values: readonly string[]
  /** The names of all values for people; absent if none was declared. */
  readonly labels?: Readonly<Record<string, string>>
  /** The present names of values that were renamed, by their former names. */
  readonly formerValues?: Readonly<Record<string, string>>
}

/** A value of a choice, with its name for people and the value that it was before. */
export interface ChoiceValue {
  readonly value: string
  readonly label?: string
  readonly was?: string
}

type ValueIn<Item> = Item extends { readonly value: infer Value extends string } ? Value : Item & string

/** One of a fixed list of texts: `choice(['draft', { value: 'void', label: 'Cancelled', was: 'cancelled' }])`. */
export function choice<
  const Items extends readonly (string | ChoiceValue)[],
  const Options extends CommonOptions<ValueIn<Items[number]>>,
>(
  items: Items,
  options?: Options,
): FieldDeclaration<ValueIn<Items[number]>, IsRequired<Options>, true, 'choice'> &
  Options & { values: ValueIn<Items[number]>[] } {
  return { ...(options as Options), ...toPlain(items), type: 'choice' } as ReturnType<typeof choice<Items, Options>>
}

export const choiceType: FieldType<ChoiceField> = {
  ...textual,
  options: ['values', 'labels', 'formerValues'],
  writable: true,
  check: (field) => {
    const { values } = field
    if (!Array.isArray(values) || values.length === 0 || values.length > 1000)
      return ["a choice needs its values, from 1 to 1000: choice(['open', 'closed'])"]
    const unfit = values.filter((value) => typeof value !== 'string' || !isFit(value))
    if (unfit.length > 0)
      return [`the values of a choice must be texts of 1 to 100 characters, not ${JSON.stringify(unfit)}`]
    if (new Set(values).size < values.length) return ['a choice must not name a value twice']
    return [...checkLabels(field), ...checkFormer(field)]
  },
  read: parseChoice,
  parseOperand: (value, field) => parseChoice(toPresent(value, field), field),
  parseStored: (value, field) => parsePlainText(toPresent(value, field)),
  columnType: () => 'text',
  constraint: ({ values }, column) => sql`${column} in (${join(toLiterals(values))})`,
  adaptation: ({ formerValues }) =>
    formerValues && { title: 'Rename values of', using: (column) => renamedSql(formerValues, column) },
  indexLength: maxLengthOf,
  inTemplate: { toText: (column) => column, maxLength: maxLengthOf },
  jsonLength: (field) => escapedLength(maxLengthOf(field)),
  typeScript: ({ values }) => values.map((value) => JSON.stringify(value)).join(' | '),
  schema: ({ values }) => ({ type: 'string', enum: values }),
  sentSchema: ({ values }) => ({ type: 'string', enum: values }),
  toJson: (_, column) => column,
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
function toPresent(value: unknown, { formerValues = {} }: ChoiceField): unknown {
  return typeof value === 'string' && Object.hasOwn(formerValues, value) ? formerValues[value] : value
}

function renamedSql(formerValues: Readonly<Record<string, string>>, column: Sql): Sql {
  const cases = Object.entries(formerValues).map(([was, value]) => sql`when ${literal(was)} then ${literal(value)}`)
  return sql`case ${column} ${join(cases, ' ')} else ${column} end`
}

/** The members of the plain form. Mistakes are not corrected: `check` finds them. */
function toPlain(items: readonly (string | ChoiceValue)[]): Omit<ChoiceField, keyof CommonField | 'type'> {
  if (!Array.isArray(items)) return { values: items as never }
  const all: readonly ChoiceValue[] = items.map((item: string | ChoiceValue) =>
    typeof item === 'object' && item !== null ? item : { value: item },
  )
  const isLabelled = all.some(({ label }) => label !== undefined)
  const renamed = all.flatMap(({ value, was }) => (was === undefined ? [] : [[was, value] as const]))
  return {
    values: all.map(({ value }) => value),
    ...(isLabelled ? { labels: Object.fromEntries(all.map(({ value, label }) => [value, label ?? value])) } : {}),
    ...(renamed.length > 0 ? { formerValues: Object.fromEntries(renamed) } : {}),
  }
}

function checkLabels({ labels = {} }: ChoiceField): string[] {
  const unfit = Object.entries(labels).filter(([, label]) => typeof label !== 'string' || label === '')
  return unfit.map(([value]) => `the label of ${value} must be a text`)
}

function checkFormer({ values, formerValues = {} }: ChoiceField): string[] {
  const present = Object.keys(formerValues).filter((was) => values.includes(was) || !isFit(was))
  return present.map((was) => `was names ${JSON.stringify(was)}, which must be a text that is not a value any more`)
}
