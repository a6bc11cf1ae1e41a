import type { Adaptation } from '../../model/field/FieldType.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { name, sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import { locks, toStep, type Step } from '../Step.ts'
import type { ColumnChanges, Pair } from './ColumnChanges.ts'
import { updateInBatches } from './ddl.ts'
import { adaptedDuplicates, findRecords } from './preconditions.ts'

/** How the stored values of a column change, if its field asks for that and its check does not exist yet. */
export function findAdaptation(before: TableState, after: DesiredTable, pair: Pair): Adaptation | undefined {
  const { field, name: column } = pair.after
  const isChecked = after.checks
    .filter((check) => check.column === column)
    .some((check) => before.checks.some((found) => found.name === check.name && found.validated))
  return field && !isChecked ? typeOf(field).adaptation?.(field) : undefined
}

/**
 * Changes stored values that the declaration does not allow any more and that have a new form, in batches. Versions and
 * journal stay as they are: the declaration changed, and nobody changed the record.
 */
export function adaptValues(before: TableState, after: DesiredTable, { kept }: ColumnChanges): Step[] {
  return kept.flatMap((pair) => {
    const adaptation = findAdaptation(before, after, pair)
    return adaptation ? [adapt(before, after, pair, adaptation)] : []
  })
}

function adapt(before: TableState, after: DesiredTable, pair: Pair, { title, using, loses }: Adaptation): Step {
  const column = name(pair.after.name)
  const where = sql`${column} <> ${using(column)}`
  const statement = updateInBatches(after.name, pair.after.name, { value: using(column), where })
  return toStep(`${title} ${pair.after.label} in existing records`, [statement], {
    mode: 'batches',
    lock: locks.rows,
    when: findRecords(before, [pair.before], where).toText(),
    preconditions: adaptedDuplicates(before, after, pair, using),
    ...(loses === undefined ? {} : { loses: `${loses} in ${pair.after.label}` }),
  })
}
