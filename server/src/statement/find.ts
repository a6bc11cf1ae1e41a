import { requireValue } from '../failure/invariant.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { FindPlan } from '../plan/Plan.ts'
import type { HeldAllowances } from '../permission/mayWrite.ts'
import { type Sql, sql, trusted } from '../sql/sql.ts'
import { exceeds, tooLarge, TooLarge, defaultAnswerLimit } from './limit/answerSize.ts'
import { blockAt, totalOf } from './journal/counts.ts'
import { idInBlock, isNear, nearId } from './record/firstId.ts'
import { heldLetters, heldText, mayKey, toHeld } from './authorization/heldAllowances.ts'
import { listLength } from './limit/jsonLength.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { listRecordJson } from './record/recordJson.ts'
import type { StatementMaker } from './Statement.ts'
import { viewerKey, scopeOf } from './condition/ReadScope.ts'
import { firstOf } from './Shape.ts'

/** A page as JSON text without its brackets, and the count of all matching records. */
export interface Page {
  readonly total: number
  readonly records: string
  /** The id of the last record; undefined if there are no more records after it. */
  readonly last: number | undefined
  /** Which allowances to write hold for which record, if the plan asks for them. */
  readonly held?: readonly HeldAllowances[]
}

/**
 * Finds pages and their total in one statement, so that they agree. Waiting finds that begin near the start share a
 * statement, and equal ones share a page. Wherever rows are read from the table, the text contains a constant limit:
 * PostgreSQL plans a statement once for all offsets and limits, and would otherwise expect a tenth of the table.
 */
export const findStatement: StatementMaker<FindPlan, Page> = {
  name: 'record.find',
  effect: 'read',
  shapeOf: (plan) => [
    mayKey(plan.model.name, plan),
    isNear(plan.offset) ? 'near' : plan.offset,
    plan.limit,
    viewerKey(plan.authorization, plan.model),
  ],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const plan = firstOf(items)
    const { model, offset, limit, authorization, may, answerLimit = defaultAnswerLimit } = plan
    const offsets = [...new Set(items.map((one) => one.offset))]
    const input = sql`unnest(${offsets}::bigint[]) as input(start)`
    if (limit === 0) {
      const totals = sql`select input.start, ${totalOf(model)}, '', null, true from ${input}`
      return sql`with ${authCheck} ${authorizedRows(totals, 5)}`
    }
    const share = Math.floor(answerLimit / offsets.length)
    const scope = scopeOf(authorization, models)
    const chosen = chosenSql(
      plan,
      listRecordJson(model, scope, 't'),
      may && heldLetters(model, 't', scope, authorization),
    )
    const isLarge = limit * listLength(model, models) > share
    const rows = sql`
select input.start, ${totalOf(model)}, page.records, case when ${isFollowed(model)} then page.last end, page.fits${
      may ? sql`, page.held` : sql``
    }
from ${input}
cross join lateral (${isLarge ? limitedPage(chosen, share, may) : pageOf(chosen, may)}) as page`
    const block = isNear(offset) ? sql`` : sql`, ${blockAt(model, offset)}`
    return sql`with ${authCheck}${block} ${authorizedRows(rows, may ? 6 : 5)}`
  },
  toResults: (items, rows) => {
    const { may } = firstOf(items)
    const pages = new Map(rows.map(([offset, ...page]) => [Number(offset), toPage(page, may)]))
    return items.map(({ offset }) => requireValue(pages.get(offset), 'A page'))
  },
  toFailure: (refused, { answerLimit }) =>
    refused instanceof TooLarge ? tooLarge(refused.excess, answerLimit, 'records') : undefined,
}

/** Several pages that are too large together may fit one by one: then each gets a statement of its own. */
function toPage([total, records, last, fits, held]: readonly (string | null)[], may: true | undefined): Page {
  if (fits === 'f') throw new TooLarge('bytes')
  const page = { total: Number(total), records: records ?? '', last: last ? Number(last) : undefined }
  return may ? { ...page, held: toHeld(held) } : page
}

const heldOfChosen = sql`, ${heldText(sql`chosen`, sql`chosen.id`)} as held`

function pageOf(chosen: Sql, may: true | undefined): Sql {
  return sql`
  select string_agg(chosen.json, ',' order by chosen.id) as records, max(chosen.id) as last, true as fits${
    may ? heldOfChosen : sql``
  }
  from (${chosen}) as chosen
`
}

/** A page of records of any size: they are made one by one, and aggregated only if they fit. */
function limitedPage(chosen: Sql, share: number, may: true | undefined): Sql {
  return sql`
  with chosen as materialized (${chosen})
  select case when sized.fits then (select string_agg(chosen.json, ',' order by chosen.id) from chosen) end as records,
    case when sized.fits then (select max(chosen.id) from chosen) end as last, sized.fits${
      may ? sql`, (select ${heldText(sql`chosen`, sql`chosen.id`)} from chosen) as held` : sql``
    }
  from (select not ${exceeds('chosen', share)} as fits offset 0) as sized
`
}

/** The records of a page. */
function chosenSql({ model, offset, limit }: FindPlan, json: Sql, held: Sql | undefined): Sql {
  return sql`
    select near.id, near.json${held ? sql`, near.held` : sql``}
    from (
      select t.id, ${json} as json${held ? sql`, ${held} as held` : sql``}
      from ${tableName(model)} as t
      where t.id >= (${isNear(offset) ? nearId(model, sql`input.start`) : idInBlock(model)})
      order by t.id
      limit ${trusted(String(roundUp(limit)))}
    ) as near
    order by near.id
    limit ${limit}::bigint
  `
}

/** To a power of two, so that few different texts cover all limits. */
function roundUp(limit: number): number {
  return 2 ** Math.ceil(Math.log2(limit))
}

/** Whether there are records after the page. With the order and the limit it is one step in the index. */
function isFollowed(model: Model): Sql {
  return sql`(select t.id from ${tableName(model)} as t where t.id > page.last order by t.id limit 1) is not null`
}
