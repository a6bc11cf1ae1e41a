import { isSame } from '../field/isSame.ts'
import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import type { RecordName, Values } from './Target.ts'

/** One edit: the value as it is sent, and as the list shows it. */
export interface GatheredEdit {
  readonly value: Json
  readonly shown: Json
}

/** The edits of one record, by field, and the record as it was when the last of them was made. */
export interface GatheredRecord {
  readonly base: RecordJson
  readonly edits: Readonly<Record<string, GatheredEdit>>
}

/** The edits that were made in a list and are not saved yet, by the ids of their records. */
export type Gathered = ReadonlyMap<number, GatheredRecord>

/** What can become of edits. */
export type GatherStep =
  | ({ readonly does: 'edit'; readonly base: RecordJson; readonly field: FieldMeta } & GatheredEdit)
  /** Those of some records were saved, or are not wanted any more. */
  | { readonly does: 'remove'; readonly ids: readonly number[] }
  | { readonly does: 'restore'; readonly gathered: Gathered }

/** No edits. */
export const nothingGathered: Gathered = new Map()

/** The edits after a step. A value that is that of the record again is no edit. */
export function gather(gathered: Gathered, step: GatherStep): Gathered {
  if (step.does === 'restore') return step.gathered
  const next = new Map(gathered)
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
export function countEdits(gathered: Gathered): number {
  return [...gathered.values()].reduce((sum, { edits }) => sum + Object.keys(edits).length, 0)
}

/** The records that have edits, at the versions that were seen. */
export function namesOfGathered(gathered: Gathered): RecordName[] {
  return [...gathered.values()].map(({ base: { id, version } }) => ({ id, version }))
}

/** What is sent for each record. */
export function valuesOfGathered(gathered: Gathered): ReadonlyMap<number, Values> {
  const toValues = ({ edits }: GatheredRecord): Values =>
    Object.fromEntries(Object.entries(edits).map(([field, { value }]) => [field, value]))
  return new Map([...gathered].map(([id, record]) => [id, toValues(record)]))
}
