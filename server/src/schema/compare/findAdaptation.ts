import type { Adaptation } from '../../model/field/Conversion.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import type { Pair } from './ColumnChanges.ts'

/** How the stored values of a column change, if its field asks for that and its check does not exist yet. */
export function findAdaptation(before: TableState, after: DesiredTable, pair: Pair): Adaptation | undefined {
  const { field, name: column } = pair.after
  const isChecked = after.checks
    .filter((check) => check.column === column)
    .some((check) => before.checks.some((found) => found.name === check.name && found.validated))
  return field && !isChecked ? typeOf(field).adaptation?.(field) : undefined
}
