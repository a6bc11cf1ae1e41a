import { type FoundOperation, type OpenApi, operationsOf } from './OpenApi.ts'

type Route = Omit<FoundOperation, 'values'> & { readonly method: string; readonly pattern: RegExp }

/** Finds the operations of one document by method and path. */
export class Routes {
  readonly operations: readonly Omit<FoundOperation, 'values'>[]
  readonly #routes: readonly Route[]

  constructor(document: OpenApi) {
    this.operations = operationsOf(document)
    this.#routes = this.operations
      .map((one) => ({ ...one, method: one.name.split(' ')[0] ?? '', pattern: toPattern(one.template) }))
      // A path without parameters comes before one with them: `/search` is no id.
      .sort((a, b) => countOf(a.template) - countOf(b.template))
  }

  find(method: string, path: string): FoundOperation | undefined {
    for (const route of this.#routes) {
      const found = route.method === method ? route.pattern.exec(path) : null
      const values = found && decoded(found.groups ?? {})
      if (values) return { ...route, values }
    }
    return undefined
  }
}

/** The values of a path, where %XX stands for other characters; undefined if some of it stands for nothing. */
function decoded(values: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined
  }
}

function countOf(template: string): number {
  return template.split('{').length
}

function toPattern(template: string): RegExp {
  const pieces = template.split(/\{(\w+)\}/)
  return new RegExp(`^${pieces.map((piece, index) => (index % 2 ? `(?<${piece}>[^/]*)` : escape(piece))).join('')}$`)
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
