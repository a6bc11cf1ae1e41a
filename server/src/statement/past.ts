import { momentJson } from '../model/field/dateTime.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Visibility } from '../permission/Visibility.ts'
import { type Sql, sql, trusted } from '../sql/sql.ts'
import { withCurrentNames } from '../versions/currentNames.ts'
import type { Past, PastEntry } from '../versions/Past.ts'
import { TooLarge } from './limit/answerSize.ts'
import { inputTable } from './record/input.ts'
import { modelNumber, renamesJson } from './journal/journal.ts'
import { andSeen } from './condition/conditionSql.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { partialNames, toReadable } from './authorization/readable.ts'
import { authorJson, plainRecordJson } from './record/recordJson.ts'
import { isSecret } from '../model/field/text.ts'
import type { StatementMaker } from './Statement.ts'
import { visibilityKey } from './condition/ReadScope.ts'
import { journaledFields } from './journal/journalChanges.ts'
import { firstOf } from './Shape.ts'

/** A record and the version from which on its past is read; if there was no such version, from the one before it on. */
export interface PastQuestion {
  readonly model: Model
  readonly id: number
  readonly version: number
  /** Entries from this version on are not read; absent: up to the newest. */
  readonly until?: number
  /** How many entries are read at most; absent: `maxEntries`. */
  readonly most?: number
  readonly authorization: Authorization
}

/** The maximum number of entries and bytes that are read, but at least one entry. All before them counts as unknown. */
export const [maxEntries, maxBytes] = [10_000, 8 * 1024 ** 2]

/** Current records, each with the entries of the journal from a version on. */
export const pastStatement: StatementMaker<PastQuestion, Past> = {
  name: 'record.past',
  effect: 'read',
  shapeOf: ({ model, authorization, most = maxEntries }) => [model.name, visibilityKey(authorization), most],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const { model, authorization, most = maxEntries } = firstOf(items)
    const scope = { visibility: authorization.rights.visibility, models, viewer: sql`input.viewer` }
    const fields = journaledFields(model).filter((field) => !isSecret(field))
    const input = inputTable([
      { name: 'id', type: 'bigint', values: items.map(({ id }) => id) },
      { name: 'version', type: 'bigint', values: items.map(({ version }) => version) },
      { name: 'until', type: 'bigint', values: items.map(({ until = null }) => until) },
      { name: 'viewer', type: 'bigint', values: items.map((item) => item.authorization.userId) },
      { name: 'ordinal', type: 'integer', values: items.map((_, index) => index) },
    ])
    const rows = sql`from tabularium.journal
      where journal.model = ${modelNumber(model)} and journal.record = input.id`
    const span = sql`${rows}
        and journal.version >= since.version
        and journal.version < coalesce(input.until, ${trusted(String(2n ** 63n - 1n))})`
    const share = Math.floor(maxBytes / items.length)
    const current = sql`
  case when t.id is not null then (
    select row_to_json(_current)
    from (
      select t.version as "version", ${plainRecordJson(fields, 't')}::json as "values",
        ${momentJson(sql`t.created_on`)} as "createdOn", t.created_by as "createdBy",
        ${momentJson(sql`t.updated_on`)} as "updatedOn", t.updated_by as "updatedBy"
    ) as _current
  ) end`
    // If an item of a group exceeds its share, it is read again alone: until then its entries are not aggregated.
    const isRead = sql`(cut.isWide is not true or ${items.length === 1}::boolean)`
    const entries = sql`case when ${isRead} then (
    select '[' || string_agg(row_to_json(_entry)::text, ',' order by _entry.version) || ']'
    from (
      select journal.version as "version", journal.operation as "operation",
        ${momentJson(sql`journal.written_on`)} as "on", ${authorJson(sql`journal.author`)} as "by",
        journal.changes as "changes"
      ${span} and journal.version > coalesce(cut.version, -1)
    ) as _entry
  ) end`
    const first = sql`(
    select row_to_json(_first)
    from (
      select ${momentJson(sql`journal.written_on`)} as "on", journal.author as "by"
      ${rows} and journal.version = 0
    ) as _first
  )`
    const found = sql`
select input.ordinal, ${current}, ${entries}, ${first}, ${renamesJson(model)}, ${partialNames(model, 't', scope)},
  cut.isWide
from ${input}
left join ${tableName(model)} as t on t.id = input.id${andSeen(model, 't', scope)}
cross join lateral (
  select coalesce(max(journal.version), input.version) ${rows} and journal.version <= input.version
) as since(version)
left join lateral (${cutSql(span, most, share, items.length === 1)}) as cut(version, isWide) on true`
    return sql`with ${authCheck} ${authorizedRows(found, 7)}`
  },
  toResults: (items, rows) => {
    const found = new Map(rows.map(([ordinal, ...parts]) => [Number(ordinal), parts]))
    // Items that share a statement share the limit: an item that needs more is read alone.
    if (items.length > 1 && rows.some((row) => row[6] === 't')) throw new TooLarge('bytes')
    return items.map(({ model, authorization }, ordinal) =>
      toPast(found.get(ordinal) ?? [], model, authorization.rights.visibility),
    )
  },
}

/**
 * The newest entry that is not read, if there is one: either there are too many newer entries, or (`isWide`) it and the
 * newer ones exceed the bytes. Entries are read one by one from the newest on, and none before that one. Of a record
 * that is read alone, the newest entry is always read, however large it is.
 */
function cutSql(span: Sql, most: number, share: number, isAlone: boolean): Sql {
  const isWide = sql`summed.bytes > ${share}::bigint`
  return sql`
  select summed.version, ${isWide}
  from (
    select sized.version,
      sum(sized.bytes) over (rows unbounded preceding) as bytes,
      count(*) over (rows unbounded preceding) as entries
    from (
      select journal.version, octet_length(journal.changes::text) as bytes
      ${span}
      order by journal.version desc
      limit ${most + 1}::bigint
    ) as sized
  ) as summed
  where ${isWide} and summed.entries > ${isAlone ? 1 : 0}::bigint or summed.entries > ${most}::bigint
  limit 1`
}

/** If visibility depends on the values of a record, it cannot be decided for a deleted one: then it has no past. */
function toPast(
  [current, entries, first, renamed, names]: readonly (string | null)[],
  model: Model,
  visibility: Visibility,
): Past {
  if (!current && visibility.rowsOf(model)) return { entries: [] }
  const readable = toReadable(model, names, visibility)
  const renames = JSON.parse(renamed ?? '[]')
  const journaled: PastEntry[] = JSON.parse(entries ?? '[]')
  return {
    ...(current ? { current: JSON.parse(current) } : {}),
    entries: journaled.map((entry) => withCurrentNames(entry, renames)),
    ...(first ? { first: JSON.parse(first) } : {}),
    ...(readable ? { readable } : {}),
  }
}
