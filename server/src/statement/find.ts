import { tableName } from '../model/names.ts'
import type { FindPlan } from '../plan/Plan.ts'
import { sql } from '../sql/sql.ts'
import { listRecordJson } from './recordJson.ts'
import type { StatementMaker } from './Statement.ts'

/** A page as JSON text without its brackets, and the count of all matching records. */
export interface Page {
  readonly total: number
  readonly records: string
}

/** Page and total in one statement, so that they agree. Equal finds that wait share one. */
export const findStatement: StatementMaker<FindPlan, Page> = {
  effect: 'read',
  keyOf: ({ model, offset, limit }) => `find ${model.name} ${offset} ${limit}`,
  toSql: ([plan], models) => {
    if (!plan) throw new TypeError('A group has at least one plan.')
    const { model, offset, limit } = plan
    const total = sql`(select count(*) from ${tableName(model)})`
    if (limit === 0) return sql`select ${total}, ''`
    return sql`select ${total}, (
  select string_agg(page.json, ',' order by page.id)
  from (
    select t.id, ${listRecordJson(model, models, 't')} as json
    from ${tableName(model)} as t order by t.id offset ${offset}::bigint limit ${limit}::bigint
  ) as page
)`
  },
  toResults: (items, [row]) => items.map(() => ({ total: Number(row?.[0]), records: row?.[1] ?? '' })),
}
