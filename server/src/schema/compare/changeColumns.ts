import { name, sql } from '../../sql/sql.ts'
import type { DesiredColumn, DesiredTable } from '../DesiredTable.ts'
import type { ColumnState, TableState } from '../RecordState.ts'
import { toStep, type Step } from '../Step.ts'
import type { ColumnChanges, Pair } from './ColumnChanges.ts'
import { addColumnActions, alterTable, defaultActions, noteStatements } from './ddl.ts'
import { beginFill, fitFills, isFilled } from './fillColumns.ts'
import { noRecords, nothingArchived } from './preconditions.ts'

/** Adds ordinary columns. PostgreSQL stores a constant default in the catalog, so the table is not rewritten. */
export function addColumns(before: TableState, after: DesiredTable, { added }: ColumnChanges): Step[] {
  return added.filter(({ template }) => template === undefined).map((column) => addColumn(before, after, column))
}

function addColumn(before: TableState, after: DesiredTable, column: DesiredColumn): Step {
  const isFilledLater = isFilled(column)
  const preconditions = isFilledLater ? fitFills(before, after, column) : noRecords(before, column)
  // It becomes required once all records have a value.
  const added = isFilledLater ? { ...column, required: false } : column
  return toStep(
    `Add ${column.label}`,
    [
      alterTable(after.name, addColumnActions(added)),
      ...noteStatements(after.name, column),
      ...(isFilledLater ? [beginFill(after, column)] : []),
    ],
    {
      required: true,
      creates: { table: before.found, column: column.name },
      ...(preconditions.length > 0 ? { preconditions } : {}),
    },
  )
}

/** Drops NOT NULL from columns that are no longer required. */
export function allowMissingValues(after: DesiredTable, changes: ColumnChanges): Step[] {
  return stayingPairs(changes)
    .filter((pair) => pair.before.required && !pair.after.required)
    .map(({ after: column }) =>
      toStep(
        `Let ${column.label} be empty`,
        [alterTable(after.name, [sql`alter column ${name(column.name)} drop not null`])],
        {
          required: true,
        },
      ),
    )
}

/** The columns that keep their values, also those with a new type. */
export function stayingPairs({ kept, converted, released }: ColumnChanges): Pair[] {
  return [...kept, ...converted, ...released]
}

/** Sets the declared defaults. Existing records do not change. */
export function changeDefaults(after: DesiredTable, { kept, released }: ColumnChanges): Step[] {
  const changed = [
    ...kept.filter((pair) => pair.before.default !== pair.after.default),
    ...released.filter((pair) => pair.after.default !== undefined),
  ]
  return changed.map((pair) => {
    const { label, default: value } = pair.after
    return toStep(value === undefined ? `Drop the default of ${label}` : `Let the default of ${label} be ${value}`, [
      alterTable(after.name, defaultActions(pair.after)),
      ...noteStatements(after.name, pair.after, pair.before),
    ])
  })
}

/** Drops columns that no field declares, after all other steps. */
export function dropColumns(before: TableState, after: DesiredTable, { removed }: ColumnChanges): Step[] {
  return removed.filter(({ template }) => template === undefined).map((column) => dropColumn(before, after, column))
}

function dropColumn(before: TableState, { name: table, label: owner }: DesiredTable, column: ColumnState): Step {
  const { found } = before
  const label = `${owner}.${column.name}`
  const loss = isOfArchive(column, before)
    ? { preconditions: [nothingArchived(before, owner)] }
    : { loses: `all values of ${label}` }
  return toStep(`Drop ${label}`, [alterTable(table, [sql`drop column ${name(column.name)}`])], {
    ...loss,
    // No request sets the column any more, so creating a record would fail.
    required: column.required && column.default === undefined,
    affects: { table: found, dropped: [column.found], converted: [] },
  })
}

/** Whether `archive` of the model added a column. The author is no reference, and a declared field would be one. */
function isOfArchive({ name: column }: ColumnState, { columns, references }: TableState): boolean {
  const own = ['archived_on', 'archived_by']
  const isThere = own.every((one) => columns.some(({ name: found }) => found === one))
  return own.includes(column) && isThere && !references.some(({ column: referring }) => referring === 'archived_by')
}
