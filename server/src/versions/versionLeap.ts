/**
 * What the first write of a record adds to its version after the database was restored to an earlier moment; all other
 * writes add 1. So a version that was lost with the restore never comes again with other content.
 */
export const versionLeap = 1_000_000

/** Whether a version can be the next one after another. */
export function isNextVersion(version: number, before: number): boolean {
  return version - before === 1 || version - before === versionLeap
}
