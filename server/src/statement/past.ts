import { momentJson } from '../model/field/dateTime.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import { sql } from '../sql/sql.ts'
import { withCurrentNames } from '../versions/currentNames.ts'
import type { Past, PastEntry } from '../versions/Past.ts'
import { inputTable } from './input.ts'
import { keptFields, modelNumber, renamesJson } from './journal.ts'
import { modelOf } from './read.ts'
import { authorJson, plainRecordJson } from './recordJson.ts'
import { isSecret } from '../model/field/text.ts'
import type { StatementMaker } from './Statement.ts'

/** A record and the version from which on its past is asked for. */
export interface PastQuestion {
  readonly model: Model
  readonly id: number
  readonly version: number
}

/** How many writes back at most: more would be a burden, and nobody waits so long with an edit. */
const mostEntries = 10_000

/** Records as they are, each with the journal's entries from a version on. */
export const pastStatement: StatementMaker<PastQuestion, Past> = {
  effect: 'read',
  keyOf: ({ model }) => `past ${model.name}`,
  toSql: (items) => {
    const model = modelOf(items)
    const fields = keptFields(model).filter((field) => !isSecret(field))
    const input = inputTable([
      { name: 'id', type: 'bigint', values: items.map(({ id }) => id) },
      { name: 'version', type: 'bigint', values: items.map(({ version }) => version) },
    ])
    const rows = sql`from tabularium.journal where journal.model = ${modelNumber(model)} and journal.record = input.id`
    return sql`select input.id, input.version, case when t.id is not null then (select row_to_json(_current) from (select t.version as "version", ${plainRecordJson(fields, 't')}::json as "values", ${momentJson(sql`t.created_on`)} as "createdOn", t.created_by as "createdBy", ${momentJson(sql`t.updated_on`)} as "updatedOn", t.updated_by as "updatedBy") as _current) end, (
  select '[' || string_agg(row_to_json(_entry)::text, ',' order by _entry.version) || ']' from (
    select journal.version as "version", journal.operation as "operation", ${momentJson(sql`journal.written_on`)} as "on", ${authorJson(sql`journal.author`)} as "by", journal.changes as "changes"
    ${rows} and journal.version >= input.version order by journal.version desc limit ${mostEntries}
  ) as _entry
), (select row_to_json(_first) from (select ${momentJson(sql`journal.written_on`)} as "on", journal.author as "by" ${rows} and journal.version = 0) as _first), ${renamesJson(model)}
from ${input} left join ${tableName(model)} as t on t.id = input.id`
  },
  toResults: (items, rows) => {
    const found = new Map(rows.map(([id, version, ...parts]) => [`${id} ${version}`, toPast(parts)]))
    return items.map(({ id, version }) => found.get(`${id} ${version}`) ?? { entries: [] })
  },
}

function toPast([current, entries, first, renamed]: readonly (string | null)[]): Past {
  const renames = JSON.parse(renamed ?? '[]')
  const told: PastEntry[] = JSON.parse(entries ?? '[]')
  return {
    ...(current ? { current: JSON.parse(current) } : {}),
    entries: told.map((entry) => withCurrentNames(entry, renames)),
    ...(first ? { first: JSON.parse(first) } : {}),
  }
}
