import type { Models } from '../model/Models.ts'
import { tableName } from '../model/names.ts'
import { everything } from '../plan/Condition.ts'
import { keyOfSelection } from '../plan/Selection.ts'
import type { SearchPlan, SortKey } from '../plan/SearchPlan.ts'
import { escapeLike } from '../sql/likePattern.ts'
import { join, type Sql, sql, trusted } from '../sql/sql.ts'
import { conditionSql, Joins, operandType, startOf } from './conditionSql.ts'
import { totalOf } from './counts.ts'
import { invalidSearch } from './refusal.ts'
import { searchText } from './searchText.ts'
import { selectionJson } from './selectionJson.ts'
import { sortKey } from './sortKey.ts'
import type { StatementMaker } from './Statement.ts'

/** A page of a search: records as JSON text without brackets, the total where asked for, and where to go on. */
export interface SearchPage {
  readonly total: number | undefined
  readonly records: string
  /** The sort keys of the last record; undefined where there are no more. */
  readonly next: readonly (string | null)[] | undefined
}

/** A page and its total in one statement, so that they agree. Equal searches that wait share one. */
export const searchStatement: StatementMaker<SearchPlan, SearchPage> = {
  effect: 'read',
  keyOf: ({ shape, selection, offset, limit, after, total }) =>
    `search ${shape} ${keyOfSelection(selection)} ${JSON.stringify([offset, limit, after ?? null, total])}`,
  toSql: ([plan], models) => {
    if (!plan) throw new TypeError('A group has at least one plan.')
    const total = plan.total ? totalSql(plan, models) : sql`null`
    if (plan.limit === 0) return sql`select ${total}, '', null`
    const last = sql`${plan.limit}::bigint`
    return sql`with page as (${pageSql(plan, models)})
select ${total},
  (select string_agg(page.json, ',' order by page.place) from page where page.place <= ${last}),
  (select page.keys from page where page.place = ${last} and exists (select from page where page.place > ${last}))`
  },
  toResults: (items, [row]) => {
    const total = row?.[0]
    const next: (string | null)[] | undefined = row?.[2] ? JSON.parse(row[2]) : undefined
    return items.map(({ total: wanted }) => ({
      total: wanted ? Number(total) : undefined,
      records: row?.[1] ?? '',
      next,
    }))
  },
  toFailure: (refused) => invalidSearch(refused),
}

/**
 * One record more than the page holds, to know whether there are more. JSON is made for these alone, not for those skipped.
 * Each is looked up by its id and not joined: a generic plan does not know the limit, and would join the whole table.
 */
function pageSql({ model, selection, condition, words, sort, offset, limit, after }: SearchPlan, models: Models): Sql {
  const joins = new Joins('t', models)
  const where = join(
    [
      conditionSql(condition, joins, models),
      ...words.map((word) => wordSql(word, model)),
      ...(after ? [behindAll(sort, after, joins)] : []),
    ],
    ' and ',
  )
  const skipped = after ? 0 : offset
  const order = join(sort.map((key) => orderSql(key, joins)))
  const keys = join(sort.map(({ path }) => sql`${joins.column(path)}::text`))
  const chosen = sql`select t.id, row_number() over (order by ${order}) as place, json_build_array(${keys})::text as keys
    from ${startOf(model, joins)} where ${where} order by ${order} offset ${skipped}::bigint limit ${limit + 1}::bigint`
  return sql`
  select chosen.place - ${skipped}::bigint as place, chosen.keys,
    (select ${selectionJson(selection, models, 't')} from ${tableName(model)} as t where t.id = chosen.id) as json
  from (${chosen}) as chosen
`
}

/** Exact, and cheap where everything is meant; else a count of its own, which an index can answer. */
function totalSql({ model, condition, words }: SearchPlan, models: Models): Sql {
  if (condition === everything && words.length === 0) return totalOf(model)
  const joins = new Joins('t', models)
  const where = join([conditionSql(condition, joins, models), ...words.map((word) => wordSql(word, model))], ' and ')
  return sql`(select count(*) from ${startOf(model, joins)} where ${where})`
}

function wordSql(word: string, model: SearchPlan['model']): Sql {
  return sql`${searchText(model, 't')} like ${`%${escapeLike(word)}%`}::text`
}

/** Missing values come last in both directions. */
function orderSql({ path, descending }: SortKey, joins: Joins): Sql {
  return sortKey(joins.column(path), { required: isNeverNull(path), descending })
}

/** Behind the given keys. Where all keys have values and one direction, as one comparison of rows, which an index begins at. */
function behindAll(sort: readonly SortKey[], after: readonly (string | null)[], joins: Joins): Sql {
  const [first] = sort
  const alike = sort.every(({ path, descending }) => isNeverNull(path) && descending === first?.descending)
  if (!alike) return behind(sort, after, joins)
  const own = sort.map(({ path }) => joins.column(path))
  const given = sort.map(({ path }, index) => sql`${after[index]}::${trusted(operandType(path.field))}`)
  return sql`(${join(own)}) ${trusted(first?.descending ? '<' : '>')} (${join(given)})`
}

/** Behind the given keys in the order of the sort: at the first key that differs, the greater side of it. */
function behind(sort: readonly SortKey[], after: readonly (string | null)[], joins: Joins): Sql {
  const [key, ...others] = sort
  if (!key) return sql`false`
  const [value, ...rest] = after
  const own = joins.column(key.path)
  const given = sql`${value}::${trusted(operandType(key.path.field))}`
  const further = others.length > 0 ? behind(others, rest, joins) : sql`false`
  if (value === null || value === undefined) return sql`(${own} is null and ${further})`
  const beyond = sql`${own} ${trusted(key.descending ? '<' : '>')} ${given}`
  const edge = isNeverNull(key.path)
    ? sql`${own} ${trusted(key.descending ? '<=' : '>=')} ${given} and (${beyond} or ${further})`
    : sql`(${beyond} or ${own} is null or (${own} = ${given} and ${further}))`
  return sql`(${edge})`
}

/** Whether a path always has a value, so that an index in its plain order serves. */
function isNeverNull({ steps, field }: SortKey['path']): boolean {
  return steps.length === 0 && field.required
}
