import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSection } from './changelog.ts'
import { runQuietly } from './run.ts'
import { compareVersions, parseVersion } from './version.ts'
import { publishedWorkspaces } from './workspaces.ts'

/** Everything that forbids this release, each with what to do about it. Nothing is changed. */
export function findBlockers(root: string, version: string): string[] {
  if (!parseVersion(version)) return [`"${version}" is not a version. Write it as 1.2.3 or 1.2.3-rc.1.`]
  const git = (...args: string[]) => runQuietly('git', args, root)
  return [...ofTree(git), ...ofVersion(root, git, version), ...ofChangelog(root, version)]
}

type Git = (...args: string[]) => string | undefined

function ofTree(git: Git): string[] {
  const found: string[] = []
  const branch = git('branch', '--show-current')
  if (branch !== 'main') found.push(`The branch is ${branch || 'unknown'}. Releases are made from main.`)
  const changes = git('status', '--porcelain')
  if (changes === undefined) found.push('This is not a git repository.')
  else if (changes !== '') found.push(`The working tree is not clean. Commit or remove:\n${changes}`)
  const upstream = git('rev-parse', '--abbrev-ref', '@{upstream}')
  if (upstream === undefined) return [...found, 'main follows no branch of a remote: git branch --set-upstream-to']
  if (git('fetch', '--quiet', '--tags') === undefined) found.push('git fetch failed: the remote cannot be reached.')
  const behind = git('rev-list', '--count', 'HEAD..@{upstream}')
  if (behind !== '0') found.push(`main is ${behind} commits behind ${upstream}: git pull --rebase`)
  return found
}

/** A release is newer than every one before it. The version in the packages may be set already, if it has no tag. */
function ofVersion(root: string, git: Git, version: string): string[] {
  const tags = (git('tag', '--list', 'v*') ?? '').split('\n').map((tag) => tag.slice(1))
  const tooOld = tags.filter((tag) => isAtLeast(tag, version)).map((tag) => `v${tag} is tagged already`)
  const packages = publishedWorkspaces(root)
    .filter((workspace) => workspace.version !== version && isAtLeast(workspace.version ?? '', version))
    .map((workspace) => `${workspace.name} has the version ${workspace.version}`)
  return [...tooOld, ...packages].map((why) => `${version} is not newer: ${why}.`)
}

function isAtLeast(text: string, version: string): boolean {
  const [known, wanted] = [parseVersion(text), parseVersion(version)]
  return known !== undefined && wanted !== undefined && compareVersions(known, wanted) >= 0
}

function ofChangelog(root: string, version: string): string[] {
  const section = findSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  if (section === undefined) return [`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`]
  return section === '' ? [`The section ${version} of CHANGELOG.md is empty.`] : []
}
