import type { Operation } from '../call/Request.ts'

/** One route and its operation. */
export interface Route {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly operation: Operation
}

/** The path of the start page, which is no operation. */
export const startPath = '/'

/** Every route of the service. */
export const routes: readonly Route[] = [
  { method: 'POST', path: '/callback', operation: 'login' },
  { method: 'POST', path: '/login.jsp', operation: 'login' },
  { method: 'GET', path: '/logout', operation: 'logout' },
  { method: 'GET', path: '/ws/rest/:model', operation: 'find' },
  { method: 'PUT', path: '/ws/rest/:model', operation: 'create' },
  { method: 'POST', path: '/ws/rest/:model', operation: 'saveMany' },
  { method: 'POST', path: '/ws/rest/:model/search', operation: 'search' },
  { method: 'POST', path: '/ws/rest/:model/aggregate', operation: 'aggregate' },
  { method: 'POST', path: '/ws/rest/:model/removeAll', operation: 'deleteMany' },
  { method: 'POST', path: '/ws/rest/:model/updateMass', operation: 'updateMatching' },
  { method: 'GET', path: '/ws/rest/:model/deleted', operation: 'deleted' },
  { method: 'GET', path: '/ws/rest/:model/:id', operation: 'read' },
  { method: 'POST', path: '/ws/rest/:model/:id', operation: 'update' },
  { method: 'DELETE', path: '/ws/rest/:model/:id', operation: 'delete' },
  { method: 'GET', path: '/ws/rest/:model/:id/history', operation: 'history' },
  { method: 'POST', path: '/ws/rest/:model/:id/restore', operation: 'restore' },
  { method: 'POST', path: '/ws/rest/:model/:id/undo', operation: 'undo' },
  { method: 'POST', path: '/ws/transaction', operation: 'transaction' },
  { method: 'POST', path: '/ws/action/:name', operation: 'action' },
  { method: 'GET', path: '/ws/changes', operation: 'changes' },
  { method: 'GET', path: '/ws/changes/stream', operation: 'changeStream' },
  { method: 'GET', path: '/ws/changes/sets', operation: 'changeSets' },
  { method: 'GET', path: '/ws/changes/sets/:id', operation: 'changeSet' },
  { method: 'POST', path: '/ws/changes/sets/:id/undo', operation: 'undoChangeSet' },
  { method: 'GET', path: '/ws/webhooks/:id', operation: 'webhook' },
  { method: 'GET', path: '/ws/webhooks/:id/deliveries', operation: 'deliveries' },
  { method: 'POST', path: '/ws/webhooks/:id/resend', operation: 'resend' },
  { method: 'POST', path: '/ws/webhooks/:id/discard', operation: 'discard' },
  { method: 'POST', path: '/ws/webhooks/:id/test', operation: 'testWebhook' },
  { method: 'GET', path: '/ws/meta/models', operation: 'models' },
  { method: 'GET', path: '/ws/meta/fields/:model', operation: 'fields' },
  { method: 'GET', path: '/ws/meta/actions', operation: 'actions' },
  { method: 'GET', path: '/ws/openapi.json', operation: 'openapi' },
  { method: 'GET', path: '/ws/me', operation: 'me' },
  { method: 'GET', path: '/ws/search', operation: 'searchAll' },
  { method: 'GET', path: '/ws/explain/:model', operation: 'explain' },
  { method: 'GET', path: '/ws/explain/:model/:id', operation: 'explain' },
  { method: 'GET', path: '/ws/explain/action/:name', operation: 'explainAction' },
  { method: 'POST', path: '/ws/password', operation: 'password' },
  { method: 'POST', path: '/ws/sessions/end', operation: 'endSessions' },
]

/**
 * Returns a check whether a path is written exactly as the route. The framework also accepts letters as %XX, which the
 * path rules of a proxy would not recognize.
 */
export function createPathCheck(route: string): (path: string) => boolean {
  const pattern = toPattern(route, '[^/]*')
  return (path) => pattern.test(path)
}

/**
 * The parameters of a path, not decoded. No model name and no id needs %XX. So a parameter with %XX names nothing: the
 * rules of a proxy would not recognize it.
 */
export function rawParameters(route: string, path: string): Record<string, string> {
  const parts = path.split('/')
  const named = route.split('/').map((name, index) => [name, parts[index] ?? ''] as const)
  return Object.fromEntries(named.flatMap(([name, part]) => (name.startsWith(':') ? [[name.slice(1), part]] : [])))
}

/** The route with this method and path pattern. */
export function findRoute(method: string, path: string | undefined): Route | undefined {
  return routes.find((route) => route.method === method && route.path === path)
}

/** The methods of a path; none if there is no such path. */
export function methodsOf(path: string): string[] {
  if (path === startPath) return ['GET']
  return routes.filter((route) => toPattern(route.path).test(path)).map((route) => route.method)
}

function toPattern(path: string, part = '[^/]+'): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, part)}$`)
}
