import { keyOf, loadPasts, seeAt, type Side } from '../execute/changes/sides.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { ReactionEvent } from '../logic/reaction.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { JournaledChange } from '../statement/JournaledChanges.ts'
import { toReadable } from '../statement/part/readable.ts'
import { toHistoryEntry } from '../versions/historyEntry.ts'
import type { Past } from '../versions/Past.ts'
import { findStateAt } from '../versions/stateAt.ts'
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
  const pasts = await loadPasts(entries, services)
  const events = await Promise.all(
    entries.map((entry) => toEvent(entry, pasts.get(keyOf(entry)), authorization, services)),
  )
  const byRecord = Map.groupBy(
    events.filter((event) => event !== undefined),
    ({ id }) => id,
  )
  return [...byRecord.values()].flat()
}

async function toEvent(
  entry: JournaledChange,
  past: Past | undefined,
  authorization: Authorization,
  services: ExecutionServices,
): Promise<ReactionEvent | undefined> {
  const { model, id, version, operation, on, by, requestId } = entry
  const seeBy = (at: number) => see(entry, past, at, authorization, services)
  const [before, after] = await Promise.all([seeBy(version - 1), seeBy(version)])
  const known = operation === 'd' ? before : after
  if (known && !before?.isSeen && !after?.isSeen) return undefined
  const readable = toReadable(model, (known ?? after)?.names, authorization.rights.visibility)
  const { changes } = toHistoryEntry(entry, model, readable, entry.links)
  const side = (own: Side | undefined, member: 'from' | 'to') =>
    own ? toValues(own, entry, authorization) : toChanged(changes, member)
  return {
    id,
    version,
    operation: operations[operation],
    on,
    by,
    requestId,
    changed: Object.keys(changes),
    before: operation === 'c' || before?.isSeen === false ? null : side(before, 'from'),
    after: operation === 'd' || after?.isSeen === false ? null : side(after, 'to'),
  }
}

const operations = { c: 'create', u: 'update', d: 'delete', r: 'restore' } as const

/** The record at a version, and whether the role sees it. If it sees all records, nothing needs to be asked. */
async function see(
  entry: JournaledChange,
  past: Past | undefined,
  version: number,
  authorization: Authorization,
  services: ExecutionServices,
): Promise<Side | undefined> {
  if (!past) return undefined
  if (!authorization.rights.visibility.isPlain(entry.model)) return seeAt(entry, past, version, authorization, services)
  const state = findStateAt(past, version)
  return state && { state, isSeen: true, names: null }
}

function toValues({ state, names }: Side, { model, id }: JournaledChange, { rights }: Authorization) {
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
