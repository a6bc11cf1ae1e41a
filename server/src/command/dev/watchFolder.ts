import { watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** How long a folder must be quiet before a change counts, in milliseconds: editors write in several steps. */
const quiet = 100
/** How often the files are compared if no event arrives, in milliseconds: some file systems report none. */
const interval = 2_000

/** Calls the listener after a file of the folder was changed, until the returned function is called. */
export async function watchFolder(folder: string, onChange: () => void): Promise<() => void> {
  let known = await describeFiles(folder)
  let timer: NodeJS.Timeout | undefined
  const compare = async () => {
    const found = await describeFiles(folder)
    if (found === known) return
    known = found
    onChange()
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void compare(), quiet)
  }
  const poll = setInterval(() => void compare(), interval)
  const watcher = tryWatch(folder, soon)
  return () => {
    watcher?.close()
    clearInterval(poll)
    clearTimeout(timer)
  }
}

/** Without events, the files are still compared regularly. */
function tryWatch(folder: string, listener: () => void) {
  try {
    return watch(folder, { recursive: true }, listener).on('error', () => {})
  } catch {
    return undefined
  }
}

/** The names, times and sizes of the files that can matter, as one text to compare. */
export async function describeFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && /^[^.].*\.(?:m?[jt]s|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, path).split(sep).includes('node_modules'))
  const files = await Promise.all(
    paths.sort().map(async (path) => {
      const found = await stat(path).catch(() => undefined)
      return `${path} ${found?.mtimeMs} ${found?.size}`
    }),
  )
  return files.join('\n')
}
