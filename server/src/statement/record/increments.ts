import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { columnOf } from '../../model/names.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { column } from './columns.ts'
import type { RowCheck, RowsToWrite } from '../refusal/refusals.ts'

/** Refuses rows whose increments have results that the fields do not allow, or nothing to add to. */
export function impossibleResults({ fields, increments = [] }: RowsToWrite): RowCheck[] {
  return fields
    .filter(({ name }) => increments.includes(name))
    .map((field) => {
      const result = column('input', columnOf(field.name))
      return {
        reason: { kind: 'result', field: field.name },
        applies: () => sql`${result} is null or not (${isAllowed(field, result)})`,
        reads: [field],
        readsOld: false,
        found: () => sql`coalesce(${typeOf(field).increment?.toText(result)}, '')`,
      }
    })
}

/** Whether a field allows a result. The declared limits are those of the column's constraint. */
function isAllowed(field: Field, result: Sql): Sql {
  const { increment, constraint } = typeOf(field)
  const declared = constraint?.(field, result)
  const inRange = increment?.inRange(field, result) ?? sql`true`
  return declared ? sql`${inRange} and ${declared}` : inRange
}
