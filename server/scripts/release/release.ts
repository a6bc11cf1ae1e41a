// Makes a release: `npm run release -- VERSION [--dry-run]`. It checks, sets the version, builds, packs, writes SBOMs,
// commits and tags. It sends nothing anywhere: it prints the commands that do. RELEASING.md describes the whole of it.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { findSection } from './changelog.ts'
import { findBlockers } from './findBlockers.ts'
import { describePackages, pack } from './pack.ts'
import { run, runQuietly } from './run.ts'
import { toPublishCommands } from './toPublishCommands.ts'
import { setVersion, versionFiles } from './workspaces.ts'

const root = join(import.meta.dirname, '../../..')
const usage = 'npm run release -- VERSION [--dry-run]'

process.exitCode = main()

function main(): number {
  const asked = readArguments()
  if (asked === undefined) return say(`Usage: ${usage}`, 2)
  const { version, isDry } = asked
  const blockers = findBlockers(root, version)
  if (blockers.length > 0) return say(`${blockers.join('\n')}\nNothing was changed.`, 1)
  const target = join(root, 'release', version)
  try {
    run('npm', ['run', '--silent', 'check'], root)
    setVersion(root, version)
    const files = pack(root, target)
    describePackages(root, target, version)
    if (isDry) restore()
    else commitAndTag(version)
    return say(toNextSteps(version, relative(root, target), files, isDry), 0)
  } catch (error) {
    restore()
    return say(`${error instanceof Error ? error.message : String(error)}\nNothing was released.`, 1)
  }
}

function readArguments(): { version: string; isDry: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true })
    const [version, ...more] = positionals
    return version === undefined || more.length > 0 ? undefined : { version, isDry: values['dry-run'] ?? false }
  } catch {
    return undefined
  }
}

/** Puts the files back that hold the version: the tree was clean before. */
function restore(): void {
  run('git', ['checkout', '--quiet', 'HEAD', '--', ...versionFiles(root)], root)
}

/** The commit is left out where the packages have the version already, as before the first release. */
function commitAndTag(version: string): void {
  run('git', ['add', '--', ...versionFiles(root)], root)
  const isSame = runQuietly('git', ['diff', '--cached', '--quiet'], root) !== undefined
  if (!isSame) run('git', ['commit', '--quiet', '--message', `Release ${version}`], root)
  const notes = findSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version) ?? ''
  run('git', ['tag', '--annotate', '--cleanup=verbatim', `v${version}`, '--message', `${version}\n\n${notes}`], root)
}

function toNextSteps(version: string, folder: string, files: readonly string[], isDry: boolean): string {
  const made = `${folder} has the packages, their SBOMs and SHA256SUMS.`
  if (isDry) return `${made}\nThis was a dry run: no version was set, nothing was committed or tagged.`
  const steps = ['git push --follow-tags origin main', '', ...toPublishCommands(version, files)].join('\n')
  return `${made}\nv${version} is tagged here. Nothing has been sent. To publish it (RELEASING.md):\n\n${steps}`
}

function say(text: string, code: number): number {
  ;(code === 0 ? console.log : console.error)(text)
  return code
}
