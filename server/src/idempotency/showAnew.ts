import type { Stored } from '../statement/part/Statement.ts'
import type { StoredResponse } from '../statement/service/answers.ts'

/** Reads a record of the model that was written, as the caller may see it now. */
export type ReadAgain = (id: number) => Promise<Stored | undefined>

/** Members beside `data` that say nothing but what the client sent itself. */
const harmless = ['merged']

/**
 * A kept answer for a caller who may read other things than the one it was made for: each record as it is seen now, or
 * its id and version alone where it is not. What stood beside the records is left out where it tells of others.
 */
export async function showAnew(kept: StoredResponse, readAgain: ReadAgain): Promise<StoredResponse> {
  const told: unknown[] = JSON.parse(`[${kept.json}]`)
  const shown = await Promise.all(told.map((one) => show(one, readAgain)))
  const version = kept.version === undefined ? undefined : shown[0]?.version
  return { ...kept, json: shown.map(({ json }) => json).join(), version, extraMembers: keepHarmless(kept.extraMembers) }
}

/** A record as it is seen now. What is no record, such as the id of one that was deleted, stays as it is. */
async function show(
  told: unknown,
  readAgain: ReadAgain,
): Promise<{ readonly json: string; readonly version?: number }> {
  if (!isRecord(told)) return { json: JSON.stringify(told) }
  const { id, version } = told
  return (await readAgain(id)) ?? { version, json: JSON.stringify({ id, version }) }
}

function isRecord(told: unknown): told is { readonly id: number; readonly version: number } {
  return typeof told === 'object' && told !== null && 'id' in told && typeof told.id === 'number'
}

function keepHarmless(extraMembers: string | undefined): string | undefined {
  if (extraMembers === undefined) return undefined
  const members: Record<string, unknown> = JSON.parse(`{${extraMembers}}`)
  const kept = Object.entries(members).filter(([name]) => harmless.includes(name))
  return kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept)).slice(1, -1)
}
