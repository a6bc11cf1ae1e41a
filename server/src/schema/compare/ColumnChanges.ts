import { fieldsIn } from '../../model/field/computed.ts'
import type { Conversion } from '../../model/field/FieldType.ts'
import { columnOf } from '../../model/names.ts'
import type { DesiredColumn, DesiredTable } from '../DesiredTable.ts'
import { findConversion } from '../findConversion.ts'
import type { ColumnState, TableState } from '../RecordState.ts'

/** A column as it is and as it should be. */
export interface Pair {
  readonly before: ColumnState
  readonly after: DesiredColumn
}

/** What becomes of each column of a table. A column is in exactly one of these. */
export interface ColumnChanges {
  readonly added: readonly DesiredColumn[]
  readonly removed: readonly ColumnState[]
  /** Same type and nature; defaults and NOT NULL may still change. */
  readonly kept: readonly Pair[]
  readonly converted: readonly (Pair & { readonly conversion: Conversion })[]
  /** Dropped and added, since no value has a counterpart. */
  readonly replaced: readonly Pair[]
  /** Computed ones that are dropped and added: their template changed, or a field in it. Nothing is lost. */
  readonly regenerated: readonly Pair[]
  /** Computed ones that become ordinary fields and keep their values. */
  readonly released: readonly Pair[]
}

/** Sorts the columns of a table by what must happen to them. */
export function toColumnChanges(before: TableState, after: DesiredTable): ColumnChanges {
  const old = new Map(before.columns.map((column) => [column.name, column]))
  const pairs = after.columns.flatMap((column) => {
    const state = old.get(column.name)
    return state ? [{ before: state, after: column }] : []
  })
  const stays = new Set(after.columns.map(({ name }) => name))
  const fates = Map.groupBy(pairs, (pair) => toFate(pair, before, after))
  const moved = [...(fates.get('converted') ?? []), ...(fates.get('replaced') ?? [])].map((pair) => pair.after.name)
  const { still = [], stale = [] } = Object.groupBy(fates.get('kept') ?? [], (pair) =>
    pair.after.template !== undefined && dependsOn(pair.after.template, moved) ? 'stale' : 'still',
  )
  return {
    added: after.columns.filter(({ name }) => !old.has(name)),
    removed: before.columns.filter(({ name }) => !stays.has(name)),
    kept: still,
    converted: (fates.get('converted') ?? []).flatMap((pair) => {
      const conversion = findConversion(pair.before.type, pair.after.type)
      return conversion ? [{ ...pair, conversion }] : []
    }),
    replaced: fates.get('replaced') ?? [],
    regenerated: [...(fates.get('regenerated') ?? []), ...stale],
    released: fates.get('released') ?? [],
  }
}

type Fate = 'kept' | 'converted' | 'replaced' | 'regenerated' | 'released'

function toFate(pair: Pair, table: TableState, desired: DesiredTable): Fate {
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

/** The ids of one model mean nothing in another. */
function pointsElsewhere(column: string, table: TableState, desired: DesiredTable): boolean {
  const before = table.references.find((reference) => reference.column === column)
  const after = desired.references.find((reference) => reference.column === column)
  return before !== undefined && after !== undefined && before.target !== after.target
}

function dependsOn(template: string, columns: readonly string[]): boolean {
  return fieldsIn(template).some((field) => columns.includes(columnOf(field)))
}
