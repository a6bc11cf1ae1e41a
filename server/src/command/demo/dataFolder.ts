import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RunUser } from './RunUser.ts'
import { runTool } from './runTool.ts'

export interface DataFolderOptions {
  /** The folder from the command line. */
  readonly given: string | undefined
  /** The example, which has its own folder. */
  readonly example: string
  /** The working folder. */
  readonly folder: string
  readonly user: RunUser | undefined
}

/** Returns the folder for the demo's data. The user that PostgreSQL runs as must be able to enter it. */
export async function prepareDataFolder({ given, example, folder, user }: DataFolderOptions): Promise<string> {
  const own = example === 'contacts' ? 'demo' : `demo-${example}`
  const wanted = given === undefined ? join(folder, '.tabularium', own) : resolve(folder, given)
  await mkdir(wanted, { recursive: true, mode: 0o711 })
  if (!user || (await isReachable(wanted, user))) return wanted
  const fallback = given === undefined ? await findFallback(join(folder, own)) : undefined
  if (fallback !== undefined && (await isReachable(fallback, user))) return fallback
  throw new Error(
    `PostgreSQL runs as the user ${user.name} here, who cannot reach ${wanted}: choose another folder with --data.`,
  )
}

/** A folder under /var/tmp, if the user cannot enter the working folder (which is common for root's home). */
async function findFallback(folder: string): Promise<string | undefined> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const fallback = join('/var/tmp', `tabularium-demo-${name}`)
  await mkdir(fallback, { recursive: true, mode: 0o711 })
  const { uid, mode } = await lstat(fallback)
  // Any user can create folders there: a folder that others own or can write to is not safe for a database.
  return uid === 0 && (mode & 0o022) === 0 ? fallback : undefined
}

async function isReachable(folder: string, user: RunUser): Promise<boolean> {
  return await runTool('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { user }).then(
    () => true,
    () => false,
  )
}
