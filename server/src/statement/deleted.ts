import { momentJson } from '../model/field/dateTime.ts'
import { isBuiltInField, type Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { DeletedPlan } from '../plan/Plan.ts'
import { literal, type Sql, sql } from '../sql/sql.ts'
import { type Rename, withCurrentNames } from '../versions/currentNames.ts'
import type { PastAuthor, PastEntry } from '../versions/Past.ts'
import { defaultAnswerLimit, exceeds, tooLarge } from './limit/answerSize.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { modelNumber, renamesJson } from './journal/journal.ts'
import { journaledFields } from './journal/journalChanges.ts'
import { authorJson } from './record/recordJson.ts'
import { visibilityKey } from './condition/ReadScope.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'

/** A deleted record, as the entry of its delete has it. */
export interface DeletedRecord {
  readonly id: number
  /** The version of the delete. */
  readonly version: number
  readonly on: string
  readonly by: PastAuthor | null
  /** What the entry says of the fields that the title depends on. */
  readonly changes: PastEntry['changes']
}

/** A page of deleted records, and whether there are more. */
export interface DeletedPage {
  readonly records: readonly DeletedRecord[]
  readonly more: boolean
}

/**
 * The records of a model that were deleted and not restored, those deleted last first. `journal_deleted_index` has
 * them in this order, so a page reads its own entries and those of restored records before it.
 */
export const deletedStatement: StatementMaker<DeletedPlan, DeletedPage> = {
  name: 'record.deleted',
  effect: 'read',
  shapeOf: ({ model, offset, limit, authorization }) => [model.name, offset, limit, visibilityKey(authorization)],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, _, authCheck) => {
    const { model, offset, limit, answerLimit = defaultAnswerLimit } = firstOf(items)
    const found = sql`
select page.fits,
  case when page.fits then (
    select '[' || string_agg(entry.json, ',' order by entry.written_on desc, entry.record desc) || ']' from entry
  ) end,
  ${renamesJson(model)}
from (select not ${exceeds('entry', answerLimit)} as fits offset 0) as page`
    return sql`with ${authCheck}, entry as materialized (
  select _entry."on" as written_on, _entry."id" as record, row_to_json(_entry)::text as json
  from (
    select journal.record as "id", journal.version as "version", ${momentJson(sql`journal.written_on`)} as "on",
      ${authorJson(sql`journal.author`)} as "by", ${titleChanges(model)} as "changes"
    from tabularium.journal
    where journal.model = ${modelNumber(model)} and journal.operation = 'd' and ${isStillDeleted(model)}
    order by journal.written_on desc, journal.record desc
    offset ${offset}::bigint limit ${limit + 1}::bigint
  ) as _entry
)
${authorizedRows(found, 3)}`
  },
  toResults: (items, [row]) => {
    const { limit, answerLimit } = firstOf(items)
    if (row?.[0] === 'f') throw tooLarge('bytes', answerLimit, 'records, with a smaller limit')
    const found: DeletedRecord[] = JSON.parse(row?.[1] ?? '[]')
    const renames: Rename[] = JSON.parse(row?.[2] ?? '[]')
    const records = found.slice(0, limit).map((record) => withCurrentNames(record, renames))
    return items.map(() => ({ records, more: found.length > limit }))
  },
}

/**
 * Whether a delete is the last that happened to its record. Each is looked up: an anti-join would read whole tables.
 * The time limits the partitions that are looked at; a transaction never lasts a day.
 */
function isStillDeleted(model: Model): Sql {
  return sql`(select 1 from ${tableName(model)} as t where t.id = journal.record) is null
      and (
        select 1 from tabularium.journal as later
        where later.model = journal.model and later.record = journal.record and later.version > journal.version
          and later.written_on > journal.written_on - interval '1 day'
        limit 1
      ) is null`
}

/** What a delete says of the title, also under a former name; of all fields if the title is computed from others. */
function titleChanges(model: Model): Sql {
  if (isBuiltInField(model.title)) return sql`'{}'::json`
  if (!journaledFields(model).some(({ name }) => name === model.title)) return sql`journal.changes`
  return sql`(
        select coalesce('{' || string_agg(to_json(_change.key)::text || ':' || _change.value::text, ',') || '}', '{}')
        from json_each(journal.changes) as _change(key, value)
        where _change.key = ${literal(model.title)} or _change.key in (
          select renamed_fields.was from tabularium.renamed_fields where renamed_fields.model = journal.model
        )
      )::json`
}
