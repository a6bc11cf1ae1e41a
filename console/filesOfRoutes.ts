import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Route, routes } from './src/route/Route.ts'
import type { RouteRow } from './src/route/RouteRow.ts'
import { root } from './src/route/toUrl.ts'

/**
 * The files of what the first list does not need, and their modules. A module belongs to the first row that names it;
 * `common` has all the others: what several screens share. Dozens of small files would wait for each other.
 */
const files = {
  frame: /\/frame\/Live\.|\/(useLive|Follower|DeclaredIcon)\.|\/lucide-react\//,
  dates:
    /\/(use)?date(Input|Parts)\.|\/@internationalized\/date\/|\/(datepicker|calendar)\/|\/(Date\w+|Calendar)\.mjs$/i,
  board: /\/(screen\/list|src)\/board\/|\/boardQueries\./,
  home: /\/screen\/(home|list\/chart)\/|\/component\/chart\/|\/src\/chart\//,
  list: /\/screen\/(list|palette|api)\//,
  record: /\/screen\/record\//,
  history: /\/screen\/(history|changes|deleted)\//,
  settings: /\/screen\/(about|access|explain|me|models)\//,
}
type File = keyof typeof files | 'common'

/** The file of the screen of each route; undefined for the list, which is in the first file. */
const fileOfRoute: Readonly<Record<keyof typeof routes, File | undefined>> = {
  login: 'common',
  forgotten: 'common',
  reset: 'common',
  invitation: 'common',
  address: 'settings',
  home: 'home',
  dashboard: 'home',
  list: undefined,
  new: 'record',
  record: 'record',
  history: 'history',
  deleted: 'history',
  changes: 'history',
  changeSet: 'history',
  models: 'settings',
  access: 'settings',
  role: 'settings',
  user: 'settings',
  accessChanges: 'settings',
  why: 'settings',
  about: 'settings',
  me: 'settings',
}

function fileOf(id: string): string | undefined {
  // Each language is a file of its own.
  if (/\/i18n\//.test(id)) return undefined
  return Object.entries(files).find(([, modules]) => modules.test(id))?.[0] ?? 'common'
}

/** How modules are put into files. What is shared comes first: a file takes along what its modules import. */
export const fileGroups = [
  { name: 'first', tags: ['$initial'] as ['$initial'], priority: 3 },
  { name: 'common', test: (id: string) => fileOf(id) === 'common', priority: 2 },
  ...Object.keys(files).map((name, index) => ({
    name,
    test: (id: string) => fileOf(id) === name,
    priority: 1 - index / 100,
  })),
]

/** What `early.js` has in the place of the files of each route until it is built. */
const noFiles = 'const filesOfRoutes = []'

/** Writes the files of each route into `early.js`, which asks for those of the address before the program is there. */
export function preloadRoutes(): Plugin {
  return {
    name: 'preload-routes',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []))
      const needed = (name: string, found = new Set<string>()): Set<string> => {
        const chunk = chunks.find((one) => one.fileName === name)
        if (!chunk || chunk.isEntry || found.has(name)) return found
        for (const imported of chunk.imports) needed(imported, found.add(name))
        return found
      }
      const rows = Object.entries(fileOfRoute).flatMap(([screen, file]) => {
        const chunk = chunks.find(({ name }) => name === file)
        if (file && !chunk) throw new Error(`The build has no file ${file}.`)
        const paths = chunk ? [...needed(chunk.fileName)].map((name) => `${root}/${name}`) : []
        const { path, was = [] }: Pick<RouteRow<Route>, 'path' | 'was'> = routes[screen as keyof typeof routes]
        return paths.length > 0 ? [path, ...was].map((one) => [patternOf(one), paths]) : []
      })
      const early = join(dir, 'early.js')
      const text = await readFile(early, 'utf8')
      if (!text.includes(noFiles)) throw new Error(`early.js has no line ${noFiles}`)
      await writeFile(early, text.replace(noFiles, `const filesOfRoutes = ${JSON.stringify(rows)}`))
    },
  }
}

/** The addresses of a path, as a regular expression. */
function patternOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  const patterns: Readonly<Record<string, string>> = {
    ':id': '/[1-9]\\d*',
    ':model': '/[^/]+',
    ':model?': '(/[^/]+)?',
  }
  return `^${root}${parts.map((part) => patterns[part] ?? `/${part}`).join('')}/?$`
}
