import type { Past, PlainRecord } from './Past.ts'
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
  const values: Record<string, unknown> = { ...past.current?.values }
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
