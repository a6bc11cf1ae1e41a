import type { PastEntry } from './Past.ts'

/** A field that the journal calls by another name in entries up to a moment. */
export interface Rename {
  readonly was: string
  readonly name: string
  readonly on: string
}

/** An entry with its fields called as they are now. `renames` are in the order of their time. */
export function withCurrentNames<Entry extends Pick<PastEntry, 'on' | 'changes'>>(
  entry: Entry,
  renames: readonly Rename[],
): Entry {
  if (renames.length === 0) return entry
  const changes = Object.entries(entry.changes).map(([field, change]) => [toCurrent(field, entry.on, renames), change])
  return { ...entry, changes: Object.fromEntries(changes) }
}

/** Another field may have taken an old name since: only what was written before the rename means the renamed one. */
function toCurrent(field: string, writtenOn: string, renames: readonly Rename[]): string {
  return renames.find(({ was, on }) => was === field && writtenOn <= on)?.name ?? field
}
