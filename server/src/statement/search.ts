import type { Models } from '../model/Models.ts'
import { tableName } from '../model/names.ts'
import { everything } from '../criteria/Condition.ts'
import { keyOfSelection } from '../plan/Selection.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import { escapeLike } from '../sql/likePattern.ts'
import { join, name, type Sql, sql } from '../sql/sql.ts'
import { andSeen, conditionSql, Joins, startOf } from './conditionSql.ts'
import { totalOf } from './counts.ts'
import { passedRows } from './pass.ts'
import { invalidSearch } from './refusal.ts'
import { refuseCost, type SearchCost } from './searchCost.ts'
import { searchText } from './searchText.ts'
import { selectionJson } from './selectionJson.ts'
import { isNeverNull, sortKey } from './sortKey.ts'
import type { StatementMaker } from './Statement.ts'
import { lookKey, type View, viewOf } from './View.ts'
import { waysBehind } from './waysBehind.ts'

/** A page of a search: records as JSON text without brackets, the total where asked for, and where to go on. */
export interface SearchPage {
  readonly total: number | undefined
  readonly records: string
  /** The sort keys of the last record; undefined where there are no more. */
  readonly next: readonly (string | null)[] | undefined
}

/** A page and its total in one statement, so that they agree. Equal searches that wait share one. */
export const searchStatement: StatementMaker<SearchPlan, SearchPage> = {
  name: 'record.search',
  effect: 'read',
  shapeOf: ({ model, shape, selection, offset, limit, after, total, grant }) => [
    shape,
    keyOfSelection(selection),
    offset,
    limit,
    JSON.stringify(after ?? null),
    total,
    lookKey(grant, model),
  ],
  grantOf: ({ grant }) => grant,
  toSql: ([plan], models, pass) => {
    if (!plan) throw new TypeError('A group has at least one plan.')
    const { statement, cost } = searchSql(plan, models, pass)
    refuseCost(cost)
    return statement
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

/** The statement of a search, and what it costs. */
export function searchSql(plan: SearchPlan, models: Models, pass: Sql): { statement: Sql; cost: SearchCost } {
  const view = viewOf(plan.grant, models)
  const ruled = andSeen(plan.model, 't', view)
  const total = plan.total ? totalSql(plan, view) : undefined
  const counted = total ? [total] : []
  if (plan.limit === 0) {
    const statement = sql`with ${pass} ${passedRows(sql`select ${total ?? noTotal}, '', null`, 3)}`
    return { statement, cost: { parts: counted, ruled } }
  }
  const { parts, chosen } = beginningsOf(plan, view)
  const json = selectionJson(plan.selection, view, 't')
  const last = sql`${plan.limit}::bigint`
  const rows = sql`select ${total ?? noTotal},
  (select string_agg(page.json, ',' order by page.place) from page where page.place <= ${last}),
  (select page.keys from page where page.place = ${last} and exists (select from page where page.place > ${last}))`
  const statement = sql`with ${pass}, page as (${pageSql(plan, chosen, json)})
${passedRows(rows, 3)}`
  return { statement, cost: { parts: [...parts, ...counted], ruled, ...(plan.fieldsNamed ? { fields: json } : {}) } }
}

const noTotal = sql`-1`

/**
 * One record more than the page holds, to know whether there are more. JSON is made for these alone, not for those skipped.
 * Each is looked up by its id and not joined: a generic plan does not know the limit, and would join the whole table.
 */
function pageSql({ model }: SearchPlan, chosen: Sql, json: Sql): Sql {
  return sql`
  select chosen.place, chosen.keys, (select ${json} from ${tableName(model)} as t where t.id = chosen."_id") as json
  from (${chosen}) as chosen
`
}

/** The first records of each way in which the page can begin; where it does not begin behind a token, there is one. */
interface Beginnings {
  readonly parts: readonly Sql[]
  /** The ids of the page, with their places and sort keys: the first of what the parts give. */
  readonly chosen: Sql
}

function beginningsOf({ model, condition, words, sort, offset, limit, after }: SearchPlan, view: View): Beginnings {
  const joins = new Joins('t', model, view)
  const met = [conditionSql(condition, joins), ...words.map((word) => wordSql(word, model))]
  const keys = sort.map(({ path, descending }, index) => {
    const [own, alias, kind] = [
      joins.column(path),
      name(`_key${index}`),
      { required: isNeverNull(path, joins), descending },
    ]
    return {
      listed: sql`${own} as ${alias}`,
      text: sql`${alias}::text`,
      own: sortKey(own, kind),
      alias: sortKey(alias, kind),
    }
  })
  const all = (part: 'listed' | 'text' | 'own' | 'alias') => join(keys.map((key) => key[part]))
  const last = sql`limit ${limit + 1}::bigint`
  const ways = after ? waysBehind(sort, after, joins) : [sql`true`]
  const from = startOf(model, joins)
  const parts = ways.map((way) => {
    const where = join([...met, way], ' and ')
    return sql`(
      select t.id as "_id", ${all('listed')}
      from ${from}
      where ${where}${andSeen(model, 't', view)}
      order by ${all('own')}
      offset ${after ? 0 : offset}::bigint ${last}
    )`
  })
  const chosen = sql`
    select "_id", row_number() over (order by ${all('alias')}) as place, json_build_array(${all('text')})::text as keys
    from (${join(parts, ' union all ')}) as ways
    order by ${all('alias')} ${last}
  `
  return { parts, chosen }
}

/** Exact, and cheap where everything is meant; else a count of its own, which an index can answer. */
function totalSql({ model, condition, words }: SearchPlan, view: View): Sql {
  if (condition === everything && words.length === 0 && !view.sight.rowsOf(model)) return totalOf(model)
  const joins = new Joins('t', model, view)
  const where = join([conditionSql(condition, joins), ...words.map((word) => wordSql(word, model))], ' and ')
  return sql`(select count(*) from ${startOf(model, joins)} where ${where}${andSeen(model, 't', view)})`
}

function wordSql(word: string, model: SearchPlan['model']): Sql {
  return sql`${searchText(model, 't')} like ${`%${escapeLike(word)}%`}::text`
}
