import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSection } from './changelog.ts'
import { toPublishCommands } from './toPublishCommands.ts'
import { toSbom } from './toSbom.ts'
import { compareVersions, parseVersion } from './version.ts'

describe('versions', () => {
  it('are in the order of semver.org, pre-releases before their release', () => {
    const ordered = ['0.9.9', '0.10.0-1', '0.10.0-2', '0.10.0-10', '0.10.0-alpha', '0.10.0-alpha.1', '0.10.0-beta']
    const texts = [...ordered, '0.10.0', '0.10.1', '1.0.0-rc.1', '1.0.0-rc.2', '1.0.0', '10.0.0']
    const versions = texts.map((text) => parseVersion(text)).filter((version) => version !== undefined)
    expect(versions).toHaveLength(texts.length)
    const compared = versions.flatMap((a, i) => versions.map((b, j) => [Math.sign(compareVersions(a, b)), i - j]))
    expect(compared.filter(([found = 0, expected = 0]) => found !== Math.sign(expected))).toEqual([])
  })

  it.each(['1', '1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3+4', '1.2.3 ', 'latest', ''])('"%s" is none', (text) => {
    expect(parseVersion(text)).toBeUndefined()
  })

  it('that are not final are published under another tag', () => {
    expect(toPublishCommands('1.0.0', ['a.tgz'])).toEqual([
      'npm publish --provenance --access public ./release/1.0.0/a.tgz',
    ])
    expect(toPublishCommands('1.0.0-rc.1', ['a.tgz'])[0]).toContain(' --tag next ')
  })
})

describe('the changelog', () => {
  const changelog =
    '# Changes\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-16\n\n### Added\n\n- This.\n\n## [1.2.2]\n\n- That.\n'

  it('has the text of a version below its heading', () => {
    expect(findSection(changelog, '1.2.3')).toBe('### Added\n\n- This.')
  })

  it.each(['1.2', '1.2.2', '2.0.0', 'Unreleased'])('has none for %s', (version) => {
    expect(findSection(changelog, version)).toBeUndefined()
  })
})

it('an SBOM names the package, not the repository it was made in', () => {
  const own = { 'bom-ref': '@a/b@1.0.0', name: 'folder' }
  const other = { 'bom-ref': 'c@2.0.0', name: 'c' }
  const made = {
    metadata: { component: { 'bom-ref': 'root@1.0.0', name: 'root' } },
    components: [other, own],
    dependencies: [
      { ref: 'root@1.0.0', dependsOn: ['@a/b@1.0.0'] },
      { ref: '@a/b@1.0.0', dependsOn: ['c@2.0.0'] },
    ],
  }
  expect(toSbom(made, '@a/b', '1.0.0')).toEqual({
    metadata: { component: { 'bom-ref': '@a/b@1.0.0', name: '@a/b', scope: 'required' } },
    components: [other],
    dependencies: [{ ref: '@a/b@1.0.0', dependsOn: ['c@2.0.0'] }],
  })
  expect(() => toSbom(made, 'x', '1.0.0')).toThrow('npm sbom does not list x@1.0.0')
})

it('workflows name the commit of every action that they use', () => {
  const folder = join(import.meta.dirname, '../../../.github/workflows')
  const used = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/uses: .*/g) ?? [])
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})
