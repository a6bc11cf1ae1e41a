import type { FieldMeta, Json, RecordJson } from '../meta/ModelMeta.ts'
import type { Entry } from './Entry.ts'

/** The values of a record at one of its versions, and which of them the write of that version changed. */
export interface AtVersion {
  readonly values: Readonly<Record<string, Json>>
  readonly changed: ReadonlySet<string>
}

/**
 * A record at a version, from its history alone: the value that the last write up to then gave a field, or the one that
 * the next write found. A field that no known write touched is as it is now.
 */
export function recordAt(
  fields: readonly FieldMeta[],
  entries: readonly Entry[],
  current: RecordJson | undefined,
  version: number,
): AtVersion {
  const valueOf = (name: string): Json => {
    const known = valueBefore(name, entries, (entry) => entry.version > version)
    return known === undefined ? (current?.[name] ?? null) : known
  }
  const values = Object.fromEntries(fields.map(({ name }) => [name, valueOf(name)]))
  const own = entries.find((entry) => entry.version === version)
  return { values, changed: new Set(Object.keys(own?.changes ?? {})) }
}

/**
 * The value of a field before some later writes: what the last other write gave it, or what the first later one found.
 * Undefined if no known write touched it.
 */
export function valueBefore(
  name: string,
  entries: readonly Pick<Entry, 'changes' | 'version' | 'on'>[],
  isLater: (entry: Pick<Entry, 'version' | 'on'>) => boolean,
): Json | undefined {
  let next: Json | undefined
  // Newest first: what a later write found is overwritten by what an earlier one found.
  for (const entry of entries) {
    const change = entry.changes[name]
    if (!change || change.secret) continue
    if (!isLater(entry)) return change.to ?? null
    next = change.from ?? null
  }
  return next
}

/** The versions that a slider steps over, oldest first, and how much each changed. */
export interface Tick {
  readonly version: number
  readonly operation: Entry['operation']
  /** From 0 to 1, by the number of fields that changed. */
  readonly height: number
}

/** The ticks of a history. */
export function ticksOf(entries: readonly Entry[]): Tick[] {
  const most = Math.max(1, ...entries.map(({ changes }) => Object.keys(changes).length))
  return entries
    .map(({ version, operation, changes }) => ({
      version,
      operation,
      height: Math.max(0.15, Object.keys(changes).length / most),
    }))
    .toReversed()
}
