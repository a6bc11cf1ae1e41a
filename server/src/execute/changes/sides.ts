import { type Authorization, serviceAuthorization } from '../../permission/Authorization.ts'
import type { JournaledChange } from '../../statement/JournaledChanges.ts'
import { journaledFields } from '../../statement/part/journalChanges.ts'
import type { SeenState } from '../../statement/seenStates.ts'
import type { PastRecord } from '../../statement/show.ts'
import type { Past, PlainRecord } from '../../versions/Past.ts'
import { findStateAt } from '../../versions/stateAt.ts'
import { coerceOldValue } from '../coerceOldValue.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { createdOf, updatedOf } from '../readVersion.ts'

/** The record of an entry, as one text. */
export function keyOf({ model, id }: JournaledChange): string {
  return `${model.name} ${id}`
}

/** The pasts of the records, as the service sees them: which of their states the caller sees is decided next. */
export async function loadPasts(entries: readonly JournaledChange[], { run, models }: ExecutionServices) {
  const first = new Map<string, JournaledChange>()
  for (const entry of entries) {
    const known = first.get(keyOf(entry))
    if (!known || entry.version < known.version) first.set(keyOf(entry), entry)
  }
  const authorization = serviceAuthorization(models)
  const loaded = [...first].map(async ([key, { model, id, version }]) => {
    const past = await run.past({ model, id, version: Math.max(0, version - 1), authorization })
    return [key, past] as const
  })
  return new Map(await Promise.all(loaded))
}

/** A state that a record had, and what the caller would have seen of it. */
export interface Side extends SeenState {
  readonly state: PlainRecord
}

/** The record at a version; undefined if it did not exist then, or if that is not known any more. */
export async function seeAt(
  { model, id }: JournaledChange,
  past: Past,
  version: number,
  authorization: Authorization,
  { run, models }: ExecutionServices,
): Promise<Side | undefined> {
  const state = findStateAt(past, version)
  if (!state) return undefined
  const values = journaledFields(model).map((field) => coerceOldValue(field, state[field.name], model, models) ?? null)
  const times = { ...createdOf(past), ...updatedOf(past, version) }
  const record: PastRecord = { authorization, model, id, version, ...times, values }
  return { ...(await run.seenStates(record)), state }
}
