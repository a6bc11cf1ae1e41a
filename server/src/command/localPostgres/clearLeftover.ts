import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clusterFolder } from './Cluster.ts'
import { runTool } from './runTool.ts'
import type { Advice } from './startLocalPostgres.ts'

/** How long to wait for the PostgreSQL of a killed process to end, in milliseconds. */
const patience = 3000

/**
 * Cleans up after an earlier run: waits for a PostgreSQL that is shutting down, and removes the lock file of a killed
 * one. Throws if PostgreSQL continues to run, since it belongs to another running process.
 */
export async function clearLeftover(folder: string, { who, otherFolder }: Advice): Promise<void> {
  const deadline = AbortSignal.timeout(patience)
  for (;;) {
    const pid = await findProcess(folder)
    if (pid === undefined) break
    if (deadline.aborted)
      throw new Error(
        `${who} is running already in ${folder} (PostgreSQL is process ${pid}): end it first, or ${otherFolder}.`,
      )
    await wait(50)
  }
  await rm(join(clusterFolder(folder), 'postmaster.pid'), { force: true })
}

/**
 * The process in the lock file, if it is the PostgreSQL that wrote it: the system may have reused the process id. The
 * second line of the file is the folder as that process was given it, which may differ from ours by a link.
 */
async function findProcess(folder: string): Promise<number | undefined> {
  const file = await readFile(join(clusterFolder(folder), 'postmaster.pid'), 'utf8').catch(() => '')
  const [first, given = ''] = file.split('\n')
  const pid = Number(first)
  if (!Number.isInteger(pid) || pid < 1 || given === '') return undefined
  const command = await commandOf(pid)
  return command.includes(given) ? pid : undefined
}

async function commandOf(pid: number): Promise<string> {
  const known = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (known !== undefined) return known.replaceAll('\0', ' ')
  // Without -ww, some systems cut the line.
  return await runTool('ps', ['-ww', '-o', 'args=', '-p', `${pid}`]).catch(() => '')
}
