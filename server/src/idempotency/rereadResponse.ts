import { type JsonMembers, joinMembers, jsonMember } from '../text/json.ts'
import type { Stored } from '../statement/Statement.ts'
import type { StoredResponse } from '../statement/service/responses.ts'

/** Reads a record of the written model as the caller sees it now. `index` is its position in the response. */
export type ReadAgain = (id: number, index: number) => Promise<Stored | undefined>

/** Members next to `data` that contain only the request's own values, or their outcomes. */
const ownMembers = ['merged', 'outcomes']

/**
 * Updates a stored response for a caller whose rights have changed. Each record is shown as the caller sees it now, or
 * only its id and version if they do not see it. Members next to `data` that say something about other records are left
 * out.
 */
export async function rereadResponse(stored: StoredResponse, readAgain: ReadAgain): Promise<StoredResponse> {
  const items: unknown[] = JSON.parse(`[${stored.json}]`)
  const shown = await Promise.all(items.map((item, index) => show(item, (id) => readAgain(id, index))))
  const version = stored.version === undefined ? undefined : shown[0]?.version
  return {
    ...stored,
    json: shown.map(({ json }) => json).join(),
    version,
    extraMembers: onlyOwnMembers(stored.extraMembers),
  }
}

/** Returns a record as the caller sees it now. Other items, such as the id of a deleted record, stay as they are. */
async function show(
  item: unknown,
  readAgain: (id: number) => Promise<Stored | undefined>,
): Promise<{ readonly json: string; readonly version?: number }> {
  if (!isRecord(item)) return { json: JSON.stringify(item) }
  const { id, version } = item
  return (await readAgain(id)) ?? { version, json: JSON.stringify({ id, version }) }
}

function isRecord(item: unknown): item is { readonly id: number; readonly version: number } {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'number'
}

function onlyOwnMembers(extraMembers: JsonMembers | undefined): JsonMembers | undefined {
  if (extraMembers === undefined) return undefined
  const members: Record<string, unknown> = JSON.parse(`{${extraMembers}}`)
  const own = Object.entries(members).filter(([name]) => ownMembers.includes(name))
  return own.length === 0 ? undefined : joinMembers(own.map(([name, value]) => jsonMember(name, value)))
}
