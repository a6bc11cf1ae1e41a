import { isSame } from '../field/isSame.ts'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import type { RecordName, Values } from './Target.ts'

/** One edit: the value as it is sent, and as the list shows it. */
export interface PendingEdit {
  readonly value: Json
  readonly shown: Json
  /** Why what is shown is no value of the field: it stays in its cell, and is never sent. */
  readonly misfit?: string
  /** Why the service refused it. */
  readonly refusal?: string
}

/** An edit of a cell. */
export type CellEdit = { readonly base: RecordJson; readonly field: FieldMeta } & PendingEdit

/** The edits of one record, by field, and the record as it was when the last of them was made. */
export interface PendingRecord {
  readonly base: RecordJson
  readonly edits: Readonly<Record<string, PendingEdit>>
}

/** The edits that were made in a list and are not saved yet, by the ids of their records. */
export type PendingEdits = ReadonlyMap<number, PendingRecord>

/** What can become of edits. */
export type EditStep =
  | ({ readonly does: 'edit' } & CellEdit)
  /** Several cells at once: one step back. */
  | { readonly does: 'edits'; readonly edits: readonly CellEdit[] }
  /** Those of some records were saved. What never fit stays. */
  | { readonly does: 'saved'; readonly ids: readonly number[] }
  /** Some were refused: why, by record and field. Without a field it is about the whole record. */
  | { readonly does: 'refused'; readonly refusals: ReadonlyMap<number, Readonly<Record<string, string>>> }
  /** Those of some records are not wanted any more. */
  | { readonly does: 'remove'; readonly ids: readonly number[] }
  | { readonly does: 'restore'; readonly pending: PendingEdits }

/** No edits. */
export const noPendingEdits: PendingEdits = new Map()

/** The edits after a step. A value that is that of the record again is no edit. */
export function applyStep(pending: PendingEdits, step: EditStep): PendingEdits {
  if (step.does === 'restore') return step.pending
  if (step.does === 'edits') return step.edits.reduce((all, edit) => applyStep(all, { does: 'edit', ...edit }), pending)
  const next = new Map(pending)
  if (step.does === 'saved') {
    for (const id of step.ids) putEdits(next, id, keepMisfits)
    return next
  }
  if (step.does === 'refused') {
    for (const [id, reasons] of step.refusals) putEdits(next, id, (edits) => withRefusals(edits, reasons))
    return next
  }
  if (step.does === 'remove') {
    for (const id of step.ids) next.delete(id)
    return next
  }
  const { base, field, value, shown, misfit } = step
  const { [field.name]: _, ...others } = next.get(base.id)?.edits ?? {}
  const edits =
    misfit === undefined && isSame(field.type, value, base[field.name])
      ? others
      : { ...others, [field.name]: { value, shown, ...(misfit === undefined ? {} : { misfit }) } }
  if (Object.keys(edits).length === 0) next.delete(base.id)
  // Whoever edits a record has seen it as it is now: its other edits are meant for that version as well.
  else next.set(base.id, { base, edits })
  return next
}

type Edits = PendingRecord['edits']

/** The edits of a record become others; a record without any is gone. */
function putEdits(pending: Map<number, PendingRecord>, id: number, next: (edits: Edits) => Edits): void {
  const record = pending.get(id)
  const edits = record && next(record.edits)
  if (!record || !edits || Object.keys(edits).length === 0) pending.delete(id)
  else pending.set(id, { ...record, edits })
}

function keepMisfits(edits: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([, { misfit }]) => misfit !== undefined))
}

/** Why a field was refused; without a field that is meant, the reason stands at every edit of the record. */
function withRefusals(edits: Edits, reasons: Readonly<Record<string, string>>): Edits {
  const all = Object.entries(edits).map(([name, edit]): [string, PendingEdit] => {
    const reason = reasons[name] ?? reasons['']
    return [name, reason === undefined || edit.misfit !== undefined ? edit : { ...edit, refusal: reason }]
  })
  return Object.fromEntries(all)
}

/** The edits that can be sent. */
function sentOf({ edits }: PendingRecord): [string, PendingEdit][] {
  return Object.entries(edits).filter(([, { misfit }]) => misfit === undefined)
}

/** How many cells were changed, in all records, apart from those with what does not fit. */
export function countEdits(pending: PendingEdits): number {
  return [...pending.values()].reduce((sum, record) => sum + sentOf(record).length, 0)
}

/** How many cells have what does not fit. */
export function countMisfits(pending: PendingEdits): number {
  return [...pending.values()].reduce((sum, { edits }) => sum + Object.keys(keepMisfits(edits)).length, 0)
}

/** The records that have edits, at the versions that were seen. */
export function recordsOfEdits(pending: PendingEdits): RecordName[] {
  const sent = [...pending.values()].filter((record) => sentOf(record).length > 0)
  return sent.map(({ base: { id, version } }) => ({ id, version }))
}

/** What is sent for each record. */
export function valuesOfEdits(pending: PendingEdits): ReadonlyMap<number, Values> {
  const toValues = (record: PendingRecord): Values =>
    Object.fromEntries(sentOf(record).map(([field, { value }]) => [field, value]))
  return new Map(
    [...pending]
      .map(([id, record]) => [id, toValues(record)] as const)
      .filter(([, values]) => Object.keys(values).length > 0),
  )
}
