import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, run } from './run.ts'
import { toSbom } from './toSbom.ts'
import { packedFolder, publishedWorkspaces } from './workspaces.ts'

/** Builds and packs every published package into a folder, emptied first. Returns the files in publishing order. */
export function pack(root: string, target: string): string[] {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  run('npm', ['run', '--silent', 'build'], root)
  return publishedWorkspaces(root).map((workspace) => {
    const args = ['pack', packedFolder(root, workspace), '--json', '--pack-destination', target]
    const [packed]: { filename: string }[] = JSON.parse(read('npm', args, root))
    if (!packed) throw new Error(`npm pack made nothing of ${workspace.name}.`)
    return packed.filename
  })
}

/** Writes an SBOM for each package beside the tarballs, from the lock file, and the digests of all files. */
export function describePackages(root: string, target: string, version: string): void {
  const flags = ['--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=library']
  for (const { name } of publishedWorkspaces(root)) {
    const made = JSON.parse(read('npm', ['sbom', ...flags, '--workspace', name], root))
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`
    writeFileSync(join(target, file), `${JSON.stringify(toSbom(made, name, version), null, 2)}\n`)
  }
  const lines = readdirSync(target).map((file) => `${digestOf(join(target, file))}  ${file}\n`)
  writeFileSync(join(target, 'SHA256SUMS'), lines.join(''))
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
