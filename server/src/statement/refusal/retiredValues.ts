import { typeOf } from '../../model/field/fieldTypes.ts'
import { columnOf } from '../../model/names.ts'
import { column } from '../record/columns.ts'
import type { RowCheck, RowsToWrite } from './refusals.ts'

/** Refuses rows with a newly chosen value that is no longer in use. A record that comes back keeps what it had. */
export function retiredValues({ operation, fields }: RowsToWrite): RowCheck[] {
  if (operation === 'recreate') return []
  return fields.flatMap((field): RowCheck[] => {
    const { isRetired } = typeOf(field)
    if (!('retired' in field) || !isRetired) return []
    const given = column('input', columnOf(field.name))
    const present = operation === 'update' ? column('_old', columnOf(field.name)) : undefined
    const applies = () => isRetired(field, given, present)
    return [
      { reason: { kind: 'retired', field: field.name }, applies, reads: [field], readsOld: present !== undefined },
    ]
  })
}
