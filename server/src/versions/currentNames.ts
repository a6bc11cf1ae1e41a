import type { PastEntry } from './Past.ts'

/** A field that has another name in journal entries up to the time of its rename. */
export interface Rename {
  readonly was: string
  readonly name: string
  readonly on: string
}

/** Returns an entry with the current names of its fields. `renames` are ordered by time. */
export function withCurrentNames<Entry extends Pick<PastEntry, 'on' | 'changes'>>(
  entry: Entry,
  renames: readonly Rename[],
): Entry {
  if (renames.length === 0) return entry
  const changes = Object.entries(entry.changes).map(([field, change]) => [toCurrent(field, entry.on, renames), change])
  return { ...entry, changes: Object.fromEntries(changes) }
}

/** Another field may have taken the old name since: only entries from before the rename mean the renamed field. */
function toCurrent(field: string, writtenOn: string, renames: readonly Rename[]): string {
  return renames.find(({ was, on }) => was === field && writtenOn <= on)?.name ?? field
}
