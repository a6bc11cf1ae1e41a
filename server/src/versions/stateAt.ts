import type { Past, PastEntry, PlainRecord } from './Past.ts'
import { isNextVersion } from './versionLeap.ts'

/**
 * Returns the values that a record had at a version: the current ones, with every later change undone. Returns
 * undefined if there was no such version, or if the journal has a gap since then. A field whose value is not known is
 * absent.
 */
export function findStateAt(past: Past, version: number): PlainRecord | undefined {
  const last = lastVersion(past)
  if (last === undefined || version < 0 || version > last) return undefined
  const later = past.entries.filter((entry) => entry.version > version)
  if (!isWithoutGaps([version, ...later.map((entry) => entry.version)], last)) return undefined
  if (past.entries.some((entry) => entry.version === version && entry.operation === 'd')) return undefined
  return withoutChanges(past.current?.values, later)
}

/**
 * Returns the values that a record had before the write that made a version: those after it, with its changes undone.
 * So it needs no earlier entry. It can't tell whether the record existed before.
 */
export function findStateBefore(past: Past, version: number): PlainRecord | undefined {
  const last = lastVersion(past)
  const later = past.entries.filter((entry) => entry.version >= version)
  const versions = later.map((entry) => entry.version)
  if (last === undefined || versions[0] !== version || !isWithoutGaps(versions, last)) return undefined
  return withoutChanges(past.current?.values, later)
}

/** Returns the entry before the one that made a version, if it is known. Versions may leap after a restore. */
export function findEntryBefore({ entries }: Past, version: number): PastEntry | undefined {
  const before = entries.findLast((entry) => entry.version < version)
  return before && isNextVersion(version, before.version) ? before : undefined
}

/**
 * Returns a past that has the same states up to a version, but one entry for all that was written since. If it has a
 * gap there, it is returned as it is: no state before the gap is known.
 */
export function condense(past: Past, version: number): Past {
  const kept = past.entries.filter((entry) => entry.version <= version)
  const later = past.entries.slice(kept.length)
  const [oldest, last] = [later[0], lastVersion(past)]
  const versions = later.map((entry) => entry.version)
  if (!oldest || last === undefined || !isWithoutGaps(versions, last)) return past
  const changes = Object.assign({}, ...later.toReversed().map((entry) => entry.changes))
  return {
    ...past,
    ...(past.current ? { current: { ...past.current, version: oldest.version } } : {}),
    entries: [...kept, { ...oldest, changes }],
  }
}

function withoutChanges(current: PlainRecord | undefined, later: readonly PastEntry[]): PlainRecord {
  const values: Record<string, unknown> = { ...current }
  for (const { changes } of later.toReversed())
    for (const [field, change] of Object.entries(changes)) {
      if (change) values[field] = change[0]
      else delete values[field]
    }
  return values
}

/** Whether each version follows the one before it, up to the last. */
function isWithoutGaps(versions: readonly number[], last: number): boolean {
  return (
    versions.at(-1) === last &&
    versions.every((version, at) => at === 0 || isNextVersion(version, versions[at - 1] ?? 0))
  )
}

/** Returns the current version, or the version of the delete; undefined if the journal does not know the record. */
export function lastVersion({ current, entries }: Past): number | undefined {
  return current ? current.version : entries.at(-1)?.version
}
