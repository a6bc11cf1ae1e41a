import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const src = import.meta.dirname

/**
 * Which rooms each room imports, in the order in which data flows: a room imports only rooms above it. A room is a
 * folder of `src`. A new entry is a decision: add it here and in ARCHITECTURE.md.
 */
const rooms: Record<string, readonly string[]> = {
  style: [],
  i18n: [],
  keys: [],
  meta: [],
  route: ['i18n', 'meta'],
  api: [],
  field: ['i18n', 'meta'],
  draft: ['i18n', 'meta', 'field'],
  expression: ['i18n', 'meta', 'field', 'draft'],
  history: ['meta', 'field'],
  criteria: ['i18n', 'meta', 'field'],
  views: ['meta', 'route', 'field'],
  board: ['i18n', 'meta', 'field'],
  rights: ['meta', 'field', 'criteria'],
  chart: ['meta', 'field'],
  bulk: ['i18n', 'meta', 'field', 'history'],
  service: ['meta', 'api', 'history', 'rights', 'chart', 'bulk'],
  query: ['meta', 'chart', 'bulk', 'service'],
  shell: ['i18n', 'keys', 'meta', 'route', 'field', 'history', 'criteria', 'views', 'service', 'query'],
  component: [
    'i18n',
    'meta',
    'route',
    'field',
    'expression',
    'history',
    'criteria',
    'rights',
    'chart',
    'bulk',
    'service',
    'query',
    'shell',
  ],
  grid: ['component'],
  screen: [
    'i18n',
    'keys',
    'meta',
    'route',
    'api',
    'field',
    'draft',
    'expression',
    'history',
    'criteria',
    'views',
    'board',
    'rights',
    'chart',
    'bulk',
    'service',
    'query',
    'shell',
    'component',
    'grid',
  ],
  app: ['keys', 'meta', 'route', 'draft', 'rights', 'service', 'query', 'shell', 'component', 'screen'],
  'main.tsx': ['style', 'i18n', 'field', 'service', 'query', 'app'],
}

/** Rooms without a browser: neither React nor the DOM. They are tested in Node. */
const pure = [
  'i18n',
  'keys',
  'meta',
  'route',
  'api',
  'field',
  'draft',
  'expression',
  'history',
  'criteria',
  'views',
  'board',
  'rights',
  'chart',
  'bulk',
]

/** Which folders alone know a package. `/**` includes the folders in it. */
const packages: Record<string, readonly string[]> = {
  'react-aria-components': ['component'],
  '@internationalized/date': ['component'],
  'lucide-react': ['component'],
  '@tanstack/react-query': ['query', 'app', 'main.tsx'],
  '@tabularium/client': ['meta', 'expression', 'bulk', 'service', 'shell', 'component/**', 'screen/**'],
  react: ['query', 'shell', 'component/**', 'grid', 'screen/**', 'app/**', 'main.tsx'],
  'react-dom': ['main.tsx'],
}

const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !file.includes('.test.'))

function roomOf(file: string): string {
  return file.split('/')[0] ?? file
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8')
  const imports = /^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gms
  return [...text.matchAll(imports)].map(([, from, bare, loaded]) => from ?? bare ?? loaded ?? '')
}

/** The files and stylesheets of the console that a file imports, those that it loads later included. */
function ownImportsOf(file: string): string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(file), specifier)))
}

/** Whether a file is in a folder, or below it where the folder ends with `/**`. */
function isIn(file: string, folder: string): boolean {
  if (folder.endsWith('/**')) return file.startsWith(folder.slice(0, -2))
  return file === folder || dirname(file) === folder
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

describe('the rooms of the console', () => {
  it('are all in the table', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(
      Object.keys(rooms)
        .filter((room) => room !== 'style')
        .sort(),
    )
  })

  it('import only rooms above them in the table, so that there are no circles', () => {
    const order = Object.keys(rooms)
    const upward = Object.entries(rooms).flatMap(([room, imports]) =>
      imports
        .filter((other) => !order.slice(0, order.indexOf(room)).includes(other))
        .map((other) => `${room} → ${other}`),
    )
    expect(upward).toEqual([])
  })

  it('have no entry in the table that nothing needs', () => {
    const arrows = new Set(files.flatMap((file) => ownImportsOf(file).map((own) => `${roomOf(file)} → ${roomOf(own)}`)))
    const entries = Object.entries(rooms).flatMap(([room, imports]) => imports.map((other) => `${room} → ${other}`))
    expect(entries.filter((entry) => !arrows.has(entry))).toEqual([])
  })

  // Types are imports, too.
  it.each(files)('%s imports only what its room may', (file) => {
    const room = roomOf(file)
    for (const own of ownImportsOf(file)) expect([room, ...(rooms[room] ?? [])]).toContain(roomOf(own))
    for (const specifier of importsOf(file).filter((each) => !each.startsWith('.'))) {
      const folders = packages[packageOf(specifier)] ?? []
      expect(
        folders.some((folder) => isIn(file, folder)),
        specifier,
      ).toBe(true)
    }
  })

  const ofScreens = files.filter((file) => roomOf(file) === 'screen')

  it('have each file of a screen in the folder of its screen', () => {
    expect(ofScreens.filter((file) => file.split('/').length < 3)).toEqual([])
  })

  it.each(ofScreens)('%s imports no other screen', (file) => {
    const others = ownImportsOf(file).filter((own) => roomOf(own) === 'screen' && screenOf(own) !== screenOf(file))
    expect(others).toEqual([])
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

/** A node of the syntax tree: only its kind, its position in the text and its name are read. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly id?: { readonly name?: string } | null
}

/** How many lines each function of a file has, with its parameters and the functions in it. */
function functionsOf(file: string): { readonly name: string; readonly lines: number }[] {
  const text = readFileSync(join(src, file), 'utf8')
  const found: { name: string; lines: number }[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end, id } = node as SyntaxNode
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
      found.push({ name: `${file} ${id?.name ?? ''}`.trim(), lines: text.slice(start, end).split('\n').length })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, text).program)
  return found
}

describe('functions', () => {
  const functions = files.flatMap(functionsOf)

  it('have 60 lines at most', () => {
    expect(functions.length).toBeGreaterThan(1000)
    expect(functions.filter(({ lines }) => lines > 60)).toEqual([])
  })
})

/** The folder of a screen, such as `screen/me`, or of components, such as `component/form`. */
function screenOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

describe('stylesheets', () => {
  // The frame, the list and the components that all screens share are loaded with every page. Other screens, and the
  // components of one subject, come alone, with their own stylesheets.
  const isAlways = (file: string) => !/^(screen|component)\/.+\//.test(file) || file.startsWith('screen/list/')
  const classesOf = (file: string) =>
    new Set([...readFileSync(join(src, file), 'utf8').matchAll(/\.([a-z][a-z-]*)/g)].map(([, name = '']) => name))
  const sheets = globSync('**/*.css', { cwd: src }).map((file) => ({ file, classes: classesOf(file) }))

  it.each(files.filter((file) => file.endsWith('.tsx')))('%s has the stylesheets of its classes', (file) => {
    const text = readFileSync(join(src, file), 'utf8')
    const used = [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    const imported = ownImportsOf(file)
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
