import { recordSchema } from '../model/names.ts'
import { name, sql } from '../sql/sql.ts'
import { adaptValues } from './compare/adaptValues.ts'
import { addColumns, allowMissingValues, changeDefaults, dropColumns } from './compare/changeColumns.ts'
import { toColumnChanges, type ColumnChanges } from './compare/ColumnChanges.ts'
import { addChecks, addReferences, dropConstraint, dropConstraints } from './compare/constraints.ts'
import { createSequence, createTable, replaceLinks } from './compare/createTable.ts'
import { inRecords } from './compare/ddl.ts'
import { fillColumns } from './compare/fillColumns.ts'
import { addIndexes, dropIndexes } from './compare/indexes.ts'
import { isLinksTable, leadElsewhere, renameLinks } from './compare/links.ts'
import { renameColumns } from './compare/renameColumns.ts'
import { renameTables } from './compare/renameTables.ts'
import { requireValues } from './compare/requireValues.ts'
import { reshape } from './compare/reshape.ts'
import type { DesiredTable } from './DesiredTable.ts'
import type { RecordState, TableState } from './RecordState.ts'
import { locks, toStep, type Step } from './Step.ts'

/** A table that exists and stays. */
interface Staying {
  readonly before: TableState
  /** The table without the objects that are dropped with their columns. */
  readonly rest: TableState
  readonly after: DesiredTable
  readonly changes: ColumnChanges
}

/**
 * The steps from the current schema of the records to the declared one, in an order that always works: renames first,
 * foreign keys after all tables, and steps that lose data last. It also continues from any interrupted migration.
 */
export function compareRecords(start: RecordState, desired: readonly DesiredTable[]): Step[] {
  const tables = renameTables(start, desired)
  const links = renameLinks(tables.state, desired)
  const { renames, found, staying, replaced, missing, surplus } = groupTables(links.state, desired)
  return [
    ...(start.exists ? [] : [createSchema()]),
    ...tables.steps,
    ...links.steps,
    ...renames,
    ...missing.map(createTable),
    ...replaced.map(replaceLinks),
    ...staying.flatMap(({ after }) => createMissingSequence(tables.state, after)),
    ...surplus.flatMap(dropReferences),
    ...staying.flatMap(changeTable),
    ...staying.flatMap(({ rest, after, changes }) => addReferences(rest, after, changes, found)),
    ...missing.flatMap((after) => (after.relation ? [] : addReferences(undefined, after, undefined, found))),
    ...staying.flatMap(({ before, after, changes }) => dropColumns(before, after, changes)),
    ...surplus.map(dropTable),
  ]
}

/** Groups the tables by the change that they need, after the columns are renamed. */
function groupTables({ tables }: RecordState, desired: readonly DesiredTable[]) {
  const wanted = new Map(desired.map((table) => [table.name, table]))
  const there = new Set(tables.map((table) => table.name))
  const pairs = tables.map((table) => {
    const after = wanted.get(table.name)
    return after ? { after, ...renameColumns(table, after) } : { after, steps: [], state: table }
  })
  const elsewhere = new Set(pairs.filter(({ after, state }) => after && leadElsewhere(state, after)))
  return {
    renames: pairs.flatMap(({ steps }) => steps),
    found: pairs.map(({ state }) => state),
    staying: pairs.flatMap((pair) => (pair.after && !elsewhere.has(pair) ? [toStaying(pair.state, pair.after)] : [])),
    replaced: [...elsewhere].flatMap(({ after = [] }) => after),
    missing: desired.filter((table) => !there.has(table.name)),
    surplus: pairs.flatMap(({ after, state }) => (after ? [] : [state])),
  }
}

function toStaying(before: TableState, after: DesiredTable): Staying {
  const changes = toColumnChanges(before, after)
  const recomputed = new Set(changes.regenerated.map((pair) => pair.after.name))
  const gone = new Set(
    [...changes.removed, ...changes.replaced.map((pair) => pair.before)].map((column) => column.name),
  )
  // A check of several columns is dropped with any of them, also if the column is made again.
  const again = new Set([...changes.replaced, ...changes.regenerated].map((pair) => pair.after.name))
  const stays = (column: string) => !gone.has(column) && !recomputed.has(column)
  const remains = ({ column }: { column: string }) => stays(column)
  const madeAgain = after.indexes.filter(({ unique, column }) => unique && recomputed.has(column))
  const rest = {
    ...before,
    checks: before.checks.filter((check) => remains(check) && check.columns.every((column) => !again.has(column))),
    references: before.references.filter(remains),
    indexes: [...before.indexes.filter(({ columns }) => columns.every(stays)), ...madeAgain],
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
    ...fillColumns(before, after, changes),
    ...changeDefaults(after, changes),
    ...requireValues(rest, after, changes),
    ...adaptValues(rest, after, changes),
    ...addChecks(rest, after, changes),
    ...addIndexes(rest, after, changes),
  ]
}

/** Not required for serving: the API rejects a delete that a foreign key of a newer version prevents. */
function dropReferences({ name: table, references }: TableState): Step[] {
  return references.map((reference) => ({ ...dropConstraint(table, reference.name), required: false }))
}

function createSchema(): Step {
  const statement = sql`create schema if not exists ${name(recordSchema)}`
  return toStep('Create the schema that holds the records', [statement], { lock: locks.none, required: true })
}

function createMissingSequence({ sequences }: RecordState, after: DesiredTable): Step[] {
  const { sequence } = after
  return sequence === undefined || sequences.includes(sequence) ? [] : [createSequence(after, sequence)]
}

function dropTable(table: TableState): Step {
  const [owner, rows] = isLinksTable(table) ? ['relation', 'links'] : ['model', 'records']
  const title = `Drop the table ${table.name}, which belongs to no ${owner}`
  return toStep(title, [sql`drop table ${inRecords(table.name)}`], {
    loses: `all ${rows} in ${table.name}`,
    affects: { table: table.found, dropped: [], converted: [], whole: true },
  })
}
