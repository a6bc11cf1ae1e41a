import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const nextVersion = '9.8.7'

let folder: string
let clone: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tabularium-release-'))
  clone = join(folder, 'clone')
  makeRepository(join(folder, 'origin'))
  execFileSync('git', ['clone', '--quiet', join(folder, 'origin'), clone])
  git('config', 'user.name', 'Releaser')
  git('config', 'user.email', 'releaser@example.com')
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
}, 120_000)

/** Makes the clone what it was at first: the branch, its files, and no tags. */
afterEach(() => {
  git('checkout', '--quiet', '--force', '-B', 'main', '--track', 'origin/main')
  git('clean', '--quiet', '--force', '-d', '-x', '--exclude=node_modules')
  for (const tag of git('tag', '--list').split('\n')) if (tag !== '') git('tag', '--delete', tag)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a release does not touch, so that the clones are small. */
const leftOut = /^(release|docs|server\/(test|bench))$|(^|\/)(node_modules|dist|\.git|\.tabularium)$/

/** This checkout as a repository of one commit, with checks that pass and two more sections in the changelog. */
function makeRepository(target: string): void {
  const isKept = (path: string) => !leftOut.test(relative(root, path))
  cpSync(root, target, { recursive: true, filter: isKept })
  setScript(target, 'check', 'true')
  const changelog = readFileSync(join(target, 'CHANGELOG.md'), 'utf8')
  const section = `## [${nextVersion}] - 2026-11-16\n\n- A change.\n\n## [9.9.0] - 2026-11-17\n\n`
  writeFileSync(join(target, 'CHANGELOG.md'), changelog.replace('## [', `${section}## [`))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: target })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('-c', 'user.name=Author', '-c', 'user.email=author@example.com', 'commit', '--quiet', '--message', 'All')
}

