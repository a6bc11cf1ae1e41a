import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { JournaledChange } from '../../statement/JournaledChanges.ts'
import { journaledFields } from '../../statement/part/journalChanges.ts'
import { toReadable } from '../../statement/part/readable.ts'
import { toHistoryEntry } from '../../versions/historyEntry.ts'
import type { Past, PlainRecord } from '../../versions/Past.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import type { Change, ChangeEvent } from './Change.ts'
import { keyOf, loadPasts, seeAt } from './sides.ts'

/**
 * Returns what a caller sees of some changes, with the rights of this moment. If all records of a model are visible,
 * that follows from the journal. Otherwise the caller's rules are evaluated on the record before and after each change.
 */
export async function toVisibleChanges(
  entries: readonly JournaledChange[],
  authorization: Authorization,
  services: ExecutionServices,
): Promise<Change[]> {
  const { visibility } = authorization.rights
  const limited = entries.filter(({ model }) => !visibility.isPlain(model))
  const pasts = await loadPasts(limited, services)
  const changes = await Promise.all(
    entries.map(async (entry) => {
      const past = pasts.get(keyOf(entry))
      return past ? toLimited(entry, past, authorization, services) : toPlain(entry, authorization)
    }),
  )
  return entries.flatMap(({ place, model, id }, index) => {
    const event = changes[index]
    return event ? [{ place, model, id, event: JSON.stringify(event) }] : []
  })
}

function toPlain(entry: JournaledChange, { rights }: Authorization): ChangeEvent {
  const { model, id, links } = entry
  const readable = toReadable(model, undefined, rights.visibility)
  return { model: model.name, id, ...toHistoryEntry(entry, model, readable, links) }
}

async function toLimited(
  entry: JournaledChange,
  past: Past,
  authorization: Authorization,
  services: ExecutionServices,
): Promise<ChangeEvent | undefined> {
  const { model, id, version } = entry
  const [before, after] = await Promise.all([
    seeAt(entry, past, version - 1, authorization, services),
    seeAt(entry, past, version, authorization, services),
  ])
  if (!after?.isSeen) return before?.isSeen ? { model: model.name, id, version, operation: 'vanish' } : undefined
  const { visibility } = authorization.rights
  const readable = toReadable(model, after.names, visibility)
  if (before && !before.isSeen) return toAppearance(entry, after.state, readable)
  const readBefore = before && toReadable(model, before.names, visibility)
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
