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

/** The process in the lock file, if it is a PostgreSQL of this folder: the system may have reused the process id. */
async function findProcess(folder: string): Promise<number | undefined> {
  const file = await readFile(join(clusterFolder(folder), 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(file.split('\n')[0])
  if (!Number.isInteger(pid) || pid < 1) return undefined
  const command = await commandOf(pid)
  return command.includes(clusterFolder(folder)) ? pid : undefined
}

async function commandOf(pid: number): Promise<string> {
  const known = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (known !== undefined) return known.replaceAll('\0', ' ')
  return await runTool('ps', ['-o', 'args=', '-p', `${pid}`]).catch(() => '')
}
