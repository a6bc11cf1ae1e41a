import { isSame } from '../field/isSame.ts'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import type { RecordName, Values } from './Target.ts'

/** One edit: the value as it is sent, and as the list shows it. */
export interface PendingEdit {
  readonly value: Json
  readonly shown: Json
}

/** The edits of one record, by field, and the record as it was when the last of them was made. */
export interface PendingRecord {
  readonly base: RecordJson
  readonly edits: Readonly<Record<string, PendingEdit>>
}

/** The edits that were made in a list and are not saved yet, by the ids of their records. */
export type PendingEdits = ReadonlyMap<number, PendingRecord>

/** What can become of edits. */
export type EditStep =
  | ({ readonly does: 'edit'; readonly base: RecordJson; readonly field: FieldMeta } & PendingEdit)
  /** Those of some records were saved, or are not wanted any more. */
  | { readonly does: 'remove'; readonly ids: readonly number[] }
  | { readonly does: 'restore'; readonly pending: PendingEdits }

/** No edits. */
export const noPendingEdits: PendingEdits = new Map()

/** The edits after a step. A value that is that of the record again is no edit. */
export function applyStep(pending: PendingEdits, step: EditStep): PendingEdits {
  if (step.does === 'restore') return step.pending
  const next = new Map(pending)
  if (step.does === 'remove') {
    for (const id of step.ids) next.delete(id)
    return next
  }
  const { base, field, value, shown } = step
  const { [field.name]: _, ...others } = next.get(base.id)?.edits ?? {}
  const edits = isSame(field.type, value, base[field.name]) ? others : { ...others, [field.name]: { value, shown } }
  if (Object.keys(edits).length === 0) next.delete(base.id)
  // Whoever edits a record has seen it as it is now: its other edits are meant for that version as well.
  else next.set(base.id, { base, edits })
  return next
}

/** How many cells were changed, in all records. */
export function countEdits(pending: PendingEdits): number {
  return [...pending.values()].reduce((sum, { edits }) => sum + Object.keys(edits).length, 0)
}

/** The records that have edits, at the versions that were seen. */
export function recordsOfEdits(pending: PendingEdits): RecordName[] {
  return [...pending.values()].map(({ base: { id, version } }) => ({ id, version }))
}

/** What is sent for each record. */
export function valuesOfEdits(pending: PendingEdits): ReadonlyMap<number, Values> {
  const toValues = ({ edits }: PendingRecord): Values =>
    Object.fromEntries(Object.entries(edits).map(([field, { value }]) => [field, value]))
  return new Map([...pending].map(([id, record]) => [id, toValues(record)]))
}
