import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import { failIfExceeds, defaultAnswerLimit } from './answerSize.ts'
import { column } from './columns.ts'
import { andSeen, seenColumn } from './conditionSql.ts'
import { type InputColumn, inputTable, referenceColumns } from './input.ts'
import { cachedSql } from './cachedSql.ts'
import { authorizedRows } from './authCheck.ts'
import { fieldsPart } from './Shape.ts'
import type { ReadScope } from './ReadScope.ts'

/**
 * Whether all records exist that an input row refers to. Foreign keys check the same, but one by one, only within one
 * database, and they fail the whole group. Here a row with a missing reference is skipped and the others are written.
 */
export function referencesExist(model: Model, fields: readonly Field[], scope: ReadScope): Sql {
  return cachedFor(model, fields, scope, 'existing', () => {
    const conditions = missingConditions(model, fields, scope).map(({ missing }) => sql`not (${missing})`)
    return conditions.length === 0 ? sql`true` : join(conditions, ' and ')
  })
}

/** Whether all records exist that any of the rows refers to: one check for all rows. */
export function allReferencesExist(
  model: Model,
  fields: readonly Field[],
  scope: ReadScope,
  columns: readonly InputColumn[],
): Sql {
  if (!fields.some(({ type }) => type === 'reference')) return sql`true`
  return sql`not exists (
  select from ${inputTable(referenceColumns(columns, fields))}
  where not (${referencesExist(model, fields, scope)})
)`
}

/**
 * The result of a write: the records in `answered`, and the input rows whose references are missing. The two are not
 * joined: PostgreSQL estimates that the input has few rows, and would make the JSON of all records again for each row.
 * If the bytes of a group are counted and too many to be held in memory, the statement fails, and the group is halved.
 */
export function writtenRows(
  model: Model,
  fields: readonly Field[],
  scope: ReadScope,
  columns: readonly InputColumn[],
  isCounted = false,
): Sql {
  // The arrays are unnested again instead of reading the input above: a table that is used once is not materialized.
  const refused = fields.some(({ type }) => type === 'reference')
    ? sql`
union all
select input.id, null, null, ${missingReferences(model, fields, scope)}
from ${inputTable(referenceColumns(columns, fields))}
where not (${referencesExist(model, fields, scope)})`
    : sql``
  const counted = isCounted ? sql` where ${failIfExceeds('answered', defaultAnswerLimit)}` : sql``
  const rows = sql`select answered.id, answered.version, answered.json, null::text from answered${counted}${refused}`
  return authorizedRows(rows, 4)
}

/** The names of the reference fields of an input row whose records are missing, separated by commas, or null. */
function missingReferences(model: Model, fields: readonly Field[], scope: ReadScope): Sql {
  return cachedFor(model, fields, scope, 'missing', () => {
    const names = missingConditions(model, fields, scope).map(
      ({ field, missing }) => sql`case when ${missing} then ${literal(field.name)} end`,
    )
    return names.length === 0 ? sql`null::text` : sql`nullif(concat_ws(',', ${join(names)}), '')`
  })
}

function cachedFor(model: Model, fields: readonly Field[], scope: ReadScope, what: string, make: () => Sql): Sql {
  return cachedSql(scope, [what, model.name, fieldsPart(fields)], make)
}

function missingConditions(model: Model, fields: readonly Field[], scope: ReadScope): { field: Field; missing: Sql }[] {
  return fields.flatMap((field) => {
    if (field.type !== 'reference') return []
    const source = column('input', columnOf(field.name))
    const target = scope.models.get(field.target)
    // A look-up for each row. `exists` here would let PostgreSQL read the whole other table into a hash first.
    const found = sql`(
    select target.id from ${tableName(target)} as target
    where target.id = ${source}${andSeen(target, 'target', scope)}
  )`
    const missing = sql`${source} is not null and ${found} is null`
    return [
      { field, missing: scope.visibility.rowsOf(target) ? sql`${missing} and ${isNew(model, field, scope)}` : missing },
    ]
  })
}

/**
 * Whether a reference changes. An unchanged reference to an invisible record is allowed: a client that sends a record
 * back as it was read does not know what the record refers to.
 */
function isNew(model: Model, field: Field, scope: ReadScope): Sql {
  const given = column('input', columnOf(field.name))
  const now = seenColumn(model, field.name, '_now', scope)
  return sql`${given} is distinct from (select ${now} from ${tableName(model)} as _now where _now.id = input.id)`
}
