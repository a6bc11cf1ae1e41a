import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { FindPlan } from '../plan/Plan.ts'
import { type Sql, sql, trusted } from '../sql/sql.ts'
import { blockAt, blockSize, totalOf } from './counts.ts'
import { passedRows } from './pass.ts'
import { listRecordJson } from './recordJson.ts'
import type { StatementMaker } from './Statement.ts'
import { lookKey, viewOf } from './View.ts'

/** A page as JSON text without its brackets, and the count of all matching records. */
export interface Page {
  readonly total: number
  readonly records: string
  /** The id of the last record; undefined where there are no more behind it. */
  readonly last: number | undefined
}

/**
 * Page and total in one statement, so that they agree. Equal finds that wait share one. Wherever rows are taken from the
 * table, the text says how many at most: PostgreSQL plans a statement once for all offsets and limits, and without that
 * it would prepare for a tenth of the table.
 */
export const findStatement: StatementMaker<FindPlan, Page> = {
  effect: 'read',
  keyOf: ({ model, offset, limit, grant }) => `find ${model.name} ${offset} ${limit}${lookKey(grant, model)}`,
  grantOf: ({ grant }) => grant,
  toSql: ([plan], models, pass) => {
    if (!plan) throw new TypeError('A group has at least one plan.')
    const { model, offset, limit, grant } = plan
    if (limit === 0) return sql`with ${pass} ${passedRows(sql`select ${totalOf(model)}, '', null`, 3)}`
    const start = offset === 0 ? sql`` : sql`, ${firstOf(plan)}`
    const from = offset === 0 ? sql`` : sql`where t.id >= (select first.id from first) `
    const rows = sql`select ${totalOf(model)}, page.records, case when ${isFollowed(model)} then page.last end
from (
  select string_agg(chosen.json, ',' order by chosen.id) as records, max(chosen.id) as last from (
    select near.id, near.json from (
      select t.id, ${listRecordJson(model, viewOf(grant, models), 't')} as json
      from ${tableName(model)} as t ${from}order by t.id limit ${trusted(String(roundUp(limit)))}
    ) as near order by near.id limit ${limit}::bigint
  ) as chosen
) as page`
    return sql`with ${pass}${start} ${passedRows(rows, 3)}`
  },
  toResults: (items, [row]) => {
    const last = row?.[2] ? Number(row[2]) : undefined
    return items.map(() => ({ total: Number(row?.[0]), records: row?.[1] ?? '', last }))
  },
}

/**
 * The table `first` with the id of the page's first record. Few records are skipped one by one from the start, many by
 * their counts up to the block of ids that holds it.
 */
function firstOf({ model, offset }: FindPlan): Sql {
  const isNear = offset < blockSize
  const from = isNear ? sql`` : sql`where t.id >= (select block.start from block) `
  const skip = isNear ? sql`${offset}::bigint` : sql`(select block.skip from block)`
  return sql`${isNear ? sql`` : sql`${blockAt(model, offset)}, `}first as (
  select near.id from (
    select t.id from ${tableName(model)} as t ${from}order by t.id limit ${trusted(String(blockSize))}
  ) as near order by near.id offset ${skip} limit 1
)`
}

/** To a power of two, so that few different texts stand for all limits. */
function roundUp(limit: number): number {
  return 2 ** Math.ceil(Math.log2(limit))
}

/** Whether there are records behind the page. Its order and limit make it one step in the index instead of a guess. */
function isFollowed(model: Model): Sql {
  return sql`(select t.id from ${tableName(model)} as t where t.id > page.last order by t.id limit 1) is not null`
}
