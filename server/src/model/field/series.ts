import { join, literal, sql, type Sql, trusted } from '../../sql/sql.ts'
import type { FieldDeclaration } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { escapedLength, parsePlainText } from './text.ts'
import { textual } from './traits.ts'

export interface SeriesField extends CommonField {
  readonly type: 'series'
  readonly template: string
  readonly gapless?: boolean
}

export interface SeriesOptions extends Omit<CommonOptions<never>, 'required' | 'unique' | 'indexed' | 'default'> {
  /** No number is ever left out. Creates of such a model wait for each other: see "Number series". */
  gapless?: boolean
}

/**
 * The next number of a series, which the service assigns when a record is created: `ORD-{year}-{number:5}`. The count
 * begins anew with the year, month or day in the template, as they are in UTC.
 */
export function series<const Options extends SeriesOptions>(
  template: string,
  options?: Options,
): FieldDeclaration<string, false, false, 'series'> & Options & { template: string; unique: true } {
  return { ...(options as Options), template, unique: true, type: 'series' }
}

/** How a field numbers new records. */
export interface Series {
  readonly gapless: boolean
  /** What the count begins anew with; undefined if it never does. */
  readonly restart: 'year' | 'month' | 'day' | undefined
  /** The current period in UTC, such as `2026-11`; empty text if the count never begins anew. */
  readonly period: Sql
  /** A regular expression for the values of the period that a day is in. Its one group is the number. */
  patternAt(day: Sql): Sql
  /** The value of the field, for a number of the current period. */
  toText(number: Sql): Sql
}

export const seriesType: FieldType<SeriesField> = {
  ...textual,
  options: ['template', 'gapless'],
  without: ['required', 'indexed', 'default'],
  writable: false,
  series: toSeries,
  check: (field) => [...checkTemplate(field.template), ...checkFlags(field)],
  read: (value) => parsePlainText(value),
  columnType: () => 'text',
  indexLength: maxLengthOf,
  inTemplate: { toText: (column) => column, maxLength: maxLengthOf },
  jsonLength: (field) => escapedLength(maxLengthOf(field)),
  typeScript: () => 'string',
  schema: () => ({ type: 'string' }),
  sentSchema: () => ({ type: 'string' }),
  toJson: (_, column) => column,
}

const parts = { year: 'YYYY', month: 'MM', day: 'DD' } as const
const restarts = ['day', 'month', 'year'] as const
const periods = { year: 'YYYY', month: 'YYYY-MM', day: 'YYYY-MM-DD' } as const
const maxDigits = 15
/** A number is a bigint. */
const longestNumber = 19
const maxTemplateLength = 100

/** The current day. All values of a statement have the same, and it is the day of `created_on`. */
const today = sql`now() at time zone 'UTC'`

function toSeries({ template, gapless = false }: SeriesField): Series {
  const restart = restarts.find((unit) => template.includes(`{${unit}}`))
  return {
    gapless,
    restart,
    period: restart === undefined ? sql`''::text` : sql`to_char(${today}, ${literal(periods[restart])})`,
    patternAt: (day) => {
      const number = (digits = '1') => literal(`([0-9]{${digits},18})`)
      return sql`'^' || ${fill(template, day, number, (text) => literal(escaped(text)))} || '$'`
    },
    toText: (number) => fill(template, today, (digits) => toDigits(sql`${number}::text`, digits), literal),
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
}

function toDigits(number: Sql, digits: string | undefined): Sql {
  if (digits === undefined) return number
  return sql`lpad(${number}, greatest(length(${number}), ${trusted(digits)}), '0')`
}

/** The template as SQL, with the date of a day. */
function fill(
  template: string,
  day: Sql,
  toNumber: (digits: string | undefined) => Sql,
  toLiteral: (text: string) => Sql,
): Sql {
  const pieces = template.split(/(\{[^{}]*\})/).filter((part) => part !== '')
  const filled = pieces.map((part) => {
    const [, word, digits] = /^\{(\w+)(?::(\d+))?\}$/.exec(part) ?? []
    if (word === undefined) return toLiteral(part)
    if (word === 'number') return toNumber(digits)
    return sql`to_char(${day}, ${literal(parts[word as keyof typeof parts])})`
  })
  return join(filled, ' || ')
}

/** The digits of a number are beyond those of its placeholder only. */
function maxLengthOf({ template }: SeriesField): number {
  return String(template).length + longestNumber
}

const example = "series('INV-{year}-{number:5}')"

function checkTemplate(template: unknown): string[] {
  if (typeof template !== 'string' || template.length > maxTemplateLength || template.includes('\0'))
    return [`a series needs a template of at most ${maxTemplateLength} characters, such as ${example}`]
  const words = Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, word]) => word ?? '')
  if (/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))) return [`the template has a brace alone: write ${example}`]
  if (template.includes('\n') || template.includes('\r')) return ['the template must be one line']
  const unknown = words.filter((word) => !isNumber(word) && !Object.hasOwn(parts, word))
  const has = (word: string) => words.includes(word)
  return [
    ...unknown.map((word) => `the template names {${word}}: it takes {year}, {month}, {day}, {number} and {number:5}`),
    ...(words.filter(isNumber).length === 1
      ? []
      : [`the template needs {number} once, with at most ${maxDigits} digits such as {number:5}`]),
    ...(has('month') && !has('year')
      ? ['{month} needs {year}: the numbers of a month would come again a year later']
      : []),
    ...(has('day') && !has('month')
      ? ['{day} needs {month} and {year}: the numbers of a day would come again a month later']
      : []),
  ]
}

function isNumber(word: string): boolean {
  const [, digits = '1'] = /^number(?::([1-9]\d?))?$/.exec(word) ?? [undefined, '0']
  return Number(digits) >= 1 && Number(digits) <= maxDigits
}

function checkFlags({ unique, gapless }: SeriesField): string[] {
  return [
    ...(unique ? [] : [`a series is always unique: declare it with ${example}, and leave unique out`]),
    ...(gapless === undefined || typeof gapless === 'boolean' ? [] : ['gapless must be true or false']),
  ]
}
