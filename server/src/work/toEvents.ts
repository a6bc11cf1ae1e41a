import { type RecordState, loadVisibleStates, type VisibleState, type RecordStates } from '../feed/loadVisibleStates.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { requireValue } from '../failure/invariant.ts'
import type { ReactionEvent } from '../logic/reaction.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import { toReadable } from '../statement/authorization/readable.ts'
import { toHistoryEntry } from '../versions/historyEntry.ts'
import { isSecretField, toWire } from '../versions/plainValues.ts'

/**
 * Changes as a reaction gets them: those of a record one after the other, with the record before and after, as far as
 * the role of the reaction sees them. Changes that it does not see are left out.
 */
export async function toEvents(
  entries: readonly JournaledChange[],
  authorization: Authorization,
  services: ExecutionServices,
): Promise<ReactionEvent[]> {
  const states = await loadVisibleStates(entries, authorization, services)
  const events = entries.map((entry) =>
    toEvent(entry, requireValue(states.get(entry), 'A record before and after a change'), authorization),
  )
  const byRecord = Map.groupBy(
    events.filter((event) => event !== undefined),
    ({ id }) => id,
  )
  return [...byRecord.values()].flat()
}

function toEvent(
  entry: JournaledChange,
  { before, after }: RecordStates,
  authorization: Authorization,
): ReactionEvent | undefined {
  const { model, id, version, operation, on, by, requestId } = entry
  const { visibility } = authorization.rights
  const isKnown = before !== 'unknown' && after !== 'unknown'
  if (!isKnown && !visibility.isPlain(model)) throw new TypeError(toUnknown(entry))
  if (isKnown && !isSeen(before) && !isSeen(after)) return undefined
  const shown = operation === 'd' ? before : after
  const readable = toReadable(model, typeof shown === 'string' ? undefined : shown.names, visibility)
  const { changes } = toHistoryEntry(entry, model, readable, entry.links)
  const valuesOf = (own: RecordState, member: 'from' | 'to') => {
    if (own === 'unknown') return toChanged(changes, member)
    return isSeen(own) ? toValues(own, entry, authorization) : null
  }
  return {
    id,
    version,
    operation: operations[operation],
    on,
    by,
    requestId,
    changed: Object.keys(changes),
    before: valuesOf(before, 'from'),
    after: valuesOf(after, 'to'),
  }
}

const operations = { c: 'create', u: 'update', d: 'delete', r: 'restore' } as const

function isSeen(state: RecordState): state is VisibleState {
  return typeof state !== 'string' && state.isSeen
}

function toUnknown({ model, id, version }: JournaledChange): string {
  return (
    `Version ${version} of the record ${id} of ${model.name} can't be shown: the journal does not have enough of the ` +
    'record to tell whether the role of the reaction sees it. Delete the job to give these changes up.'
  )
}

function toValues({ state, names }: VisibleState, { model, id }: JournaledChange, { rights }: Authorization) {
  const readable = toReadable(model, names, rights.visibility)
  const shown = Object.entries(state).filter(
    ([name]) => (readable?.has(name) ?? true) && !isSecretField(name, model) && isKnown(name, model),
  )
  return { id, ...Object.fromEntries(shown.map(([name, value]) => [name, toWire(name, value, model)])) }
}

function isKnown(name: string, { fields, relations }: JournaledChange['model']): boolean {
  return [...fields, ...relations].some((member) => member.name === name)
}

/** The changed fields alone: the journal does not have enough to tell the others. */
function toChanged(changes: ReturnType<typeof toHistoryEntry>['changes'], member: 'from' | 'to') {
  const shown = Object.entries(changes).flatMap(([name, change]) =>
    'secret' in change ? [] : [[name, change[member]]],
  )
  return Object.fromEntries(shown)
}
