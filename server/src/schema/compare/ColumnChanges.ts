import { fieldsIn } from '../../model/field/computed.ts'
import type { Conversion } from '../../model/field/Conversion.ts'
import { columnOf } from '../../model/names.ts'
import type { DesiredColumn, DesiredTable } from '../DesiredTable.ts'
import { findConversion } from '../findConversion.ts'
import type { ColumnState, TableState } from '../RecordState.ts'

/** A column as it is and as it should be. */
export interface Pair {
  readonly before: ColumnState
  readonly after: DesiredColumn
}

/** The changes of a table's columns. Each column is in exactly one list. */
export interface ColumnChanges {
  readonly added: readonly DesiredColumn[]
  readonly removed: readonly ColumnState[]
  /** Columns with the same type and kind; their default and NOT NULL can still change. */
  readonly kept: readonly Pair[]
  readonly converted: readonly (Pair & { readonly conversion: Conversion })[]
  /** Columns that are dropped and added, since their values cannot be converted. */
  readonly replaced: readonly Pair[]
  /** Computed columns that are dropped and added: their template changed, or a field in it. No data is lost. */
  readonly regenerated: readonly Pair[]
  /** Computed columns that become ordinary fields and keep their values. */
  readonly released: readonly Pair[]
}

/** Groups the columns of a table by the change that they need. */
export function toColumnChanges(before: TableState, after: DesiredTable): ColumnChanges {
  const old = new Map(before.columns.map((column) => [column.name, column]))
  const pairs = after.columns.flatMap((column) => {
    const state = old.get(column.name)
    return state ? [{ before: state, after: column }] : []
  })
  const declared = new Set(after.columns.map(({ name }) => name))
  const groups = Map.groupBy(pairs, (pair) => toChange(pair, before, after))
  const changed = [...(groups.get('converted') ?? []), ...(groups.get('replaced') ?? [])].map((pair) => pair.after.name)
  const { current = [], stale = [] } = Object.groupBy(groups.get('kept') ?? [], (pair) =>
    pair.after.template !== undefined && dependsOn(pair.after.template, changed) ? 'stale' : 'current',
  )
  return {
    added: after.columns.filter(({ name }) => !old.has(name)),
    removed: before.columns.filter(({ name }) => !declared.has(name)),
    kept: current,
    converted: (groups.get('converted') ?? []).flatMap((pair) => {
      const conversion = findConversion(pair.before.type, pair.after.type)
      return conversion ? [{ ...pair, conversion }] : []
    }),
    replaced: groups.get('replaced') ?? [],
    regenerated: [...(groups.get('regenerated') ?? []), ...stale],
    released: groups.get('released') ?? [],
  }
}

type Change = 'kept' | 'converted' | 'replaced' | 'regenerated' | 'released'

function toChange(pair: Pair, table: TableState, desired: DesiredTable): Change {
  const { before, after } = pair
  if (after.template !== undefined) {
    if (before.template === undefined) return 'replaced'
    return before.template === after.template && before.type === after.type ? 'kept' : 'regenerated'
  }
  if (before.template !== undefined) return before.type === after.type ? 'released' : 'replaced'
  if (pointsElsewhere(after.name, table, desired)) return 'replaced'
  if (before.type === after.type) return 'kept'
  return findConversion(before.type, after.type) ? 'converted' : 'replaced'
}

/** Whether the reference gets another target: the ids of one model are not valid in another. */
function pointsElsewhere(column: string, table: TableState, desired: DesiredTable): boolean {
  const before = table.references.find((reference) => reference.column === column)
  const after = desired.references.find((reference) => reference.column === column)
  return before !== undefined && after !== undefined && before.target !== after.target
}

function dependsOn(template: string, columns: readonly string[]): boolean {
  return fieldsIn(template).some((field) => columns.includes(columnOf(field)))
}
