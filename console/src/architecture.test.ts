import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = import.meta.dirname

/**
 * Which rooms each room may import, in the order in which data flows. A room is a folder of `src`. A new entry is a
 * decision: add it here and in ARCHITECTURE.md.
 */
const rooms: Record<string, readonly string[]> = {
  address: [],
  api: [],
  words: [],
  keys: [],
  meta: [],
  field: ['meta', 'words'],
  draft: ['field', 'meta', 'words'],
  past: ['meta'],
  criteria: ['field', 'meta', 'words'],
  views: ['address', 'field', 'meta'],
  rights: ['criteria', 'meta', 'words'],
  chart: ['field', 'meta', 'words'],
  change: ['field', 'meta', 'past', 'words'],
  service: ['api', 'change', 'meta', 'past', 'rights'],
  query: ['change', 'service', 'meta'],
  part: [],
  grid: ['part'],
  look: [],
  screen: [
    'address',
    'api',
    'words',
    'keys',
    'meta',
    'field',
    'draft',
    'past',
    'criteria',
    'views',
    'change',
    'rights',
    'chart',
    'service',
    'query',
    'part',
    'grid',
  ],
  'main.tsx': ['words', 'field', 'query', 'service', 'screen', 'look'],
}

/** Rooms without a browser: neither React nor the DOM. They are tested in Node. */
const pure = [
  'address',
  'api',
  'words',
  'keys',
  'meta',
  'field',
  'draft',
  'past',
  'criteria',
  'views',
  'change',
  'rights',
  'chart',
]

/** Which room alone knows a package. */
const packages: Record<string, readonly string[]> = {
  'react-aria-components': ['part'],
  '@internationalized/date': ['part'],
  'lucide-react': ['part'],
  '@tanstack/react-query': ['query', 'screen', 'main.tsx'],
  '@tabularium/client': ['change', 'service', 'screen'],
  react: ['part', 'grid', 'query', 'screen', 'main.tsx'],
  'react-dom': ['main.tsx'],
}

const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !file.includes('.test.'))

function roomOf(file: string): string {
  return file.split('/')[0] ?? file
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8')
  return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'/gms)].map(
    ([, from, bare]) => from ?? bare ?? '',
  )
}

function targetOf(file: string, specifier: string): string {
  return roomOf(normalize(join(dirname(file), specifier)))
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

describe('the rooms of the console', () => {
  it('are all in the table', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(
      Object.keys(rooms)
        .filter((room) => room !== 'look')
        .sort(),
    )
  })

  it.each(files)('%s imports only what its room may', (file) => {
    const room = roomOf(file)
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) expect([room, ...(rooms[room] ?? [])]).toContain(targetOf(file, specifier))
      else expect(packages[packageOf(specifier)], specifier).toContain(room)
    }
  })

  it.each(files.filter((file) => pure.includes(roomOf(file))))('%s needs no browser', (file) => {
    const text = readFileSync(join(src, file), 'utf8')
    expect(text).not.toMatch(/\b(window|document|localStorage|navigator|fetch)\b[.(]/)
  })

  it('have no line that is longer than 120 columns, nor have their tests and the examples', () => {
    const root = join(src, '../..')
    const long = globSync('{console/{src,test,bench,pictures},examples}/**/*.{ts,tsx,css,mjs}', { cwd: root })
      .filter((path) => !path.includes('node_modules'))
      .filter((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .some((line) => line.length > 120),
      )
    expect(long).toEqual([])
  })

  it.each(files)('%s is short', (file) => {
    expect(readFileSync(join(src, file), 'utf8').split('\n').length).toBeLessThanOrEqual(200)
  })
})

/** The folder of a screen, such as `screen/me`. */
function screenOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

describe('stylesheets', () => {
  // The frame and the list are loaded with every page; other screens come alone, with their own stylesheets.
  const isAlways = (file: string) => !file.startsWith('screen/') || /^screen\/(frame|list)\//.test(file)
  const classesOf = (file: string) =>
    new Set([...readFileSync(join(src, file), 'utf8').matchAll(/\.([a-z][a-z-]*)/g)].map(([, name = '']) => name))
  const sheets = globSync('**/*.css', { cwd: src }).map((file) => ({ file, classes: classesOf(file) }))

  it.each(files.filter((file) => file.endsWith('.tsx')))('%s has the stylesheets of its classes', (file) => {
    const text = readFileSync(join(src, file), 'utf8')
    const used = [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    const imported = importsOf(file).map((specifier) => normalize(join(dirname(file), specifier)))
    const lost = used.filter((name) => {
      const owners = sheets.filter(({ classes }) => classes.has(name)).map((sheet) => sheet.file)
      const hasOne = owners.some(
        (owner) => isAlways(owner) || screenOf(owner) === screenOf(file) || imported.includes(owner),
      )
      return owners.length > 0 && !hasOne
    })
    expect(lost).toEqual([])
  })
})
