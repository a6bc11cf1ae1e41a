import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sentences } from '../../src/postgres/sentences.ts'
import { isBroken, isPassedOver, linksOf, page, pages, root, tableIn, targetsOf } from '../harness/pages.ts'

describe('security.md tells how each attack is tested', () => {
  const attacks = tableIn('docs/explanation/security.md', 'The attacks')

  test('each has one row, in the order of their numbers', () => {
    const numbers = attacks.map(([number]) => Number(number))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(numbers.slice(0, 27)).toEqual(Array.from({ length: 27 }, (_, index) => index + 1))
  })

  test('every test of an attack is listed in its row', () => {
    const files = readdirSync(join(root, 'server/test/attacks')).filter((file) => file.endsWith('.test.ts'))
    const testsOf = (attack: number) => attacks.find(([number]) => Number(number) === attack)?.[3]
    const missing = files.filter((file) => !testsOf(Number(file.slice(0, 2)))?.includes(`/attacks/${file})`))
    expect(missing).toEqual([])
  })
})

describe('the pages hang together', () => {
  test('CONTRIBUTING.md names files that exist', () => {
    const files = globSync('{server,client,console}/**/*.{ts,tsx}', { cwd: root, exclude: isPassedOver }).map(
      (path) => `/${path}`,
    )
    const named = Array.from(page('CONTRIBUTING.md').matchAll(/`([\w./]+\.ts)`/g), ([, path]) => path ?? '')
    const yours = ['uuid.ts', 'touch.ts']
    const missing = named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))
    expect(missing.filter((path) => !yours.some((own) => path.endsWith(own)))).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })

  test('the page of the test harness names every file of it, and no other', () => {
    const folder = 'server/test/harness'
    const files = readdirSync(join(root, folder)).filter((file) => /(?<!\.test)\.ts$/.test(file))
    const rows = page(`${folder}/README.md`)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const named = rows.flatMap((row) =>
      Array.from((row.split('|')[1] ?? '').matchAll(/`(\w+\.ts)`/g), ([, file]) => file ?? ''),
    )
    expect(named.toSorted()).toEqual(files.toSorted())
  })

  test('every relative link leads to a file, and to a heading if it has an anchor', () => {
    expect(pages.length).toBeGreaterThan(30)
    const broken = pages.flatMap((path) =>
      linksOf(path)
        .filter((link) => isBroken(path, link))
        .map((link) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('the reference of errors has every sentence about the database', () => {
    const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8')
    expect(Object.values(sentences).filter((sentence) => !page.includes(`| ${sentence} |`))).toEqual([])
  })

  test('the index of documents names every page', () => {
    const others = pages.filter((path) => path.startsWith('docs/') && !/^docs\/(decisions\/\d|README)/.test(path))
    expect(targetsOf('docs/README.md')).toEqual(expect.arrayContaining(others))
  })

  test('every invariant of ARCHITECTURE.md names its tests, which exist', () => {
    const [, section = ''] = /\n## Invariants\n([\s\S]*?)\n## /.exec(page('ARCHITECTURE.md')) ?? []
    const invariants = section.split(/\n(?=- )/).filter((part) => part.startsWith('- '))
    expect(invariants.length).toBeGreaterThan(30)
    const unnamed = invariants.filter((text) => !/\n  Test: \[`/.test(text))
    expect(unnamed).toEqual([])
    const lost = invariants.flatMap((text) =>
      [...(text.split('\n  Test: ')[1] ?? '').matchAll(/\[`[^`]+`\]\(([^)]+)\)((?:, \*[^*]+\*)+)/g)].flatMap(
        ([, file = '', titles = '']) =>
          [...titles.matchAll(/, \*([^*]+)\*/g)]
            .map(([, title = '']) => title)
            .filter((title) => !page(file).includes(title))
            .map((title) => `${file}: ${title}`),
      ),
    )
    expect(lost).toEqual([])
  })

  test('the code map of ARCHITECTURE.md names every module', () => {
    const entries = readdirSync(join(root, 'server/src')).filter((entry) => !entry.endsWith('.test.ts'))
    const modules = targetsOf('ARCHITECTURE.md').filter((target) => dirname(target) === 'server/src')
    const unique = [...new Set(modules.map((target) => relative('server/src', target)))]
    expect(unique.filter((entry) => !entry.endsWith('.test.ts')).sort()).toEqual(entries.sort())
  })
})
