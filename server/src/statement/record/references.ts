import type { Field } from '../../model/field/Field.ts'
import { isAuthor, type ReferenceField } from '../../model/field/reference.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { Lookup } from '../../plan/Lookup.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { column } from './columns.ts'
import { andSeen, seenColumn } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import type { RowCheck, RowsToWrite } from '../refusal/refusals.ts'

/**
 * Refuses rows that refer to records that do not exist. Foreign keys check the same, but one by one, only within one
 * database, and they fail the whole group.
 */
export function missingReferences({ model, fields, lookups }: RowsToWrite, scope: ReadScope): RowCheck[] {
  return fields.flatMap((field): RowCheck[] => {
    if (field.type !== 'reference' || isAuthor(field)) return []
    const byKey = lookups?.find((one) => one.field === field.name)
    if (byKey) return [unknownKeyOf(field, byKey.lookup)]
    const applies = () => isMissing(model, field, scope)
    return [{ reason: { kind: 'missing', field: field.name }, applies, reads: [field], readsOld: false }]
  })
}

/** Refuses rows whose look-up found nothing. What it found exists, and the writer sees it. */
function unknownKeyOf(field: Field, { key }: Lookup): RowCheck {
  const reason = { kind: 'unknownKey', field: field.name, key: key.map((part) => part.field.name) } as const
  const applies = () => sql`${column('input', columnOf(field.name))} is null`
  return { reason, applies, reads: [field], readsOld: false }
}

function isMissing(model: Model, field: ReferenceField, scope: ReadScope): Sql {
  const source = column('input', columnOf(field.name))
  const target = scope.models.get(field.target)
  // A look-up for each row. `exists` here would let PostgreSQL read the whole other table into a hash first.
  const found = sql`(
    select target.id from ${tableName(target)} as target
    where target.id = ${source}${andSeen(target, 'target', scope)}
  )`
  const missing = sql`${source} is not null and ${found} is null`
  return scope.visibility.rowsOf(target) ? sql`${missing} and ${isNew(model, field, scope)}` : missing
}

/**
 * Whether a reference changes. An unchanged reference to an invisible record is allowed: a client that sends a record
 * back as it was read does not know what the record refers to.
 */
export function isNew(model: Model, field: Field, scope: ReadScope): Sql {
  const given = column('input', columnOf(field.name))
  const now = seenColumn(model, field.name, '_now', scope)
  return sql`${given} is distinct from (select ${now} from ${tableName(model)} as _now where _now.id = input.id)`
}
