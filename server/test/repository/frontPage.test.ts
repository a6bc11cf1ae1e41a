import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { page, root, tableIn, targetsOf } from '../harness/pages.ts'

const readme = page('README.md')
const { scripts, workspaces }: { scripts: Record<string, string>; workspaces: string[] } = JSON.parse(
  page('package.json'),
)

/** Folders that nobody wrote: hidden ones, packages, and what a build or a run leaves. */
const made = /^(\..*|node_modules|dist|release|books)$/

/** The part of the page under a heading. */
function under(heading: string): string {
  const [, text = ''] = readme.split(`\n## ${heading}\n`)
  return text.split('\n## ')[0] ?? ''
}

/** A number with the word behind it, which says of what it is, unless that is a word such as "of". */
const figure = /(?<![\d.,=])\d(?:[\d,.]*\d)?(?: (?!(?:of|to|has|each)\b)[a-z]+)?/g

const figuresIn = (text: string) => toPlain(text).match(figure) ?? []

/** The words of a text on one line, without code, links and marks. */
function toPlain(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[*[]/g, '')
    .replaceAll(/\s+/g, ' ')
}

/** The figures of a text that stand on none of the pages. */
function notOn(paths: readonly string[], text: string): string[] {
  const proofs = paths.map((path) => toPlain(page(path)))
  return figuresIn(text).filter((one) => {
    const whole = new RegExp(`(?<![\\d.,])${one.replaceAll('.', '\\.')}(?!\\d|[.,]\\d)`)
    return !proofs.some((proof) => whole.test(proof))
  })
}

/** The pages to which a text links. */
const proofsOf = (text: string, folder: string) =>
  Array.from(text.matchAll(/\]\(([^)#:]+\.md)/g), ([, path = '']) => join(folder, path))

describe('the README', () => {
  test('has at most 700 words', () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(700)
  })

  test('shows the picture and the model before anything is to be run', () => {
    const [picture, model, command] = ['docs/pictures/merge.png', 'model({', 'npm ci'].map((text) =>
      readme.indexOf(text),
    )
    expect([picture, model, command]).toEqual([picture, model, command].toSorted((a = 0, b = 0) => a - b))
    expect(picture).toBeGreaterThan(0)
  })

  test('its model is a part of the example that the picture shows', () => {
    const [, shown = ''] = /```ts\n([^]*?)```/.exec(readme) ?? []
    const example = page('examples/contacts/Contact.ts').replaceAll(/\s+/g, '')
    const fields = Array.from(shown.matchAll(/^ {4}(\w+): (\w+)\(/gm), ([, name, type]) => `${name}:${type}(`)
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter((field) => !example.includes(field))).toEqual([])
  })

  test('makes six claims, each with a figure, its proof, and a command that there is', () => {
    const claims = tableIn('README.md', 'Why')
    expect(claims).toHaveLength(6)
    for (const [claim, measured, command] of claims) {
      expect(measured, claim).toMatch(/\d/)
      expect(measured, claim).toMatch(/\]\(docs\/[^)]+\)/)
      const [, script = ''] = /npm run ([\w:]+)/.exec(command ?? '') ?? []
      expect(Object.keys(scripts), claim).toContain(script)
    }
  })

  test('each figure of a claim stands, with its word, on the page that proves it', () => {
    for (const [claim, measured = ''] of tableIn('README.md', 'Why')) {
      expect(figuresIn(measured), claim).not.toEqual([])
      expect(notOn(proofsOf(measured, ''), measured), claim).toEqual([])
    }
  })

  test('each figure of docs/why.md stands on a page that it names, or on one that proves a claim of the README', () => {
    const claimed = tableIn('README.md', 'Why').flatMap(([, measured = '']) => proofsOf(measured, ''))
    const claims = page('docs/why.md').split(/\n(?=- |## )/)
    expect(figuresIn(page('docs/why.md')).length).toBeGreaterThan(10)
    expect(claims.flatMap((text) => notOn([...claimed, ...proofsOf(text, 'docs')], text))).toEqual([])
  })

  test('says for whom it is, and what it is not, four times each, and what is missing', () => {
    expect(tableIn('README.md', 'Is it for you?')).toHaveLength(4)
    expect(under('What it is not yet')).toContain('docs/what-it-does-not-do.md')
    expect(under('Documents').match(/\]\(/g)).toHaveLength(6)
    expect(targetsOf('README.md')).toContain('docs/compare.md')
  })

  test('says the licence at the top, and that there is no paid edition and no telemetry', () => {
    expect(readme.slice(0, 400)).toContain('Apache-2.0')
    for (const words of ['no paid edition', 'no telemetry', 'Version 0.1']) expect(under('Project')).toContain(words)
  })
})

describe('the tree as a visitor sees it', () => {
  test('ARCHITECTURE.md has a line for every folder at the root', () => {
    const listed = tableIn('ARCHITECTURE.md', 'The repository').map(([folder]) => /\[(\w+)/.exec(folder ?? '')?.[1])
    const entries = readdirSync(root, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && !made.test(entry.name)).map(({ name }) => name)
    expect(listed).toEqual(folders.toSorted())
    expect(listed).toEqual(expect.arrayContaining(workspaces))
  })

  test('CONTRIBUTING.md describes every script of package.json', () => {
    const contributing = page('CONTRIBUTING.md')
    const missing = Object.keys(scripts).filter((name) => {
      const command = name === 'test' ? 'npm test' : `npm run ${name}`
      return !new RegExp(`${command}(?![\\w:])`).test(contributing)
    })
    expect(missing).toEqual([])
  })

  test.each(['.', ...workspaces])('the package %s says what it is, and where it comes from', (folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/\w{3}/),
      license: 'Apache-2.0',
      repository: { type: 'git', url: 'git+https://github.com/tabularium/tabularium.git' },
    })
    expect(manifest.keywords?.length ?? 0).toBeGreaterThanOrEqual(3)
  })
})
