import { momentJson } from '../model/field/dateTime.ts'
import { tableName } from '../model/names.ts'
import type { HistoryPlan } from '../plan/Plan.ts'
import { sql } from '../sql/sql.ts'
import { withCurrentNames } from '../versions/currentNames.ts'
import { type JournalEntry, toHistoryEntry } from '../versions/historyEntry.ts'
import { modelNumber, renamesJson } from './journal.ts'
import { authorJson } from './recordJson.ts'
import type { StatementMaker } from './Statement.ts'

/** A page of a record's history as JSON text without its brackets; undefined where there never was such a record. */
export type HistoryPage = { readonly total: number; readonly entries: string } | undefined

/** What happened to a record, newest first, also of one that is gone. */
export const historyStatement: StatementMaker<HistoryPlan, HistoryPage> = {
  effect: 'read',
  keyOf: ({ model, id, offset, limit }) => `history ${model.name} ${id} ${offset} ${limit}`,
  toSql: ([plan]) => {
    if (!plan) throw new TypeError('A group has at least one plan.')
    const { model, id, offset, limit } = plan
    const rows = sql`from tabularium.journal where journal.model = ${modelNumber(model)} and journal.record = ${id}::bigint`
    return sql`select (select count(*) ${rows}), exists (select from ${tableName(model)} as t where t.id = ${id}::bigint), (
  select '[' || string_agg(row_to_json(_entry)::text, ',' order by _entry.version desc) || ']' from (
    select journal.version as "version", journal.operation as "operation", ${momentJson(sql`journal.written_on`)} as "on", ${authorJson(sql`journal.author`)} as "by", journal.request_id as "requestId", journal.changes as "changes"
    ${rows} order by journal.version desc offset ${offset}::bigint limit ${limit}::bigint
  ) as _entry
), ${renamesJson(model)}`
  },
  toResults: (items, [row]) => {
    const total = Number(row?.[0])
    const known = total > 0 || row?.[1] === 't'
    return items.map(({ model }) => {
      if (!known) return undefined
      const entries: JournalEntry[] = JSON.parse(row?.[2] ?? '[]')
      const renames = JSON.parse(row?.[3] ?? '[]')
      const shown = entries.map((entry) => toHistoryEntry(withCurrentNames(entry, renames), model))
      return { total, entries: shown.map((entry) => JSON.stringify(entry)).join() }
    })
  },
}
