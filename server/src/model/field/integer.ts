import { join, sql, trusted, type Sql } from '../../sql/sql.ts'
import { maxInteger, unlessLike } from './convert.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import { incrementBy } from './incrementBy.ts'
import { scalar } from './traits.ts'
import { numberViews } from './views.ts'

export interface IntegerField extends CommonField {
  readonly type: 'integer'
  readonly min?: number
  readonly max?: number
}

export interface IntegerOptions extends CommonOptions<number> {
  min?: number
  max?: number
}

/** A whole number between -(2^53 - 1) and 2^53 - 1, the range that JSON numbers represent exactly. */
export function integer<const Options extends IntegerOptions>(
  options?: Options,
): FieldDeclaration<number, IsRequired<Options>, true, 'integer'> & Options {
  return { ...(options as Options), type: 'integer' }
}

const notWhole = 'must be a whole number between -9007199254740991 and 9007199254740991'

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

function readInteger(value: unknown, { min, max }: IntegerField): Reading {
  if (!isWhole(value)) return { fault: notWhole }
  if (min !== undefined && value < min) return { fault: `must be at least ${min}` }
  if (max !== undefined && value > max) return { fault: `must be at most ${max}` }
  return { value: value === 0 ? 0 : value }
}

export const integerType: FieldType<IntegerField> = {
  ...scalar,
  options: ['min', 'max'],
  views: numberViews,
  writable: true,
  check: ({ min, max }) => {
    const mistakes = []
    if (min !== undefined && !Number.isSafeInteger(min)) mistakes.push('min must be a whole number, such as min: 0')
    if (max !== undefined && !Number.isSafeInteger(max)) mistakes.push('max must be a whole number, such as max: 100')
    if (min !== undefined && max !== undefined && min > max) mistakes.push('min must not be greater than max')
    return mistakes
  },
  read: readInteger,
  parseOperand: (value) => (isWhole(value) ? { value } : { fault: 'must be a whole number' }),
  increment: incrementBy({
    read: (value) => (isWhole(value) ? { value: value === 0 ? 0 : value } : { fault: notWhole }),
    inRange: (_, result) => sql`${result} between -9007199254740991 and 9007199254740991`,
    readResult: (result, field) => readInteger(Number(result), field),
  }),
  columnType: () => 'bigint',
  constraint: ({ min, max }, column) => {
    const limits: Sql[] = []
    if (min !== undefined) limits.push(sql`${column} >= ${trusted(`(${min})`)}`)
    if (max !== undefined) limits.push(sql`${column} <= ${trusted(`(${max})`)}`)
    return limits.length === 0 ? undefined : join(limits, ' and ')
  },
  inTemplate: { toText: (column) => sql`${column}::text`, maxLength: () => 17 },
  sums: { scale: () => 0, json: () => 'number' },
  holdsIdsOf: () => true,
  conversions: {
    'bigint → text': () => ({ using: (column) => sql`${column}::text` }),
    'bigint → jsonb': () => ({ using: (column) => sql`to_jsonb(${column})` }),
    'text → bigint': () => ({
      using: (column) => sql`${column}::bigint`,
      unfit: (column) => unlessLike(column, '-?(0|[1-9][0-9]{0,15})', sql`abs(${column}::bigint) > ${maxInteger}`),
    }),
    'boolean → bigint': () => ({ using: (column) => sql`${column}::integer::bigint` }),
  },
  inExpression: () => ({ type: 'integer' }),
  jsonLength: () => 17,
  typeScript: () => 'number',
  schema: () => ({ type: 'integer', format: 'int64' }),
  sentSchema: ({ min, max }) => ({
    type: 'integer',
    format: 'int64',
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
  toJson: (_, column) => column,
}
