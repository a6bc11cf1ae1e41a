import type { Adaptation } from '../../model/field/Conversion.ts'
import { name, sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import { locks, toStep, type Step } from '../Step.ts'
import type { ColumnChanges, Pair } from './ColumnChanges.ts'
import { updateInBatches } from './ddl.ts'
import { adaptedDuplicates } from './duplicates.ts'
import { findAdaptation } from './findAdaptation.ts'
import { findRecords } from './preconditions.ts'

/**
 * Changes stored values that the declaration does not allow any more and that have a new form, in batches. Versions and
 * journal stay as they are: the declaration changed, and nobody changed the record.
 */
export function adaptValues(before: TableState, after: DesiredTable, changes: ColumnChanges): Step[] {
  return changes.kept.flatMap((pair) => {
    const adaptation = findAdaptation(before, after, pair)
    if (!adaptation) return []
    const step = adapt(before, after, pair, adaptation)
    return [{ ...step, preconditions: adaptedDuplicates(pair, { before, after, changes }) }]
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
    ...(loses === undefined ? {} : { loses: `${loses} in ${pair.after.label}` }),
  })
}
