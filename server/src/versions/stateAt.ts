import type { Past, PlainRecord } from './Past.ts'

/**
 * The values that a record had at a version: those of now, with every later change taken back. Undefined where there
 * was no such version, or where the journal does not reach back without a gap. A field whose value is not known is not
 * there.
 */
export function findStateAt(past: Past, version: number): PlainRecord | undefined {
  const last = lastVersion(past)
  if (last === undefined || version < 0 || version > last) return undefined
  const later = past.entries.filter((entry) => entry.version > version)
  if (later.length !== last - version) return undefined
  if (past.entries.some((entry) => entry.version === version && entry.operation === 'd')) return undefined
  const values: Record<string, unknown> = { ...past.current?.values }
  for (const { changes } of later.toReversed())
    for (const [field, change] of Object.entries(changes)) {
      if (change) values[field] = change[0]
      else delete values[field]
    }
  return values
}

/** The version of a record now; of one that is gone, its delete's; undefined where nothing is known of it. */
export function lastVersion({ current, entries }: Past): number | undefined {
  return current ? current.version : entries.at(-1)?.version
}
