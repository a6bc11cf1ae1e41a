import type { Operation } from '../call/Request.ts'

export interface Route {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly operation: Operation
}

/** Every route of the service. */
export const routes: readonly Route[] = [
  { method: 'POST', path: '/callback', operation: 'login' },
  { method: 'POST', path: '/login.jsp', operation: 'login' },
  { method: 'GET', path: '/logout', operation: 'logout' },
  { method: 'GET', path: '/ws/rest/:model', operation: 'find' },
  { method: 'PUT', path: '/ws/rest/:model', operation: 'create' },
  { method: 'POST', path: '/ws/rest/:model', operation: 'saveMany' },
  { method: 'POST', path: '/ws/rest/:model/search', operation: 'search' },
  { method: 'POST', path: '/ws/rest/:model/removeAll', operation: 'deleteMany' },
  { method: 'POST', path: '/ws/rest/:model/updateMass', operation: 'updateMatching' },
  { method: 'GET', path: '/ws/rest/:model/:id', operation: 'read' },
  { method: 'POST', path: '/ws/rest/:model/:id', operation: 'update' },
  { method: 'DELETE', path: '/ws/rest/:model/:id', operation: 'delete' },
  { method: 'GET', path: '/ws/rest/:model/:id/history', operation: 'history' },
  { method: 'POST', path: '/ws/rest/:model/:id/restore', operation: 'restore' },
  { method: 'GET', path: '/ws/meta/models', operation: 'models' },
  { method: 'GET', path: '/ws/meta/fields/:model', operation: 'fields' },
  { method: 'GET', path: '/ws/explain/:model', operation: 'explain' },
  { method: 'GET', path: '/ws/explain/:model/:id', operation: 'explain' },
  { method: 'POST', path: '/ws/password', operation: 'password' },
  { method: 'POST', path: '/ws/sessions/end', operation: 'endSessions' },
]

/**
 * Whether a path is written as the route says. The framework also takes letters as %XX; a proxy or a rule that goes by the path
 * would not know what is behind them.
 */
export function createSpelling(route: string): (path: string) => boolean {
  const pattern = toPattern(route, '[^/]*')
  return (path) => pattern.test(path)
}

/**
 * The parameters of a path as they are written. No name of a model and no id needs %XX, so what is written so names nothing: a
 * rule of a proxy about a model would not know it.
 */
export function asWritten(route: string, path: string): Record<string, string> {
  const parts = path.split('/')
  const named = route.split('/').map((name, index) => [name, parts[index] ?? ''] as const)
  return Object.fromEntries(named.flatMap(([name, part]) => (name.startsWith(':') ? [[name.slice(1), part]] : [])))
}

/** The methods that a path has, or none where there is no such path. */
export function methodsOf(path: string): string[] {
  return routes.filter((route) => toPattern(route.path).test(path)).map((route) => route.method)
}

function toPattern(path: string, part = '[^/]+'): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, part)}$`)
}
