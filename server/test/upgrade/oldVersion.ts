import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The sources of an older commit. */
export interface OldVersion {
  /** The name of the commit, as git shows it. */
  readonly name: string
  /** Its command line. */
  readonly main: string
  /** Its example models. */
  readonly models: string
  remove(): Promise<void>
}

const root = fileURLToPath(import.meta.resolve('../../..'))

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

/** The last release; before the first one, the commit before the newest migration of the service's own tables. */
export function findLastVersion(): string {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/src/schema/service')}^`
  }
}

/** Copies the sources of a commit. They use the packages of this folder. */
export async function copyVersion(commit: string): Promise<OldVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'tabularium-old-'))
  const archive = execFileSync('git', ['archive', commit, 'package.json', 'server', 'examples'], {
    cwd: root,
    maxBuffer: 1024 ** 3,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    name: git('log', '-1', '--format=%h (%s)', commit),
    main: join(folder, 'server/bin/tabularium.js'),
    models: join(folder, 'examples/contacts'),
    remove: () => rm(folder, { recursive: true }),
  }
}
