import { recordSchema } from '../model/names.ts'
import { name, sql } from '../sql/sql.ts'
import { addColumns, allowMissingValues, changeDefaults, dropColumns } from './compare/changeColumns.ts'
import { toColumnChanges, type ColumnChanges } from './compare/ColumnChanges.ts'
import { addChecks, addReferences, dropConstraint, dropConstraints } from './compare/constraints.ts'
import { createSequence, createTable } from './compare/createTable.ts'
import { inRecords } from './compare/ddl.ts'
import { addIndexes, dropIndexes } from './compare/indexes.ts'
import { renameColumns } from './compare/renameColumns.ts'
import { renameTables } from './compare/renameTables.ts'
import { requireValues } from './compare/requireValues.ts'
import { reshape } from './compare/reshape.ts'
import type { DesiredTable } from './DesiredTable.ts'
import type { RecordState, TableState } from './RecordState.ts'
import { locks, toStep, type Step } from './Step.ts'

/** A table that is there and stays. */
interface Staying {
  readonly before: TableState
  /** The table without the objects that go with their columns. */
  readonly rest: TableState
  readonly after: DesiredTable
  readonly changes: ColumnChanges
}

/**
 * The steps from the records' schema as it is to the one that the models call for, in an order that always works: renames
 * first, foreign keys after all tables, and what loses data last. Any state that an interrupted run left is a start like any other.
 */
export function compareRecords(start: RecordState, desired: readonly DesiredTable[]): Step[] {
  const tables = renameTables(start, desired)
  const renames = tables.state.tables.map((table) => {
    const after = desired.find((candidate) => candidate.name === table.name)
    return after ? { after, ...renameColumns(table, after) } : { after, steps: [], state: table }
  })
  const staying = renames.flatMap(({ after, state }) => (after ? [toStaying(state, after)] : []))
  const missing = desired.filter((table) => !staying.some(({ after }) => after === table))
  const surplus = renames.flatMap(({ after, state }) => (after ? [] : [state]))
  const found = renames.map(({ state }) => state)
  return [
    ...(start.exists ? [] : [createSchema()]),
    ...tables.steps,
    ...renames.flatMap(({ steps }) => steps),
    ...missing.map(createTable),
    ...staying
      .filter(({ after }) => !tables.state.sequences.includes(after.sequence))
      .map(({ after }) => createSequence(after)),
    ...surplus.flatMap((table) => table.references.map((reference) => dropConstraint(table.name, reference.name))),
    ...staying.flatMap(changeTable),
    ...staying.flatMap(({ rest, after, changes }) => addReferences(rest, after, changes, found)),
    ...missing.flatMap((after) => addReferences(undefined, after, undefined, found)),
    ...staying.flatMap(({ after, changes }) => dropColumns(after, changes)),
    ...surplus.map(dropTable),
    ...dropSequences(tables.state, desired, surplus),
  ]
}

function toStaying(before: TableState, after: DesiredTable): Staying {
  const changes = toColumnChanges(before, after)
  const recomputed = new Set(changes.regenerated.map((pair) => pair.after.name))
  const gone = new Set(
    [...changes.removed, ...changes.replaced.map((pair) => pair.before)].map((column) => column.name),
  )
  const remains = ({ column }: { column: string }) => !gone.has(column) && !recomputed.has(column)
  const madeAgain = after.indexes.filter(({ unique, column }) => unique && recomputed.has(column))
  const rest = {
    ...before,
    checks: before.checks.filter(remains),
    references: before.references.filter(remains),
    indexes: [...before.indexes.filter(remains), ...madeAgain],
  }
  return { before, rest, after, changes }
}

function changeTable({ before, rest, after, changes }: Staying): Step[] {
  return [
    ...dropConstraints(rest, after, changes),
    ...dropIndexes(rest, after),
    ...allowMissingValues(after, changes),
    ...addColumns(before, after, changes),
    ...reshape(before, after, changes),
    ...changeDefaults(after, changes),
    ...requireValues(rest, after, changes),
    ...addChecks(rest, after, changes),
    ...addIndexes(rest, after, changes),
  ]
}

function createSchema(): Step {
  const statement = sql`create schema if not exists ${name(recordSchema)}`
  return toStep('Create the schema that holds the records', [statement], { lock: locks.none, vital: true })
}

function dropTable({ name: table }: TableState): Step {
  return toStep(`Drop the table ${table}, which belongs to no model`, [sql`drop table ${inRecords(table)}`], {
    loses: `all records in ${table}`,
  })
}

/** Sequences that no table owns; the others go with their table. */
function dropSequences(
  { sequences }: RecordState,
  desired: readonly DesiredTable[],
  dropped: readonly TableState[],
): Step[] {
  const known = new Set([...desired.map(({ sequence }) => sequence), ...dropped.map((table) => `${table.name}_ids`)])
  return sequences
    .filter((sequence) => !known.has(sequence))
    .map((sequence) =>
      toStep(`Drop the sequence ${sequence}, which belongs to no model`, [sql`drop sequence ${inRecords(sequence)}`]),
    )
}