function setScript(target: string, name: 'check' | 'build', command: string): void {
  const file = join(target, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.scripts[name] = command
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Leaves the server as the only package that is published, and builds nothing: packs and SBOMs take their time. */
function publishLittle(): void {
  setScript(clone, 'build', 'true')
  for (const workspace of ['demo', 'create', 'client']) {
    const file = join(clone, workspace, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, `${JSON.stringify({ ...manifest, private: true }, null, 2)}\n`)
  }
  commit('Publish little')
}

function release(...args: string[]) {
  const script = join(clone, 'server/scripts/release/release.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: clone, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
}

function commit(message: string): void {
  git('commit', '--quiet', '--all', '--message', message)
}

/** Every package.json of the repository, and the lock file's own view of them. */
function readVersions(): Set<unknown> {
  const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'))
  const { workspaces } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
  const versions = ['', ...workspaces].flatMap((workspace: string) => [
    lock.packages[workspace].version,
    JSON.parse(readFileSync(join(clone, workspace, 'package.json'), 'utf8')).version,
  ])
  return new Set([lock.version, ...versions])
}

function expectNothingDone(): void {
  expect(git('tag', '--list')).toBe('')
  expect(existsSync(join(clone, 'release'))).toBe(false)
}

describe('a release is refused', () => {
  it.each([
    ['without a version', [], 2, 'Usage: '],
    ['with a flag that does not exist', ['1.0.0', '--publish'], 2, 'Usage: '],
    ['for a text that is no version', ['1.0'], 1, '"1.0" is not a version'],
    ['for a version that is not newer', ['0.0.9'], 1, '0.0.9 is not newer: tabularium has the version '],
    ['without a section in the changelog', ['9.8.8'], 1, 'CHANGELOG.md has no section "## [9.8.8] - YYYY-MM-DD"'],
    ['with an empty section in the changelog', ['9.9.0'], 1, 'The section 9.9.0 of CHANGELOG.md is empty'],
  ])('%s', (_, args, status, said) => {
    const result = release(...args)
    expect(result).toEqual({ status, said: expect.stringContaining(said) })
    expectNothingDone()
    expect(git('status', '--porcelain')).toBe('')
  })

  it('from a working tree with a change or a new file', () => {
    writeFileSync(join(clone, 'new.txt'), '')
    writeFileSync(join(clone, 'README.md'), '')
    const { status, said } = release(nextVersion)
    expect(status).toBe(1)
    expect(said).toContain('not clean')
    expect(said).toMatch(/M README\.md\n\?\? new\.txt/)
    expectNothingDone()
  })

  it('from another branch, and from one without a remote', () => {
    git('checkout', '--quiet', '-b', 'fix')
    const { status, said } = release(nextVersion)
    expect(status).toBe(1)
    expect(said).toContain('The branch is fix. Releases are made from main.')
    expect(said).toContain('follows no branch of a remote')
    expectNothingDone()
  })

  it('from a main that is behind the remote', () => {
    git('commit', '--quiet', '--allow-empty', '--message', 'Newer')
    git('update-ref', 'refs/heads/newer', 'HEAD')
    git('push', '--quiet', 'origin', 'newer')
    git('reset', '--quiet', '--hard', 'origin/main')
    git('branch', '--quiet', '--set-upstream-to', 'origin/newer')
    const { status, said } = release(nextVersion)
    expect({ status, said }).toEqual({
      status: 1,
      said: expect.stringContaining('main is 1 commits behind origin/newer'),
    })
    expectNothingDone()
  })

  it('for a version that a tag has already, whatever the packages say', () => {
    git('tag', 'v9.8.7')
    const { status, said } = release(nextVersion)
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('v9.8.7 is tagged already') })
  })

  it('if the checks fail: no version is set', () => {
    setScript(clone, 'check', 'echo the checks fail; exit 1')
    commit('Break the checks')
    const before = readVersions()
    const { status, said } = release(nextVersion)
    expect(status).toBe(1)
    expect(said).toContain('the checks fail')
    expect(said).toContain('Nothing was released.')
    expect(readVersions()).toEqual(before)
    expectNothingDone()
  })

  it('if the build fails: the versions are put back', () => {
    setScript(clone, 'build', 'exit 1')
    commit('Break the build')
    const before = readVersions()
    expect(release(nextVersion).status).toBe(1)
    expect(readVersions()).toEqual(before)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag', '--list')).toBe('')
  })
})

describe('a release', { timeout: 300_000 }, () => {
  it('in a dry run makes the packages, and leaves no trace in the repository', () => {
    publishLittle()
    const before = readVersions()
    const head = git('rev-parse', 'HEAD')
    const { status, said } = release(nextVersion, '--dry-run')
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('This was a dry run') })
    expect(readVersions()).toEqual(before)
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')]).toEqual([head, '', ''])
    expect(readdirSync(join(clone, 'release', nextVersion))).toContain(`tabularium-${nextVersion}.tgz`)
  })

  it('gives all packages one version, commits, tags, and prints how to publish', () => {
    const { status, said } = release(nextVersion)
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('git push --follow-tags origin main') })
    expect(readVersions()).toEqual(new Set([nextVersion]))
    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '--format=%s', 'origin/main..')).toBe(`Release ${nextVersion}`)
    expect(git('tag', '--points-at', 'HEAD')).toBe(`v${nextVersion}`)
    expect(git('tag', '--list', '--format=%(contents)')).toContain('- A change.')
    expect(git('ls-remote', '--tags', 'origin')).toBe('')
    expectPackages(said)
  })
})

/** Each package that is printed exists with its SBOM, and the digests are those of the files. */
function expectPackages(said: string): void {
  const made = join(clone, 'release', nextVersion)
  const published = Array.from(
    said.matchAll(/^npm publish --provenance --access public \.\/(\S+)$/gm),
    ([, file]) => file,
  )
  const tarballs = readdirSync(made).filter((file) => file.endsWith('.tgz'))
  expect(published.toSorted()).toEqual(tarballs.map((file) => `release/${nextVersion}/${file}`).sort())
  expect(published[0]).toMatch(/tabularium-/)
  for (const file of tarballs) expectSbom(join(made, file.replace('.tgz', '.cdx.json')))
  expect(execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: made, encoding: 'utf8' })).toBe('')
}

function expectSbom(file: string): void {
  const sbom = JSON.parse(readFileSync(file, 'utf8'))
  const { component } = sbom.metadata
  expect(component['bom-ref']).toBe(`${component.name}@${nextVersion}`)
  expect(sbom.bomFormat).toBe('CycloneDX')
  const refs = new Set([component, ...sbom.components].map((listed: { 'bom-ref': string }) => listed['bom-ref']))
  for (const { ref, dependsOn } of sbom.dependencies)
    expect([ref, ...dependsOn].filter((name: string) => !refs.has(name))).toEqual([])
  const own = sbom.dependencies.find(({ ref }: { ref: string }) => ref === component['bom-ref'])
  if (component.name === 'tabularium') expect(own.dependsOn).toContainEqual(expect.stringMatching(/^fastify@/))
}
