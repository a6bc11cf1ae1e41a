import type { SortKey } from '../../plan/SearchPlan.ts'
import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import type { Joins } from './conditionSql.ts'
import { operandType } from './operandSql.ts'
import { isNeverNull } from './sortKey.ts'

/**
 * The ways in which a record can lie behind the given keys, the nearest first; no record lies behind them in two. Each is a
 * condition that an index in the order of the sort can begin at, which it could not with all of them in one `or`.
 */
export function keysetConditions(sort: readonly SortKey[], after: readonly (string | null)[], joins: Joins): Sql[] {
  const keys = sort.map(({ path, descending }, index) => {
    const value = after[index] ?? null
    const own = joins.column(path)
    const given = sql`${value}::${trusted(operandType(path.field))}`
    const equal = value === null ? sql`${own} is null` : sql`${own} = ${given}`
    return { own, given, equal, value, descending, nullable: !isNeverNull(path, joins) }
  })
  const behindEqual = (count: number, way: Sql) =>
    join([...keys.slice(0, count).map(({ equal }) => equal), way], ' and ')
  const tail = alikeFrom(sort, joins)
  const [own, given] = [rowOf(keys.slice(tail), 'own'), rowOf(keys.slice(tail), 'given')]
  const ways = [behindEqual(tail, sql`${own} ${beyond(sort.at(-1))} ${given}`)]
  for (let index = tail - 1; index >= 0; index--) {
    const key = keys[index]
    // Missing values come last: nothing is behind them.
    if (!key || key.value === null) continue
    ways.push(behindEqual(index, sql`${key.own} ${beyond(key)} ${key.given}`))
    if (key.nullable) ways.push(behindEqual(index, sql`${key.own} is null`))
  }
  return ways
}

/** Where the end of the keys begins that have values always and one direction: there one comparison of rows serves. */
function alikeFrom(sort: readonly SortKey[], joins: Joins): number {
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
