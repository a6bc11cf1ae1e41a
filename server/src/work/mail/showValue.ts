import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { inLanguage } from '../../text/words.ts'

/** How values are written for people. */
export interface Locale {
  /** A language such as `de`. */
  readonly language: string
  /** The zone of times. */
  readonly timeZone: string
}

const yesAndNo: Readonly<Record<string, readonly [string, string]>> = { de: ['ja', 'nein'], fr: ['oui', 'non'] }

const anyRecord = { shownRecord: () => ({}), sentReference: () => ({}) }

/** How values of a JSON Schema are written: by its format, or else by its type. */
const written: Readonly<Record<string, (text: string, locale: Locale, field: Field) => string>> = {
  date: (text, locale) => showDate(`${text}T00:00:00Z`, locale, { dateStyle: 'long', timeZone: 'UTC' }),
  'date-time': showTime,
  decimal: showNumber,
  integer: showNumber,
}

/** A value of a record as people read it: days, times, numbers and money in their language, of a record its title. */
export function showValue(value: unknown, field: Field, locale: Locale): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return showRecord(value)
  if (typeof value === 'boolean') return (yesAndNo[locale.language] ?? ['yes', 'no'])[value ? 0 : 1]
  // What the type says of its values for programs is enough to write them for people.
  const { type, format } = typeOf(field).schema(field, anyRecord) as { type?: unknown; format?: unknown }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const write = written[String(format ?? type)]
  return write ? write(text, locale, field) : (labelOf(text, field, locale) ?? text)
}

/** A time of a record, such as `createdOn`. */
export function showTime(text: string, locale: Locale): string {
  return showDate(text, locale, { dateStyle: 'long', timeStyle: 'short', timeZone: locale.timeZone })
}

function showDate(text: string, { language }: Locale, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, options).format(new Date(text))
}

/** All digits are kept: a decimal number is formatted as text, without a way over floating point. */
function showNumber(text: string, { language }: Locale, field: Field): string {
  const digits = text.split('.')[1]?.length ?? 0
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const currency = 'currency' in field && typeof field.currency === 'string' ? field.currency : undefined
  const options = currency === undefined ? exact : ({ ...exact, style: 'currency', currency } as const)
  return new Intl.NumberFormat(language, options).format(text as Intl.StringNumericLiteral)
}

/** What people call the value of a choice. */
function labelOf(value: string, field: Field, { language }: Locale): string | undefined {
  const labels = 'labels' in field ? new Map(Object.entries(field.labels ?? {})) : undefined
  const label = labels?.get(value)
  return label === undefined ? undefined : inLanguage(label, language)
}

/** Of a record the title, which is what it shows besides its id and version. */
function showRecord(value: object): string {
  const [title] = Object.entries(value).flatMap(([name, one]) => (['id', 'version'].includes(name) ? [] : [one]))
  return typeof title === 'string' || typeof title === 'number' ? String(title) : ''
}
