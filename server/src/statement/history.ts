import { momentJson } from '../model/field/dateTime.ts'
import { tableName } from '../model/names.ts'
import type { HistoryPlan } from '../plan/Plan.ts'
import { sql } from '../sql/sql.ts'
import { withCurrentNames } from '../versions/currentNames.ts'
import { type JournalEntry, toHistoryEntry } from '../versions/historyEntry.ts'
import { exceeds, tooLarge, defaultAnswerLimit } from './limit/answerSize.ts'
import { andSeen } from './condition/conditionSql.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { partialNames, toReadable } from './authorization/readable.ts'
import { modelNumber, renamesJson, throughSql } from './journal/journal.ts'
import { authorJson } from './record/recordJson.ts'
import { seenLinksJson, toSeenLinks } from './authorization/seenLinks.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'
import { viewerKey, scopeOf } from './condition/ReadScope.ts'

/** A page of a record's history as JSON text without its brackets; undefined if there never was such a record. */
export type HistoryPage = { readonly total: number; readonly entries: string } | undefined

/** The history of a record, newest first. It works for deleted records too. */
export const historyStatement: StatementMaker<HistoryPlan, HistoryPage> = {
  name: 'record.history',
  effect: 'read',
  shapeOf: ({ model, id, offset, limit, authorization }) => [
    model.name,
    id,
    offset,
    limit,
    viewerKey(authorization, model),
  ],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const { model, id, offset, limit, authorization, answerLimit = defaultAnswerLimit } = firstOf(items)
    const scope = scopeOf(authorization, models)
    const own = sql`from ${tableName(model)} as t where t.id = ${id}::bigint${andSeen(model, 't', scope)}`
    const rows = sql`
    from tabularium.journal
    where journal.model = ${modelNumber(model)} and journal.record = ${id}::bigint`
    const changes = sql`select entry.json::json -> 'changes' as changes from entry`
    const found = sql`
select (select count(*) ${rows}), exists (select ${own}),
  case when page.fits then (
    select '[' || string_agg(entry.json, ',' order by entry.version desc) || ']' from entry
  ) end,
  ${renamesJson(model)},
  (select ${partialNames(model, 't', scope)} ${own}),
  case when page.fits then ${seenLinksJson(model, changes, scope)} end,
  page.fits
from (select not ${exceeds('entry', answerLimit)} as fits offset 0) as page`
    return sql`with ${authCheck}, entry as materialized (
  select _entry."version", row_to_json(_entry)::text as json
  from (
    select journal.version as "version", journal.operation as "operation",
      ${momentJson(sql`journal.written_on`)} as "on", ${authorJson(sql`journal.author`)} as "by",
      journal.request_id as "requestId", journal.change_set as "changeSet",
      ${throughSql(sql`journal.change_set`)}, journal.changes as "changes"
    ${rows}
    order by journal.version desc
    offset ${offset}::bigint limit ${limit}::bigint
  ) as _entry
)
${authorizedRows(found, 7)}`
  },
  toResults: (items, [row]) => {
    const total = Number(row?.[0])
    const exists = row?.[1] === 't'
    return items.map(({ model, authorization, answerLimit }) => {
      const { visibility } = authorization.rights
      // If visibility depends on the values of a record, it cannot be decided for a deleted one.
      if (!exists && (total === 0 || visibility.rowsOf(model))) return undefined
      if (row?.[6] === 'f') throw tooLarge('bytes', answerLimit, 'entries, with a smaller limit')
      const entries: JournalEntry[] = JSON.parse(row?.[2] ?? '[]')
      const renames = JSON.parse(row?.[3] ?? '[]')
      const readable = toReadable(model, row?.[4], visibility)
      const links = toSeenLinks(row?.[5])
      const shown = entries.map((entry) => toHistoryEntry(withCurrentNames(entry, renames), model, readable, links))
      return { total, entries: shown.map((entry) => JSON.stringify(entry)).join() }
    })
  },
}
