import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { consoleFolder } from '../../http/console/consoleFolder.ts'
import { runTool } from '../localPostgres/runTool.ts'
import type { Progress } from '../progress.ts'
import { isOutdated } from './isOutdated.ts'

/** What the console is made from, next to its folder `dist`. */
const sources = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts', 'filesOfRoutes.ts', '../client/src']

export interface BuildOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly progress: Progress
  readonly signal: AbortSignal
}

/**
 * In a clone, builds the console if its files are missing or older than its sources. The published package contains the
 * files and no sources. A console that cannot be built is no reason to serve nothing: it says why, and continues.
 */
export async function buildConsole({ env, progress, signal }: BuildOptions): Promise<void> {
  const dist = consoleFolder()
  const folder = join(dist, '..')
  const index = join(dist, 'index.html')
  const paths = sources.map((path) => join(folder, path))
  if (!(await exists(join(folder, 'vite.config.ts'))) || !(await isOutdated(index, paths))) return
  const vite = join(folder, '../node_modules/vite/bin/vite.js')
  if (!(await exists(vite))) return progress.note('The console is not built: npm ci installs what builds it.')
  try {
    await progress.step('Build the console', () => build(vite, dist, { env, signal }))
  } catch (error) {
    signal.throwIfAborted()
    progress.note(`There is no current console: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Builds next to the folder and replaces it at once, so that no other process reads half of a console. */
async function build(vite: string, dist: string, { env, signal }: Omit<BuildOptions, 'progress'>): Promise<void> {
  const made = `${dist}-${process.pid}`
  const before = `${made}-before`
  const args = [vite, 'build', '--logLevel', 'error', '--outDir', made]
  try {
    await runTool(process.execPath, args, { folder: join(dist, '..'), env, signal })
    await rename(dist, before).catch(ifTaken)
    // If another process was faster, its files are as new as these.
    await rename(made, dist).catch(ifTaken)
  } finally {
    for (const folder of [made, before]) await rm(folder, { recursive: true, force: true })
  }
}

function ifTaken(error: NodeJS.ErrnoException): void {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
