import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../Context.ts'
import type { Progress } from '../progress.ts'
import { findPackageFolder, prepareBinaries } from './binaries.ts'
import { clusterFolder, createCluster, dropPartial, hasCluster, type RunningCluster, startCluster } from './Cluster.ts'
import { prepareDataFolder } from './dataFolder.ts'
import { clearLeftover } from './leftover.ts'
import { findFreePort } from './ports.ts'
import { findRunUser } from './RunUser.ts'
import { completeSecrets, findSecrets, type Secrets } from './secrets.ts'

export interface DemoDatabase {
  /** The folder for the demo's data. */
  readonly folder: string
  readonly secrets: Secrets
  readonly cluster: RunningCluster
}

export interface StartOptions {
  /** Whether to delete the data of earlier runs first. */
  readonly reset: boolean
  readonly data: string | undefined
  readonly example: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Starts the demo's own PostgreSQL from the npm package, with a new cluster or the data of the previous run. */
export async function startDatabase(
  context: Context,
  { reset, data, example, progress, signal }: StartOptions,
): Promise<DemoDatabase> {
  const packageFolder = findPackageFolder()
  const user = await findRunUser(context.uid)
  const folder = await prepareDataFolder({ given: data, example, folder: context.folder, user })
  await clearLeftover(folder)
  if (reset) await progress.step('Drop the data of earlier runs', () => dropData(folder))
  const binaries = await progress.step('Find PostgreSQL', () =>
    prepareBinaries(packageFolder, { copyTo: join(folder, 'binaries'), user }),
  )
  signal.throwIfAborted()
  const secrets = await prepareSecrets(folder, context)
  const options = { binaries, user, folder, password: secrets.databasePassword }
  if (!(await hasCluster(folder)))
    await progress.step(`Create a database in ${clusterFolder(folder)}`, () => createCluster(options, signal))
  signal.throwIfAborted()
  const cluster = await progress.step(`Start PostgreSQL ${binaries.version}`, async () =>
    startCluster(options, await findFreePort(0), signal),
  )
  return { folder, secrets, cluster }
}

async function prepareSecrets(folder: string, { randomBytes }: Context): Promise<Secrets> {
  const known = await findSecrets(folder)
  if (!known && (await hasCluster(folder)))
    throw new Error(`The passwords of the demo in ${folder} are lost: start over with --reset.`)
  return await completeSecrets(folder, known ?? {}, randomBytes)
}

/** Removes only the demo's own files: the folder may contain others. */
async function dropData(folder: string): Promise<void> {
  const own = [
    'postgres',
    'postgres.password',
    'postgres.log',
    'secrets.json',
    'cookies',
    'binaries',
    'binaries.partial',
  ]
  await dropPartial(folder)
  await Promise.all(own.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
