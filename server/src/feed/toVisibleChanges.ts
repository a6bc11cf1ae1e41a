import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import { journaledFields } from '../statement/journal/journalChanges.ts'
import { toReadable } from '../statement/authorization/readable.ts'
import { toHistoryEntry } from '../versions/historyEntry.ts'
import type { PlainRecord } from '../versions/Past.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Change, ChangeEvent } from './Change.ts'
import { loadVisibleStates, type RecordStates } from './loadVisibleStates.ts'

/** What a caller sees of a change: nothing (`unseen`), or it can't be decided any more (`unknown`). */
export type VisibleChange = Change | 'unseen' | 'unknown'

/**
 * Returns what a caller sees of each of some changes, with the rights of this moment. If all records of a model are
 * visible, that follows from the journal. Otherwise the caller's rules are evaluated on the record before and after
 * each change.
 */
export async function toVisibleChanges(
  entries: readonly JournaledChange[],
  authorization: Authorization,
  services: ExecutionServices,
): Promise<VisibleChange[]> {
  const { visibility } = authorization.rights
  const limited = entries.filter(({ model }) => !visibility.isPlain(model))
  const found = await loadVisibleStates(limited, authorization, services)
  return entries.map((entry) => {
    const states = found.get(entry)
    const event = states ? toLimited(entry, states, authorization) : toPlain(entry, authorization)
    const { at, model, id } = entry
    return typeof event === 'string' ? event : { at, model, id, event: JSON.stringify(event) }
  })
}

function toPlain(entry: JournaledChange, { rights }: Authorization): ChangeEvent {
  const { model, id, links } = entry
  const readable = toReadable(model, undefined, rights.visibility)
  return { model: model.name, id, ...toHistoryEntry(entry, model, readable, links) }
}

function toLimited(
  entry: JournaledChange,
  { before, after }: RecordStates,
  authorization: Authorization,
): ChangeEvent | 'unseen' | 'unknown' {
  const { model, id, version } = entry
  if (before === 'unknown' || after === 'unknown') return 'unknown'
  const wasSeen = before !== 'none' && before.isSeen
  if (after === 'none' || !after.isSeen)
    return wasSeen ? { model: model.name, id, version, operation: 'vanish' } : 'unseen'
  const { visibility } = authorization.rights
  const readable = toReadable(model, after.names, visibility)
  if (before !== 'none' && !wasSeen) return toAppearance(entry, after.state, readable)
  const readBefore = before === 'none' ? undefined : toReadable(model, before.names, visibility)
  const shown = readBefore && readable ? new Set([...readable].filter((name) => readBefore.has(name))) : readable
  return { model: model.name, id, ...toHistoryEntry(entry, model, shown, entry.links) }
}

/** The record as far as it is seen, as if it had just been created. */
function toAppearance(
  entry: JournaledChange,
  state: PlainRecord,
  readable: ReadonlySet<string> | undefined,
): ChangeEvent {
  const { model, id, links } = entry
  const present = Object.entries(state).filter(([field, value]) => value !== null && isJournaled(field, model))
  const changes = Object.fromEntries(present.map(([field, value]) => [field, [null, value] as const]))
  const shown = toHistoryEntry({ ...entry, changes }, model, readable, links)
  return { model: model.name, id, ...shown, operation: 'appear' }
}

function isJournaled(field: string, model: Model): boolean {
  return journaledFields(model).some(({ name }) => name === field)
}
