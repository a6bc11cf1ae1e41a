import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../model/Model.ts'
import type { PastAuthor, PastEntry, Plain } from './Past.ts'
import { isSecretField, toWire } from './plainValues.ts'

/** An entry of the journal with the request that it came by. */
export interface JournalEntry extends PastEntry {
  readonly requestId: string
}

/** What a write did to one field; of a secret only that it changed. */
export type ShownChange = { readonly from: unknown; readonly to: unknown } | { readonly secret: true }

/** One write as a record's history shows it. */
export interface HistoryEntry {
  readonly version: number
  readonly operation: string
  readonly on: string
  readonly by: PastAuthor | null
  readonly requestId: string
  readonly changes: Readonly<Record<string, ShownChange>>
}

const operations = { c: 'create', u: 'update', d: 'delete', r: 'restore' } as const

/**
 * Shows an entry as far as its fields are readable (all where undefined), and of relations in `links` these ids alone.
 * A field that became a secret since is one also where the journal still has its values.
 */
export function toHistoryEntry(
  { version, operation, on, by, requestId, changes }: JournalEntry,
  model: Model,
  readable?: ReadonlySet<string>,
  links: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
): HistoryEntry {
  const seen = Object.entries(changes)
    .filter(([field]) => readable?.has(field) ?? true)
    .flatMap(([field, change]) => toSeen(field, change, links.get(field)))
  const shown = seen.map(([field, change]) => [field, toChange(field, change, model)])
  return { version, operation: operations[operation], on, by, requestId, changes: Object.fromEntries(shown) }
}

type Change = readonly [Plain, Plain] | null

/** A change of links without those that are not seen; nothing where they were all that changed. */
function toSeen(field: string, change: Change, ids: ReadonlySet<number> | undefined): [string, Change][] {
  if (!ids || !change) return [[field, change]]
  const isSeen = (id: unknown) => typeof id === 'number' && ids.has(id)
  const [before, after] = change.map((side) => (Array.isArray(side) ? side.filter(isSeen) : side))
  return isDeepStrictEqual(before ?? [], after ?? []) ? [] : [[field, [before, after]]]
}

function toChange(field: string, change: readonly [Plain, Plain] | null, model: Model): ShownChange {
  if (!change || isSecretField(field, model)) return { secret: true }
  return { from: toWire(field, change[0], model), to: toWire(field, change[1], model) }
}
