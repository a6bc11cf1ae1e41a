import { access, constants, cp, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { RunUser } from './RunUser.ts'
import { runTool } from './runTool.ts'

/** The programs of a PostgreSQL. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  /** Such as `18.4`. */
  readonly version: string
  /** Such as 18. */
  readonly major: number
}

export interface ProgramsOptions {
  /** The folder for a copy, if one is needed, or the link to what was downloaded. */
  readonly copyTo: string
  readonly user: RunUser | undefined
}

/**
 * Returns programs that the user can run: those in the folder or, if they come from npm and links cannot be created
 * there or the user cannot read them, those of a copy.
 */
export async function preparePrograms(folder: string, { copyTo, user }: ProgramsOptions): Promise<Programs> {
  const native = dirname(folder)
  if (!(await exists(linksOf(native)))) return await readPrograms(folder, user)
  if (await linkLibraries(native)) {
    const programs = await readPrograms(folder, user).catch(() => undefined)
    if (programs) return programs
  }
  await copyOnce(native, copyTo)
  return await readPrograms(keptIn(copyTo), user)
}

/** The folder of the programs in a copy, or through a link. */
export function keptIn(copyTo: string): string {
  return join(copyTo, 'native', 'bin')
}

/** Makes a link to programs that were downloaded, if they were not copied, so that the next run finds them at once. */
export async function rememberPrograms(folder: string, { copyTo }: ProgramsOptions): Promise<void> {
  await symlink(dirname(dirname(folder)), copyTo).catch(() => {})
}

/** Removes such a link: what it led to is not there any more or cannot be used. */
export async function forgetPrograms({ copyTo }: ProgramsOptions): Promise<void> {
  const target = await readlink(copyTo).catch(() => undefined)
  if (target !== undefined) await rm(copyTo, { force: true })
}

/**
 * The libraries of the npm package refer to each other through symbolic links. npm packages cannot contain links, and
 * the package's install script would create them. Returns whether all of them exist now.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const text = await readFile(linksOf(native), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { source: string; target: string }[]
  const made = await Promise.all(
    links.map(({ source, target }) => makeLink(relative(dirname(target), source), join(dirname(native), target))),
  )
  return made.every(Boolean)
}

/** The list of the links that an npm package cannot contain; other PostgreSQLs have no such file. */
function linksOf(native: string): string {
  return join(native, 'pg-symlinks.json')
}

async function makeLink(source: string, target: string): Promise<boolean> {
  try {
    await symlink(source, target)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/** Runs the program with --version as the user: that shows whether the user can read it and its libraries. */
async function readPrograms(folder: string, user: RunUser | undefined): Promise<Programs> {
  const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')]
  await access(initdb, constants.F_OK)
  const output = await runTool(postgres, ['--version'], { user })
  const [version, major] = /(\d+)(?:[.\w]+)?/.exec(output) ?? []
  return { initdb, postgres, version: version ?? 'of unknown version', major: Number(major) }
}

/** The copy gets its final name last, so an interrupted one is not used. */
async function copyOnce(native: string, to: string): Promise<void> {
  if (await exists(to)) return
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  await cp(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(join(partial, 'native'))
  // A link to something that is gone.
  await rm(to, { force: true })
  await rename(partial, to)
}

async function exists(path: string): Promise<boolean> {
  return await access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
