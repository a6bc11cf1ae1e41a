import { everything } from '../criteria/Condition.ts'
import type { Models } from '../model/Models.ts'
import type { AggregatePlan } from '../plan/AggregatePlan.ts'
import { Failure } from '../failure/failure.ts'
import { join, name, type Sql, sql } from '../sql/sql.ts'
import {
  countSql,
  eachSql,
  figuresJson,
  groupJson,
  keySql,
  measureSql,
  overflowSql,
} from './condition/aggregateParts.ts'
import { defaultAnswerLimit, exceeds, tooLarge } from './limit/answerSize.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { totalOf } from './journal/counts.ts'
import { andSeen, conditionSql, Joins } from './condition/conditionSql.ts'
import { startOf } from './condition/startOf.ts'
import { type ReadScope, scopeOf, viewerKey } from './condition/ReadScope.ts'
import { sparseObjectJson } from './record/objectJson.ts'
import { refuseCost } from './limit/searchCost.ts'
import { wordSql } from './condition/searchText.ts'
import { firstOf } from './Shape.ts'
import { sortKey } from './condition/sortKey.ts'
import type { StatementMaker } from './Statement.ts'

/** A page of groups as JSON text without brackets, and the number of all groups. */
export interface AggregatePage {
  readonly total: number
  readonly groups: string
}

/** Groups records and computes figures of each group in one statement. Equal aggregates that wait share it. */
export const aggregateStatement: StatementMaker<AggregatePlan, AggregatePage> = {
  name: 'record.aggregate',
  effect: 'read',
  shapeOf: ({ model, condition, identity, offset, limit, authorization }) => [
    identity,
    offset,
    limit,
    viewerKey(authorization, model, condition),
  ],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => aggregateSql(firstOf(items), models, authCheck),
  toResults: (items, [row]) => {
    const [total, groups, excess] = row ?? []
    return items.map(({ answerLimit }) => {
      if (excess === 'number') throw tooGreat()
      if (excess) throw tooLarge('bytes', answerLimit, 'groups')
      return { total: Number(total), groups: groups ?? '' }
    })
  },
  toFailure: ({ sqlState }) => (sqlState === '22023' ? unknownZone() : undefined),
}

function aggregateSql(plan: AggregatePlan, models: Models, authCheck: Sql): Sql {
  const scope = scopeOf(plan.authorization, models)
  const grouped = groupedSql(plan, scope)
  refuseCost({ parts: [grouped], ruled: andSeen(plan.model, 't', scope) })
  const limit = plan.answerLimit ?? defaultAnswerLimit
  const rows = sql`
select (select count(*) from grouped),
  case when shown.excess is null then (select string_agg(page.json, ',' order by page.ordinal) from page) end,
  shown.excess
from (
  select case
    when ${exceeds('page', limit)} then 'bytes'
    when exists (select from page where page.overflows) then 'number'
  end as excess
  offset 0
) as shown`
  return sql`with ${authCheck}, grouped as materialized (${grouped}), page as materialized (${pageSql(plan, scope)})
${authorizedRows(rows, 3)}`
}

/**
 * All groups with their keys and figures. The records that the caller sees, and of each the values that the caller
 * sees, are chosen in a subquery: a value may itself be a subquery.
 */
function groupedSql(plan: AggregatePlan, scope: ReadScope): Sql {
  const { model, condition, words, groups, measures } = plan
  if (isTotal(plan, scope)) return sql`select ${totalOf(model)} as _count`
  const joins = new Joins('t', model, scope)
  const each = groups.map((group, index) => eachSql(group, index, joins))
  const keys = groups.map((group, index) => sql`${keySql(group, index, joins)} as ${name(`_key${index}`)}`)
  const values = measures.map(({ path }, index) => sql`${joins.column(path)} as ${name(`_value${index}`)}`)
  const met = [conditionSql(condition, joins), ...words.map((word) => wordSql(word, model, 't'))]
  const figures = measures.map((measure, index) => sql`${measureSql(measure, index)} as ${name(`_figure${index}`)}`)
  const names = groups.map((_, index) => name(`_key${index}`))
  const by = names.length === 0 ? sql`` : sql`\n  group by ${join(names)}`
  return sql`
  select ${join([...names, sql`count(*) as _count`, ...figures])}
  from (
    select ${join([...keys, ...values])}
    from ${startOf(model, joins)}${join(each, '')}
    where ${join(met, ' and ')}${andSeen(model, 't', scope)}
  ) as source${by}
`
}

/** Whether only all records are counted: their number is known, however many there are. */
function isTotal({ model, condition, words, groups, measures }: AggregatePlan, { visibility }: ReadScope): boolean {
  const isEverything = condition === everything && words.length === 0 && !visibility.rowsOf(model)
  return isEverything && groups.length === 0 && measures.length === 0
}

/** The groups of the page with their ordinals. JSON is made only for them. */
function pageSql({ groups, measures, count, sort, offset, limit }: AggregatePlan, scope: ReadScope): Sql {
  const columns = [
    ...groups.map((_, index) => name(`_key${index}`)),
    name('_count'),
    ...measures.map((_, index) => name(`_figure${index}`)),
  ]
  const order = sort.map(({ of, index, descending }) => {
    const own = of === 'count' ? name('_count') : name(of === 'group' ? `_key${index}` : `_figure${index}`)
    return sortKey(own, { required: false, descending })
  })
  const members = [
    { name: 'group', json: groupJson(groups, scope) },
    ...(count ? [{ name: 'count', json: countSql }] : []),
    ...figuresJson(measures, scope),
  ]
  const by = order.length === 0 ? sql`` : sql`order by ${join(order)}`
  return sql`
  select chosen.ordinal, ${sparseObjectJson(members)}::text as json, ${overflowSql(measures)} as overflows
  from (
    select ${join(columns)}, row_number() over (${by}) as ordinal
    from grouped
    ${by}
    offset ${offset}::bigint limit ${limit}::bigint
  ) as chosen
`
}

function tooGreat(): Failure {
  return new Failure(
    'invalid-parameter',
    `A sum is greater than ${Number.MAX_SAFE_INTEGER}, which a number in JSON cannot hold exactly: ` +
      'aggregate fewer records, or declare the field as a decimal.',
  )
}

function unknownZone(): Failure {
  return new Failure(
    'invalid-parameter',
    'The database does not know the time zone: use UTC or a name such as Europe/Paris.',
  )
}
