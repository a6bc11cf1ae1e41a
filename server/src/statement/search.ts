import type { Models } from '../model/Models.ts'
import { tableName } from '../model/names.ts'
import type { HeldAllowances } from '../permission/mayWrite.ts'
import { keyOfSelection } from '../plan/Selection.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import { join, name, type Sql, sql } from '../sql/sql.ts'
import { exceeds, findExcess, tooLarge, defaultAnswerLimit } from './limit/answerSize.ts'
import { andSeen, conditionSql, Joins } from './condition/conditionSql.ts'
import { startOf } from './condition/startOf.ts'
import { blockAt } from './journal/counts.ts'
import { isWhole, searchTotal } from './searchTotal.ts'
import { idInBlock, isNear } from './record/firstId.ts'
import { heldLetters, heldText, mayKey, toHeld } from './authorization/heldAllowances.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { refuseCost, type SearchCost } from './limit/searchCost.ts'
import { wordSql } from './condition/searchText.ts'
import { selectionJson, type Shown } from './record/selectionJson.ts'
import { isNeverNull, sortKey } from './condition/sortKey.ts'
import type { StatementMaker } from './Statement.ts'
import { viewerKey, type ReadScope, scopeOf } from './condition/ReadScope.ts'
import { keysetConditions } from './condition/keysetConditions.ts'

/**
 * A page of a search: records as JSON text without brackets, the total if requested, and where the next page starts.
 */
export interface SearchPage {
  readonly total: number | undefined
  readonly records: string
  /** The sort keys of the last record; undefined if there are no more records. */
  readonly next: readonly (string | null)[] | undefined
  /** Which allowances to write hold for which record, if the plan asks for them. */
  readonly held?: readonly HeldAllowances[]
}

/** Finds a page and its total in one statement, so that they agree. Equal searches that wait share a statement. */
export const searchStatement: StatementMaker<SearchPlan, SearchPage> = {
  name: 'record.search',
  effect: 'read',
  shapeOf: (plan) => [
    mayKey(plan.identity, plan),
    keyOfSelection(plan.selection),
    plan.offset,
    plan.limit,
    JSON.stringify(plan.after ?? null),
    plan.total,
    viewerKey(plan.authorization, plan.model, plan.condition),
  ],
  authorizationOf: ({ authorization }) => authorization,
  toSql: ([plan], models, authCheck) => {
    if (!plan) throw new TypeError('A group has at least one plan.')
    const { statement, cost } = searchSql(plan, models, authCheck)
    refuseCost(cost)
    return statement
  },
  toResults: (items, [row]) => {
    const [total, records, keys, excess, held] = row ?? []
    const next: (string | null)[] | undefined = keys ? JSON.parse(keys) : undefined
    return items.map(({ total: wanted, answerLimit, may }) => {
      if (excess) throw tooLarge(findExcess(excess) ?? 'bytes', answerLimit)
      const page = { total: wanted ? Number(total) : undefined, records: records ?? '', next }
      return may ? { ...page, held: toHeld(held) } : page
    })
  },
}

/** The statement of a search and its cost. */
export function searchSql(plan: SearchPlan, models: Models, authCheck: Sql): { statement: Sql; cost: SearchCost } {
  const scope = scopeOf(plan.authorization, models)
  const ruled = andSeen(plan.model, 't', scope)
  const total = plan.total ? searchTotal(plan, scope) : undefined
  const counted = total ? [total] : []
  if (plan.limit === 0) {
    const statement = sql`with ${authCheck} ${authorizedRows(sql`select ${total ?? noTotal}, '', null, null`, 4)}`
    return { statement, cost: { parts: counted, ruled } }
  }
  const { parts, chosen } = chosenIds(plan, scope)
  const limit = plan.answerLimit ?? defaultAnswerLimit
  const shown = selectionJson(plan.selection, scope, 't', limit)
  const last = sql`${plan.limit}::bigint`
  const held = plan.may && heldLetters(plan.model, 't', scope, plan.authorization)
  const rows = sql`
select ${total ?? noTotal},
  case when shown.excess is null then (select string_agg(page.json, ',' order by page.ordinal) from page) end,
  case when shown.excess is null then (
    select page.keys from page where page.ordinal = ${last} and exists (select from page where page.ordinal > ${last})
  ) end,
  shown.excess${held ? heldOfPage : sql``}
from (select ${excessSql(shown, plan.limit, limit)} as excess offset 0) as shown`
  const block = isInBlock(plan, scope) ? sql`, ${blockAt(plan.model, plan.offset)}` : sql``
  const statement = sql`with ${authCheck}${block}, page as materialized (${pageSql(plan, chosen, shown.json, held)})
${authorizedRows(rows, held ? 5 : 4)}`
  const fields = plan.fieldsNamed ? { fields: shown.json } : {}
  return { statement, cost: { parts: [...parts, ...counted], ruled, ...fields } }
}

