import type { FieldDeclaration } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { checkSeries, maxPartLength } from './series/checkSeries.ts'
import { toSeries } from './series/toSeries.ts'
import { escapedLength, parsePlainText } from './text.ts'
import { textual } from './traits.ts'

export interface SeriesField extends CommonField {
  readonly type: 'series'
  readonly template: string
  readonly per?: readonly string[]
  readonly gapless?: boolean
  readonly moves?: boolean
  readonly when?: object
}

export interface SeriesOptions extends Omit<CommonOptions<never>, 'required' | 'unique' | 'indexed' | 'default'> {
  /** What the count begins anew with: `['department', 'issuedOn.fiscalYear']`. All parts of the template if absent. */
  per?: readonly string[]
  /** No number is ever left out. Writes of one period wait for each other: see "Number series". */
  gapless?: boolean
  /** What the count begins anew with may change once a record has its number. The number stays. */
  moves?: true
  /** Criteria about the record's own fields. It gets its number with the write after which it first meets them. */
  when?: object
}

/**
 * The next number of a series, which the service assigns: `ORD-{year}-{number:5}`. The count begins anew with the parts
 * of the template: the day of the write, dates and values of the record, values of records that it refers to.
 */
export function series<const Options extends SeriesOptions>(
  template: string,
  options?: Options,
): FieldDeclaration<string, false, false, 'series'> & Options & { template: string; unique: true } {
  return { ...(options as Options), template, unique: true, type: 'series' }
}

export const seriesType: FieldType<SeriesField> = {
  ...textual,
  options: ['template', 'per', 'gapless', 'moves', 'when'],
  without: ['required', 'requiredWhen', 'indexed', 'default'],
  writable: false,
  uses: (field) => wordsOf(field).filter((word) => !wordsOfDays.includes(word)),
  series: toSeries,
  check: checkSeries,
  read: (value) => parsePlainText(value),
  columnType: () => 'text',
  indexLength: maxLengthOf,
  inTemplate: { toText: (column) => column, maxLength: maxLengthOf },
  inExpression: () => ({ type: 'text' }),
  toKnown: (field, isKnown) => {
    const words = [...wordsOf(field), ...(field.per ?? []), ...namedIn(field.when)].map(
      (word) => word.split('.')[0] ?? '',
    )
    if (words.every((word) => wordsOfDays.includes(word) || isKnown.field(word))) return field
    const { template: _template, per: _per, when: _when, ...others } = field
    return others
  },
  jsonLength: (field) => escapedLength(maxLengthOf(field)),
  typeScript: () => 'string',
  schema: () => ({ type: 'string' }),
  sentSchema: () => ({ type: 'string' }),
  toJson: (_, column) => column,
}

const wordsOfDays = ['number', 'year', 'month', 'day', 'fiscalYear']
/** A number is a bigint. */
const longestNumber = 19

function wordsOf({ template }: SeriesField): string[] {
  return Array.from(String(template).matchAll(/\{([\w.]*)[^{}]*\}/g), ([, word]) => word ?? '')
}

function namedIn(criteria: object | undefined): string[] {
  return Array.from((JSON.stringify(criteria) ?? '').matchAll(/"fieldName":"([^"]*)"/g), ([, name]) => name ?? '')
}

/** The digits of a number are beyond those of its placeholder only; so are the characters of values. */
function maxLengthOf(field: SeriesField): number {
  const values = wordsOf(field).filter((word) => !wordsOfDays.includes(word)).length
  return String(field.template).length + longestNumber + values * maxPartLength
}
