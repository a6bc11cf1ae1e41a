import { Failure } from '../failure/failure.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Change } from './Change.ts'

/** How many records are read at a time, and after how many bytes of records a page ends. */
const [partSize, maxBytes] = [50, 4 * 1024 ** 2]

/** Adds to each change its record as it is now, limited to what the caller sees. Large ones make the page shorter. */
export async function withRecords(
  changes: readonly Change[],
  authorization: Authorization,
  services: ExecutionServices,
): Promise<Change[]> {
  const load = () => loadRecords(changes, authorization, services)
  return changes.length < partSize ? load() : services.run.turns.run(authorization.userId, load)
}

async function loadRecords(
  changes: readonly Change[],
  authorization: Authorization,
  services: ExecutionServices,
): Promise<Change[]> {
  const shown: Change[] = []
  let bytes = 0
  for (let from = 0; from < changes.length && bytes < maxBytes; from += partSize) {
    const part = changes.slice(from, from + partSize)
    const reads = new Map(part.map((change) => [keyOf(change), change] as const))
    const found = await Promise.all(
      [...reads].map(async ([key, change]) => [key, await readNow(change, authorization, services)] as const),
    )
    const records = new Map(found)
    for (const change of part) {
      const record = records.get(keyOf(change))
      shown.push(record === undefined ? change : { ...change, record })
      bytes += record?.length ?? 0
    }
  }
  return shown
}

function keyOf({ model, id }: Change): string {
  return `${model.name} ${id}`
}

/** Returns undefined for a record that is too large for any answer: a client reads it with fewer fields. */
async function readNow(
  { model, id }: Change,
  authorization: Authorization,
  { run, answerLimit }: ExecutionServices,
): Promise<string | undefined> {
  try {
    const stored = await run.readChanged({ operation: 'read', model, authorization, id, answerLimit })
    return stored?.json ?? 'null'
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid-parameter') return undefined
    throw error
  }
}
