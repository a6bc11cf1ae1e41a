import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../model/Model.ts'
import type { PastAuthor, PastEntry, Plain } from './Past.ts'
import { isSecretField, toWire } from './plainValues.ts'

/** A journal entry with the id of its request. */
export interface JournalEntry extends PastEntry {
  readonly requestId: string
  /** The change set of the write; null if it has none. */
  readonly changeSet?: number | null
  /** The operation that wrote the change set, and the declared name of its action, job, reaction or schedule. */
  readonly through?: string | null
  readonly name?: string | null
}

/** What a write did to one field; for a secret, only that it changed. */
export type ShownChange = { readonly from: unknown; readonly to: unknown } | { readonly secret: true }

/** One write as a record's history shows it. */
export interface HistoryEntry {
  readonly version: number
  readonly operation: string
  readonly on: string
  readonly by: PastAuthor | null
  readonly requestId: string
  /** The change set of the write, if it has one. */
  readonly changeSet?: number
  /** The operation that wrote the change set, and the declared name of its action, job, reaction or schedule. */
  readonly through?: string
  readonly name?: string
  readonly changes: Readonly<Record<string, ShownChange>>
}

const operations = { c: 'create', u: 'update', d: 'delete', r: 'restore' } as const

/**
 * Shows the readable fields of an entry (all fields if `readable` is undefined). A relation in `links` shows only the
 * ids there. A field that became a secret later is hidden, even if the journal still has its values.
 */
export function toHistoryEntry(
  { version, operation, on, by, requestId, changeSet, through, name, changes }: JournalEntry,
  model: Model,
  readable?: ReadonlySet<string>,
  links: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
): HistoryEntry {
  const visible = Object.entries(changes)
    .filter(([field]) => readable?.has(field) ?? true)
    .flatMap(([field, change]) => withVisibleIds(field, change, links.get(field)))
  const shown = visible.map(([field, change]) => [field, toChange(field, change, model)])
  const set = {
    ...(changeSet === undefined || changeSet === null ? {} : { changeSet }),
    ...(through ? { through } : {}),
    ...(name ? { name } : {}),
  }
  return { version, operation: operations[operation], on, by, requestId, ...set, changes: Object.fromEntries(shown) }
}

type Change = readonly [Plain, Plain] | null

/** Removes ids that the caller does not see from a change of links. Returns nothing if no visible id changed. */
function withVisibleIds(field: string, change: Change, ids: ReadonlySet<number> | undefined): [string, Change][] {
  if (!ids || !change) return [[field, change]]
  const isSeen = (id: unknown) => typeof id === 'number' && ids.has(id)
  const [before, after] = change.map((side) => (Array.isArray(side) ? side.filter(isSeen) : side))
  return isDeepStrictEqual(before ?? [], after ?? []) ? [] : [[field, [before, after]]]
}

function toChange(field: string, change: readonly [Plain, Plain] | null, model: Model): ShownChange {
  if (!change || isSecretField(field, model)) return { secret: true }
  return { from: toWire(field, change[0], model), to: toWire(field, change[1], model) }
}
