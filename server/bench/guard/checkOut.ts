import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A commit of the project, checked out beside it. */
export interface CheckedOut {
  readonly folder: string
  remove(): void
}

/** Whether a commit is at hand: it is not in a shallow clone, nor in a package of the sources. */
export function hasCommit(root: string, commit: string): boolean {
  try {
    git(root, 'cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** Checks out a commit into a temporary folder, with the packages that its lock names. */
export function checkOut(root: string, commit: string): CheckedOut {
  const parent = mkdtempSync(join(tmpdir(), 'tabularium-guard-'))
  const folder = join(parent, 'project')
  const remove = () => {
    git(root, 'worktree', 'remove', '--force', folder)
    rmSync(parent, { recursive: true, force: true })
  }
  try {
    git(root, 'worktree', 'add', '--detach', folder, commit)
    if (readLock(root) === readLock(folder)) sharePackages(root, folder)
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The commit that is checked out. Fails if files differ from it: then no commit has what was measured. */
export function findOwnCommit(root: string): string {
  if (git(root, 'status', '--porcelain') !== '') throw new Error('Commit first: the pin names a commit.')
  return git(root, 'rev-parse', 'HEAD')
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim()
}

function readLock(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8')
}

/** Links the packages of one checkout into another. Links to the project's own packages lead to those of the other. */
function sharePackages(from: string, to: string): void {
  for (const workspace of ['.', ...workspacesOf(from)]) {
    const packages = join(workspace, 'node_modules')
    if (isFolder(join(from, packages)) && isFolder(join(to, workspace)))
      linkAll(join(from, packages), join(to, packages))
  }
}

function linkAll(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (name.startsWith('@')) linkAll(source, target)
    else symlinkSync(source, target)
  }
}

function workspacesOf(folder: string): string[] {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).workspaces
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
