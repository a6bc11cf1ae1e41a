import type { Method, Operation } from '../call/Operation.ts'

/** One route and its operation. */
export interface Route<O extends Operation = Operation> {
  readonly method: Method
  readonly path: string
  /** Its name in the OpenAPI document: that of the operation, if the operation has no other route. */
  readonly id: string
  readonly operation: O
}

/** The path of the start page, which is no operation. */
export const startPath = '/'

/** The routes of operations, in their order. */
export function toRoutes<O extends Operation>(operations: readonly O[]): Route<O>[] {
  return operations.flatMap((operation) =>
    Object.entries({ [operation.name]: operation.route, ...operation.otherRoutes }).map(([id, route]) => {
      const [method, path] = route.split(' ') as [Method, string]
      return { method, path, id, operation }
    }),
  )
}

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
export function findRoute(routes: readonly Route[], method: string, path: string | undefined): Route | undefined {
  return routes.find((route) => route.method === method && route.path === path)
}

/** The methods of a path; none if there is no such path. */
export function methodsOf(routes: readonly Route[], path: string): string[] {
  if (path === startPath) return ['GET']
  return routes.filter((route) => toPattern(route.path).test(path)).map((route) => route.method)
}

function toPattern(path: string, part = '[^/]+'): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, part)}$`)
}
