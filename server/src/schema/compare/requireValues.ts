import { objectNames } from '../../model/objectNames.ts'
import { name, sql } from '../../sql/sql.ts'
import type { DesiredColumn, DesiredTable } from '../DesiredTable.ts'
import type { ColumnState, TableState } from '../RecordState.ts'
import { locks, toStep, type Step } from '../Step.ts'
import { stayingPairs } from './changeColumns.ts'
import type { ColumnChanges, Pair } from './ColumnChanges.ts'
import { alterTable, updateInBatches } from './ddl.ts'
import { isFilled } from './fillColumns.ts'
import { noMissingValues } from './preconditions.ts'

/** The name of the check that replaces NOT NULL until all records are validated. */
export function requiredNameOf({ model }: DesiredTable, { after }: Pair): string {
  return after.field ? objectNames.required(model, after.field) : `${after.name}_required`
}

/** The columns that become NOT NULL. */
export function pairsToRequire(changes: ColumnChanges): Pair[] {
  const filled = changes.added.filter(isFilled).map((after) => ({ before: toAdded(after), after }))
  return [...stayingPairs(changes), ...filled].filter((pair) => !pair.before.required && pair.after.required)
}

/** A new column that is filled is there and empty at first. */
function toAdded({ name: column, type }: DesiredColumn): ColumnState {
  return { name: column, found: column, type, required: false }
}

/**
 * Makes columns NOT NULL without holding a lock while the table is read. Records without a value get the default before
 * the check is added, since the check would reject every change of them, and again for records written in between.
 */
export function requireValues(before: TableState, after: DesiredTable, changes: ColumnChanges): Step[] {
  return pairsToRequire(changes).flatMap((pair) => {
    const check = before.checks.find((constraint) => constraint.name === requiredNameOf(after, pair))
    const finish = setNotNull(after, pair)
    if (check?.validated) return [finish]
    const start = check ? [] : [...fill(after, pair, 'where it is empty'), addRequiredCheck(before, after, pair)]
    return [...start, ...fill(after, pair, 'where it was left empty meanwhile'), validate(after, pair), finish]
  })
}

function addRequiredCheck(before: TableState, after: DesiredTable, pair: Pair): Step {
  const constraint = name(requiredNameOf(after, pair))
  const condition = sql`add constraint ${constraint} check (${name(pair.after.name)} is not null) not valid`
  return toStep(
    `Refuse new records without ${pair.after.label}`,
    [alterTable(after.name, [condition])],
    pair.after.defaultSql || isFilled(pair.after) ? {} : { preconditions: [noMissingValues(before, pair)] },
  )
}

/**
 * Gives the default to records without a value, in batches. Their versions stay the same: the declaration changed, and
 * no client's copy of a record becomes stale.
 */
function fill(after: DesiredTable, { after: column }: Pair, where: string): Step[] {
  const value = column.fill?.value ?? column.defaultSql
  if (!value) return []
  const statement = updateInBatches(after.name, column.name, { value, where: sql`${name(column.name)} is null` })
  const title = column.fill ? `Fill ${column.label} ${where}` : `Set ${column.label} to ${column.default} ${where}`
  return [toStep(title, [statement], { mode: 'batches', lock: locks.rows })]
}

function validate(after: DesiredTable, pair: Pair): Step {
  const statement = alterTable(after.name, [sql`validate constraint ${name(requiredNameOf(after, pair))}`])
  return toStep(`Check that all records have ${pair.after.label}`, [statement], { lock: locks.online })
}

/** PostgreSQL relies on the validated check and does not read the table again. */
function setNotNull(after: DesiredTable, pair: Pair): Step {
  return toStep(`Require ${pair.after.label}`, [
    alterTable(after.name, [sql`alter column ${name(pair.after.name)} set not null`]),
    alterTable(after.name, [sql`drop constraint ${name(requiredNameOf(after, pair))}`]),
  ])
}