/** The reason why the records of the page are not shown, from the first record that has one; null if they are shown. */
function excessSql({ length, mayExceed }: Shown, records: number, limit: number): Sql {
  const excess = mayExceed ? sql`(select page.json from page where page.json like '"%' limit 1)` : sql`null::text`
  return length * records > limit ? sql`case when ${exceeds('page', limit)} then '"bytes"' else ${excess} end` : excess
}

const noTotal = sql`-1`

const heldOfPage = sql`,
  (select ${heldText(sql`page`, sql`page.ordinal`)} from page where page.held is not null)`

/**
 * The records of the page and one more, which shows that there are more. JSON is made only for those of the page. Each
 * is looked up by its id and not joined: a generic plan does not know the limit, and would join the whole table.
 */
function pageSql({ model, limit }: SearchPlan, chosen: Sql, json: Sql, held: Sql | undefined): Sql {
  const onPage = (value: Sql) => sql`case when chosen.ordinal <= ${limit}::bigint then (
    select ${value} from ${tableName(model)} as t where t.id = chosen."_id"
  ) end`
  return sql`
  select chosen.ordinal, chosen.keys, ${onPage(json)} as json${
    held ? sql`, chosen."_id" as id, ${onPage(held)} as held` : sql``
  }
  from (${chosen}) as chosen
`
}

/** The ids of a page. There is one part for each keyset condition; without a page token there is one part. */
interface ChosenIds {
  readonly parts: readonly Sql[]
  /** The first ids of all parts together, with their ordinals and sort keys. */
  readonly chosen: Sql
}

function chosenIds(plan: SearchPlan, scope: ReadScope): ChosenIds {
  const { model, condition, words, sort, offset, limit, after } = plan
  const joins = new Joins('t', model, scope)
  const met = [conditionSql(condition, joins), ...words.map((word) => wordSql(word, model, 't'))]
  const keys = sort.map(({ path, descending }, index) => {
    const [own, alias, kind] = [
      joins.column(path),
      name(`_key${index}`),
      { required: isNeverNull(path, joins), descending },
    ]
    return {
      listed: sql`${own} as ${alias}`,
      name: alias,
      text: sql`${alias}::text`,
      own: sortKey(own, kind),
      alias: sortKey(alias, kind),
    }
  })
  const all = (part: 'listed' | 'name' | 'text' | 'own' | 'alias') => join(keys.map((key) => key[part]))
  const last = sql`limit ${limit + 1}::bigint`
  const isCounted = isInBlock(plan, scope)
  const first = isCounted ? sql`t.id >= (${idInBlock(model)})` : sql`true`
  const starts = after ? keysetConditions(sort, after, joins) : [first]
  const from = startOf(model, joins)
  const parts = starts.map((start) => {
    const where = join([...met, start], ' and ')
    return sql`(
      select t.id as "_id", ${all('listed')}
      from ${from}
      where ${where}${andSeen(model, 't', scope)}
      order by ${all('own')}
      offset ${after || isCounted ? 0 : offset}::bigint ${last}
    )`
  })
  // Only the sort keys of the page's last record are returned.
  const chosen = sql`
    select "_id", ordinal, case when ordinal = ${limit}::bigint then json_build_array(${all('text')})::text end as keys
    from (
      select "_id", ${all('name')}, row_number() over (order by ${all('alias')}) as ordinal
      from (${join(parts, ' union all ')}) as parts
      order by ${all('alias')} ${last}
    ) as numbered
  `
  return { parts, chosen }
}

/** Whether a page begins far behind the start of all records, by id: the counts know in which block of ids. */
function isInBlock(plan: SearchPlan, scope: ReadScope): boolean {
  const [first] = plan.sort
  const isById = first?.path.steps.length === 0 && first.path.field.name === 'id' && !first.descending
  return isById && !plan.after && !isNear(plan.offset) && isWhole(plan, scope)
}
