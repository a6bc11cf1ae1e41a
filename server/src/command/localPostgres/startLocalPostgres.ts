import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Progress } from '../progress.ts'
import { clearLeftover } from './clearLeftover.ts'
import { clusterFolder, createCluster, dropPartial, hasCluster, type RunningCluster, startCluster } from './Cluster.ts'
import { findPrograms, type PostgresContext } from './findPrograms.ts'
import { findSecrets, keepSecrets } from './keepSecrets.ts'
import { findFreePort } from './ports.ts'
import { prepareFolder } from './prepareFolder.ts'
import { findRunUser } from './RunUser.ts'

/** A running PostgreSQL whose data is in a folder. */
export interface LocalPostgres extends RunningCluster {
  /** The folder with the data: the wanted one or, if PostgreSQL's user cannot reach it, another. */
  readonly folder: string
}

export interface LocalPostgresOptions {
  /** The wanted folder, as an absolute path. It is created if it is absent. */
  readonly folder: string
  /** Whether a folder under /var/tmp may take its place if PostgreSQL's user cannot reach it. */
  readonly elsewhere: boolean
  /** The folder with initdb and postgres; undefined means that one is looked for. */
  readonly programs?: string | undefined
  /** Whether the data is deleted when PostgreSQL ends: then it need not survive a power failure. */
  readonly temporary?: boolean
  /** Whether to delete the data of earlier runs first. */
  readonly reset: boolean
  /** The caller's own files in the folder, which a reset deletes as well. */
  readonly files?: readonly string[]
  /** What people are told to do. */
  readonly advice: Advice
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** The ends of sentences that tell people what to do. */
export interface Advice {
  /** Who runs the PostgreSQL, such as `The demo`. */
  readonly who: string
  /** The command that starts over. */
  readonly startOver: string
  /** How to choose another folder. */
  readonly otherFolder: string
}

/**
 * Starts a PostgreSQL of its own in a folder, on a free port of 127.0.0.1, with new data or that of the previous run.
 * It ends with this process, however that ends.
 */
export async function startLocalPostgres(
  context: PostgresContext,
  options: LocalPostgresOptions,
): Promise<LocalPostgres> {
  const { advice, progress, signal } = options
  const user = await findRunUser(context.uid)
  const folder = await prepareFolder({ ...options, user })
  await clearLeftover(folder, advice)
  if (options.reset) await progress.step('Drop the data of earlier runs', () => dropData(folder, options.files ?? []))
  const { startOver } = advice
  const made = await findMajor(folder)
  const find = { given: options.programs, made, startOver, copyTo: join(folder, 'binaries'), user, progress, signal }
  const programs = await findPrograms(context, find)
  signal.throwIfAborted()
  const password = await keepPassword(context, folder, advice)
  const cluster = { programs, user, folder, password, startOver, temporary: options.temporary ?? false }
  if (made === undefined)
    await progress.step(`Create a database in ${clusterFolder(folder)}`, () => createCluster(cluster, signal))
  signal.throwIfAborted()
  const running = await progress.step(`Start PostgreSQL ${programs.version}`, async () =>
    startCluster(cluster, await findPort(folder), signal),
  )
  return { ...running, folder }
}

/** The major version of PostgreSQL that made the data; undefined if there is none. */
async function findMajor(folder: string): Promise<number | undefined> {
  if (!(await hasCluster(folder))) return undefined
  return Number(await readFile(join(clusterFolder(folder), 'PG_VERSION'), 'utf8'))
}

async function keepPassword({ randomBytes }: PostgresContext, folder: string, { startOver }: Advice): Promise<string> {
  const { databasePassword } = (await findSecrets(folder)) ?? {}
  if (databasePassword === undefined && (await hasCluster(folder)))
    throw new Error(`The password of the database in ${folder} is lost: start over with ${startOver}.`)
  const kept = await keepSecrets(folder, { databasePassword: () => randomBytes(24).toString('hex') })
  return kept.databasePassword
}

/** The port of earlier runs, so that a saved connection keeps working, or the next free one if it is taken. */
async function findPort(folder: string): Promise<number> {
  const free = await findFreePort(0)
  const { databasePort } = await keepSecrets(folder, { databasePort: () => String(free) })
  return findFreePort(Number(databasePort))
}

/** Removes only the files that were made here and the caller's: the folder may contain others. */
async function dropData(folder: string, files: readonly string[]): Promise<void> {
  const own = ['postgres', 'postgres.password', 'postgres.log', 'secrets.json', 'binaries', 'binaries.partial']
  await dropPartial(folder)
  await Promise.all([...own, ...files].map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
