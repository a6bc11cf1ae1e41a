import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The members of a package.json that a release reads or sets. */
export interface Manifest {
  name: string
  version?: string
  private?: boolean
  workspaces?: string[]
  [member: string]: unknown
}

interface Lock {
  version?: string
  packages: Record<string, Manifest>
}

/** A package of this repository that is published. */
export interface Workspace {
  readonly folder: string
  readonly name: string
  readonly version: string | undefined
}

/** What an installed package needs, and what only its development needs. */
const needed = ['dependencies', 'optionalDependencies', 'peerDependencies']
const kinds = [...needed, 'devDependencies']

/** The workspaces that are published, each after those that it depends on. */
export function publishedWorkspaces(root: string): Workspace[] {
  const manifests = foldersOf(root).map((folder) => ({ folder, manifest: readManifest(join(root, folder)) }))
  const published = manifests.filter(({ manifest }) => manifest.private !== true)
  const depthOf = (manifest: Manifest): number => {
    const ours = published.filter((other) => needed.some((kind) => other.manifest.name in Object(manifest[kind])))
    return Math.max(0, ...ours.map((other) => 1 + depthOf(other.manifest)))
  }
  return published
    .sort((a, b) => depthOf(a.manifest) - depthOf(b.manifest))
    .map(({ folder, manifest }) => ({ folder, name: manifest.name, version: manifest.version }))
}

/** The folder that is packed: `dist` for a package that is built, otherwise the workspace itself. */
export function packedFolder(root: string, { folder }: Workspace): string {
  const dist = join(root, folder, 'dist')
  return existsSync(join(dist, 'package.json')) ? dist : join(root, folder)
}

/** The files that hold a version: each package.json and the lock file. */
export function versionFiles(root: string): string[] {
  return [...['.', ...foldersOf(root)].map((folder) => join(folder, 'package.json')), 'package-lock.json']
}

/**
 * Gives all packages of the repository one version, in their package.json and in the lock file. A package that depends
 * on another one of ours names exactly this version.
 */
export function setVersion(root: string, version: string): void {
  const folders = ['', ...foldersOf(root)]
  const names = folders.map((folder) => readManifest(join(root, folder)).name)
  for (const folder of folders)
    writeJson(join(root, folder, 'package.json'), withVersion(readManifest(join(root, folder)), names, version))
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const entries = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    folders.includes(path) ? withVersion(entry, names, version) : entry,
  ])
  writeJson(join(root, 'package-lock.json'), { ...lock, version, packages: Object.fromEntries(entries) })
}

function withVersion(manifest: Manifest, names: readonly string[], version: string): Manifest {
  const pinned = kinds
    .filter((kind) => manifest[kind] !== undefined)
    .map((kind) => {
      const listed = Object.entries(Object(manifest[kind]))
      return [kind, Object.fromEntries(listed.map(([name, range]) => [name, names.includes(name) ? version : range]))]
    })
  return { ...manifest, version, ...Object.fromEntries(pinned) }
}

function foldersOf(root: string): string[] {
  return readManifest(root).workspaces ?? []
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
