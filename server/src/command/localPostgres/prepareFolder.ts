import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RunUser } from './RunUser.ts'
import { runTool } from './runTool.ts'
import type { LocalPostgresOptions } from './startLocalPostgres.ts'

export interface FolderOptions extends Pick<LocalPostgresOptions, 'folder' | 'elsewhere' | 'advice'> {
  readonly user: RunUser | undefined
}

/** Returns the folder for the data. The user that PostgreSQL runs as must be able to enter it. */
export async function prepareFolder({ folder, elsewhere, advice, user }: FolderOptions): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  if (!user || (await isReachable(folder, user))) return folder
  const fallback = elsewhere ? await findFallback(folder) : undefined
  if (fallback !== undefined && (await isReachable(fallback, user))) return fallback
  throw new Error(
    `PostgreSQL does not run as root and runs as the user ${user.name} here, who cannot reach ${folder}: ` +
      `${advice.otherFolder}, or run this as a user who is not root.`,
  )
}

/** A folder under /var/tmp, if the user cannot enter the wanted one (which is common in root's home). */
async function findFallback(folder: string): Promise<string | undefined> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const fallback = join('/var/tmp', `tabularium-${basename(folder)}-${name}`)
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
