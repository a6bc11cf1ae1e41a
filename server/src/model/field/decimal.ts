import { sql, trusted } from '../../sql/sql.ts'
import { decimalConversions } from './decimalConversions.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import { incrementBy } from './incrementBy.ts'
import { checkLimits, type Limits, type LimitRules, limitsSql, withinLimits } from './limits.ts'
import type { Currency } from './money.ts'
import { scalar } from './traits.ts'
import { numberViews } from './views.ts'

export interface DecimalField extends CommonField, Limits {
  readonly type: 'decimal'
  readonly precision: number
  readonly scale: number
  /** The currency of the values, if they are amounts of money. */
  readonly currency?: Currency
}

export interface DecimalOptions extends CommonOptions<string> {
  /** The total number of digits. */
  precision: number
  /** The number of digits after the point. */
  scale: number
  /** The least value: a whole number, or any decimal number as text. */
  min?: number | string
  /** The greatest value: a whole number, or any decimal number as text. */
  max?: number | string
  /** The currency, if the values are amounts of money: `'NZD'`, or `{ field: 'currency' }` of the same record. */
  currency?: Currency
}

/** An exact decimal number. It is a string in JSON, so that no client's floating point changes it. */
export function decimal<const Options extends DecimalOptions>(
  options: Options,
): FieldDeclaration<string, IsRequired<Options>, true, 'decimal'> & Options {
  const { min, max } = options
  const limits = { ...(min === undefined ? {} : { min: `${min}` }), ...(max === undefined ? {} : { max: `${max}` }) }
  return { ...options, ...limits, type: 'decimal' }
}

/** The length in an index: up to 100 digits of half a byte each, in characters of four bytes. */
const digitsLength = 13

export const decimalType: FieldType<DecimalField> = {
  ...scalar,
  options: ['precision', 'scale', 'min', 'max', 'currency'],
  views: numberViews,
  writable: true,
  check: (field) => {
    const { precision, scale } = field
    if (!(Number.isInteger(precision) && precision >= 1 && precision <= 100))
      return ['precision must be a whole number from 1 to 100, such as precision: 12']
    if (!(Number.isInteger(scale) && scale >= 0 && scale <= precision))
      return ['scale must be a whole number from 0 to the precision, such as scale: 2']
    return checkLimits(field, toRules(field))
  },
  read: readWithin,
  parseOperand: (value) =>
    typeof value === 'string' && value.length <= 250 && /^-?\d+(\.\d+)?$/.test(value)
      ? { value }
      : { fault: 'must be a decimal number as a string, such as "12.50"' },
  increment: incrementBy({
    read: parseDecimal,
    inRange: ({ precision, scale }, result) => sql`abs(${result}) < ${trusted(`1e${precision - scale}::numeric`)}`,
    readResult: readWithin,
  }),
  columnType: ({ precision, scale }) => `numeric(${precision},${scale})`,
  constraint: (field, column) => limitsSql(field, column, 'numeric'),
  indexLength: () => digitsLength,
  inTemplate: { toText: (column) => sql`${column}::text`, maxLength: ({ precision }) => precision + 3 },
  sums: { scale: ({ scale }) => scale, json: () => 'text' },
  conversions: decimalConversions,
  inExpression: () => ({ type: 'decimal' }),
  jsonLength: ({ precision }) => precision + 5,
  typeScript: () => 'string',
  schema: () => ({ type: 'string', format: 'decimal' }),
  sentSchema: (field) => ({ type: 'string', format: 'decimal', pattern: patternOf(field) }),
  toJson: (_, column) => sql`${column}::text`,
}

function patternOf({ precision, scale }: DecimalField): string {
  const whole = precision > scale ? `(?:0|[1-9]\\d{0,${precision - scale - 1}})` : '0'
  return `^-?${whole}${scale === 0 ? '' : `(?:\\.\\d{1,${scale}})?`}$`
}

function readWithin(value: unknown, field: DecimalField): Reading {
  return withinLimits(parseDecimal(value, field), field, toRules(field))
}

function toRules(field: DecimalField): LimitRules {
  return { read: (value) => parseDecimal(value, field), compare: compareDecimals, example: "'0.01'" }
}

/** Compares two numbers in canonical form with the same number of digits behind the point. */
function compareDecimals(a: string, b: string): number {
  const difference = BigInt(a.replace('.', '')) - BigInt(b.replace('.', ''))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function parseDecimal(value: unknown, { precision, scale }: DecimalField): Reading {
  const parts = typeof value === 'string' && value.length <= 250 && /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(value)
  if (!parts) return { fault: 'must be a decimal number as a string, such as "12.50"' }
  const [, whole = '', fraction = ''] = parts
  if (fraction.length > scale) return { fault: `must have at most ${scale} digits behind the point` }
  if (whole !== '0' && whole.length > precision - scale)
    return { fault: `must have at most ${precision - scale} digits before the point` }
  return { value: toCanonical(value, whole, fraction.padEnd(scale, '0')) }
}

/** The form that PostgreSQL prints, so that equal numbers have equal texts. */
function toCanonical(value: string, whole: string, fraction: string): string {
  const digits = fraction === '' ? whole : `${whole}.${fraction}`
  return value.startsWith('-') && /[1-9]/.test(digits) ? `-${digits}` : digits
}
