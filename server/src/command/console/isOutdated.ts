import type { Dirent, Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether a file that was made from sources (files or whole folders) is missing, or older than any of them. */
export async function isOutdated(made: string, sources: readonly string[]): Promise<boolean> {
  const built = await stat(made).catch(ifMissing)
  if (!built) return true
  const times = await Promise.all(sources.map(newestOf))
  return Math.max(...times) > built.mtimeMs
}

/** The time of the last change in a file or folder. A folder itself changes when a file in it is removed. */
async function newestOf(path: string): Promise<number> {
  const found: Stats | undefined = await stat(path).catch(ifMissing)
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0
  const entries: Dirent[] = await readdir(path, { withFileTypes: true, recursive: true })
  const times = await Promise.all(entries.map((entry) => stat(join(entry.parentPath, entry.name))))
  return Math.max(found.mtimeMs, ...times.map(({ mtimeMs }) => mtimeMs))
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
