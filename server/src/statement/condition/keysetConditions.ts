import type { SortKey } from '../../plan/parseSort.ts'
import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import type { Joins } from './conditionSql.ts'
import { operandType } from './operandSql.ts'
import { isNeverNull } from './sortKey.ts'

/**
 * The conditions for records after the given sort keys, the nearest records first. No record meets two of them. An
 * index in the sort order can start at each of them; it could not if they were joined by `or`.
 */
export function keysetConditions(sort: readonly SortKey[], after: readonly (string | null)[], joins: Joins): Sql[] {
  const keys = sort.map(({ path, descending }, index) => {
    const value = after[index] ?? null
    const own = joins.column(path)
    const given = sql`${value}::${trusted(operandType(path.field))}`
    const equal = value === null ? sql`${own} is null` : sql`${own} = ${given}`
    return { own, given, equal, value, descending, nullable: !isNeverNull(path, joins) }
  })
  const afterEqual = (count: number, condition: Sql) =>
    join([...keys.slice(0, count).map(({ equal }) => equal), condition], ' and ')
  const tail = uniformTail(sort, joins)
  const [own, given] = [rowOf(keys.slice(tail), 'own'), rowOf(keys.slice(tail), 'given')]
  const conditions = [afterEqual(tail, sql`${own} ${beyond(sort.at(-1))} ${given}`)]
  for (let index = tail - 1; index >= 0; index--) {
    const key = keys[index]
    // Missing values come last: nothing comes after them.
    if (!key || key.value === null) continue
    conditions.push(afterEqual(index, sql`${key.own} ${beyond(key)} ${key.given}`))
    if (key.nullable) conditions.push(afterEqual(index, sql`${key.own} is null`))
  }
  return conditions
}

/** The index from which all keys are never null and have the same direction: one row comparison covers them. */
function uniformTail(sort: readonly SortKey[], joins: Joins): number {
  const last = sort.at(-1)
  const other = sort.findLastIndex(
    ({ path, descending }) => !isNeverNull(path, joins) || descending !== last?.descending,
  )
  return other + 1
}

function beyond(key: { readonly descending: boolean } | undefined): Sql {
  return trusted(key?.descending ? '<' : '>')
}

function rowOf(keys: readonly { readonly own: Sql; readonly given: Sql }[], side: 'own' | 'given'): Sql {
  return sql`(${join(keys.map((key) => key[side]))})`
}
