import { isAuthor, type ReferenceField } from '../../model/field/reference.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { commentsOf } from '../../model/relation/comments.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { andSeen } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { column } from '../record/columns.ts'
import { isNew } from '../record/references.ts'
import type { RowCheck, RowsToWrite } from './refusals.ts'

/**
 * Refuses new references to archived records. To keep one is no change, and a record that is restored refers to what
 * it referred to. A comment belongs to its record and can be written. Of a record that the caller does not see this
 * tells nothing.
 */
export function archivedReferences({ operation, model, fields }: RowsToWrite, scope: ReadScope): RowCheck[] {
  if (operation === 'recreate') return []
  return fields.flatMap((field): RowCheck[] => {
    if (field.type !== 'reference' || isAuthor(field) || model.name === commentsOf(field.target)) return []
    if (!scope.models.get(field.target).archive) return []
    const applies = () => sql`${isArchived(field, scope)} and ${isNew(model, field, scope)}`
    return [{ reason: { kind: 'archived', field: field.name }, applies, reads: [field], readsOld: false }]
  })
}

/** A look-up for each row, as for missing references. */
function isArchived(field: ReferenceField, scope: ReadScope): Sql {
  const target: Model = scope.models.get(field.target)
  return sql`(
    select target.archived_on from ${tableName(target)} as target
    where target.id = ${column('input', columnOf(field.name))}${andSeen(target, 'target', scope)}
  ) is not null`
}
