import { type Authorization, serviceAuthorization } from '../../permission/Authorization.ts'
import type { JournaledChange } from '../../statement/JournaledChanges.ts'
import { journaledFields } from '../../statement/part/journalChanges.ts'
import type { SeenState } from '../../statement/seenStates.ts'
import type { PastRecord } from '../../statement/show.ts'
import type { Past, PlainRecord } from '../../versions/Past.ts'
import { condense, findEntryBefore, findStateAt, findStateBefore } from '../../versions/stateAt.ts'
import { coerceOldValue } from '../coerceOldValue.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { createdOf, updatedOf } from '../readVersion.ts'

/** The record of an entry, as one text. */
export function keyOf({ model, id }: JournaledChange): string {
  return `${model.name} ${id}`
}

/** The versions of a record of which the states are needed: from the one before the first to the last. */
interface Needed {
  readonly entry: JournaledChange
  readonly first: number
  readonly last: number
}

/**
 * How many parts of the past of one record are read at most. To tell what a record was, everything that was written
 * since is undone; if that is more, it is not known any more.
 */
export const maxParts = 10

/** The pasts of the records, as the service sees them: which of their states the caller sees is decided next. */
export async function loadPasts(entries: readonly JournaledChange[], services: ExecutionServices) {
  const needed = new Map<string, Needed>()
  for (const entry of entries) {
    const { first = entry.version, last = entry.version } = needed.get(keyOf(entry)) ?? {}
    const { version } = entry
    needed.set(keyOf(entry), { entry, first: Math.min(first, version), last: Math.max(last, version) })
  }
  const loaded = [...needed].map(async ([key, one]) => [key, await loadPast(one, services)] as const)
  return new Map(await Promise.all(loaded))
}

/** Loads the past of a record part by part, the newest first. Of each part, no more is kept than what is needed. */
async function loadPast({ entry, first, last }: Needed, { run, models }: ExecutionServices): Promise<Past> {
  const { model, id } = entry
  const version = Math.max(0, first - 1)
  const question = { model, id, version, authorization: serviceAuthorization(models) }
  let past = condense(await run.past(question), last)
  for (let parts = 1; parts < maxParts; parts++) {
    const until = past.entries[0]?.version ?? version
    const older = until > version ? (await run.past({ ...question, until })).entries : []
    if (older.length === 0) break
    past = condense({ ...past, entries: [...older, ...past.entries] }, last)
  }
  return past
}

/** A state that a record had, and what the caller would have seen of it. */
export interface Side extends SeenState {
  readonly state: PlainRecord
}

/** A record before or after a write: `none` if it did not exist, `unknown` if not enough of its past is known. */
export type FoundSide = Side | 'none' | 'unknown'

/** The record before a write and after it. If the caller sees all records, nothing needs to be asked. */
export async function seeSides(
  entry: JournaledChange,
  past: Past,
  authorization: Authorization,
  services: ExecutionServices,
): Promise<{ readonly before: FoundSide; readonly after: FoundSide }> {
  const { version, operation } = entry
  const earlier = findEntryBefore(past, version)
  const isNew = operation === 'c' || (operation === 'r' && earlier?.operation === 'd')
  const see = (at: number, state: PlainRecord | undefined) => seeAt(entry, past, at, state, authorization, services)
  const [before, after] = await Promise.all([
    isNew ? none : see(earlier?.version ?? version - 1, findStateBefore(past, version)),
    operation === 'd' ? none : see(version, findStateAt(past, version)),
  ])
  return { before, after }
}

const none: FoundSide = 'none'

async function seeAt(
  { model, id }: JournaledChange,
  past: Past,
  version: number,
  state: PlainRecord | undefined,
  authorization: Authorization,
  { run, models }: ExecutionServices,
): Promise<FoundSide> {
  if (!state) return 'unknown'
  if (authorization.rights.visibility.isPlain(model)) return { state, isSeen: true, names: null }
  const values = journaledFields(model).map((field) => coerceOldValue(field, state[field.name], model, models) ?? null)
  const times = { ...createdOf(past), ...updatedOf(past, version) }
  const record: PastRecord = { authorization, model, id, version, ...times, values }
  return { ...(await run.seenStates(record)), state }
}
