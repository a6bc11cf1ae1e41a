import type { Field } from '../model/field/Field.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, tableName } from '../model/names.ts'
import { join, literal, type Sql, sql } from '../sql/sql.ts'
import { type InputColumn, inputTable, referenceColumns } from './input.ts'
import { column } from './recordJson.ts'

/**
 * Whether all records exist that an input row refers to. The foreign keys say the same, but one by one, only on one
 * database, and by failing the whole group: here a row with a missing reference is left out and its neighbours go on.
 */
export function referencesExist(fields: readonly Field[], models: Models): Sql {
  const conditions = missingConditions(fields, models).map(({ missing }) => sql`not (${missing})`)
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ')
}

/** Whether all records exist that any of the rows refers to: asked once for all of them. */
export function allReferencesExist(fields: readonly Field[], models: Models, columns: readonly InputColumn[]): Sql {
  if (!fields.some(({ type }) => type === 'reference')) return sql`true`
  return sql`not exists (select from ${inputTable(referenceColumns(columns, fields))} where not (${referencesExist(fields, models)}))`
}

/**
 * What a write answers: the records in `answered`, and of the other rows of the input those whose references are missing. The
 * two are not joined: PostgreSQL takes the input for a few rows, and would make the JSON of all records anew for each.
 */
export function writtenRows(fields: readonly Field[], models: Models, columns: readonly InputColumn[]): Sql {
  // Taken apart anew, and not from the input above: what is used once only is not stored in between.
  const refused = fields.some(({ type }) => type === 'reference')
    ? sql`
union all
select input.id, null, null, ${missingReferences(fields, models)} from ${inputTable(referenceColumns(columns, fields))} where not (${referencesExist(fields, models)})`
    : sql``
  return sql`select answered.id, answered.version, answered.json, null::text from answered${refused}`
}

/** The names of the reference fields of an input row whose record is missing, separated by commas, or null. */
function missingReferences(fields: readonly Field[], models: Models): Sql {
  const names = missingConditions(fields, models).map(
    ({ field, missing }) => sql`case when ${missing} then ${literal(field.name)} end`,
  )
  return names.length === 0 ? sql`null::text` : sql`nullif(concat_ws(',', ${join(names)}), '')`
}

function missingConditions(fields: readonly Field[], models: Models): { field: Field; missing: Sql }[] {
  return fields.flatMap((field) => {
    if (field.type !== 'reference') return []
    const source = column('input', columnOf(field.name))
    const target = tableName(models.get(field.target))
    // A look-up for each row. `exists` here would let PostgreSQL read the whole other table into a hash first.
    const found = sql`(select target.id from ${target} as target where target.id = ${source})`
    return [{ field, missing: sql`${source} is not null and ${found} is null` }]
  })
}
