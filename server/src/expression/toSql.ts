import { literal, type Sql, sql, trusted } from '../sql/sql.ts'
import { toDuration } from './constants.ts'
import type { ExpressionTree, LiteralTree, ValueType } from './ExpressionTree.ts'
import { functionOf } from './functions/table.ts'
import type { SqlScope } from './SqlScope.ts'

/** The maximum length of the SQL of one expression in characters. */
export const maxSqlLength = 20_000

/**
 * A checked expression as SQL. It raises no error of PostgreSQL for any record. Numbers are computed in `numeric`,
 * which has no limit that an expression can reach; what a column can hold is up to the place of use. Dates can be
 * outside of the years that are stored: see `toStoredTime`.
 */
export function toSql(tree: ExpressionTree, scope: SqlScope): Sql {
  switch (tree.is) {
    case 'literal':
      return literalSql(tree)
    case 'field':
      return asNumeric(scope.field(tree.name), tree.type)
    case 'variable':
      return variableSql(tree.name, tree.type, scope)
    case 'call': {
      const of = tree.of.map((part) => toSql(part, scope))
      return functionOf(tree.name).toSql(of, tree, scope)
    }
  }
}

function asNumeric(value: Sql, type: ValueType): Sql {
  return type === 'integer' || type === 'decimal' ? sql`${value}::numeric` : value
}

function variableSql(name: string, type: ValueType, scope: SqlScope): Sql {
  if (name === '$now') return sql`now()`
  if (name === '$today') return sql`(now() at time zone ${scope.timeZone})::date`
  return asNumeric(scope.variable(name), type)
}

/** The types of PostgreSQL in which values are computed. */
const columnTypes: Record<ValueType, string> = {
  integer: 'numeric',
  decimal: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
  duration: 'interval',
  reference: 'bigint',
  list: 'text[]',
}

function literalSql({ type, value }: LiteralTree): Sql {
  const columnType = trusted(columnTypes[type])
  if (value === null) return sql`null::${columnType}`
  if (typeof value === 'boolean') return trusted(String(value))
  if (type === 'duration') {
    const { amount, unit } = toDuration(value)
    return sql`interval ${literal(`${amount} ${unit}`)}`
  }
  return type === 'integer' || type === 'decimal'
    ? sql`${trusted(value)}::numeric`
    : sql`${literal(value)}::${columnType}`
}

/** A date or dateTime that is outside of the years 1 to 9999, which no column holds, has no value. */
export function toStoredTime(value: Sql, type: 'date' | 'dateTime'): Sql {
  const [first, end] =
    type === 'date'
      ? [sql`'0001-01-01'::date`, sql`'10000-01-01'::date`]
      : [sql`'0001-01-01T00:00:00Z'::timestamptz`, sql`'10000-01-01T00:00:00Z'::timestamptz`]
  return sql`(case when ${value} >= ${first} and ${value} < ${end} then ${value} end)`
}

/** The same expression where its value is stored: times that no column holds have no value. */
export function toStoredSql(tree: ExpressionTree, scope: SqlScope): Sql {
  const value = toSql(tree, scope)
  return tree.type === 'date' || tree.type === 'dateTime' ? toStoredTime(value, tree.type) : value
}
