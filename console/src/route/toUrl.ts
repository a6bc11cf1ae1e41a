import { type Route, routes } from './Route.ts'
import type { RouteRow } from './RouteRow.ts'

/** Where the console is on its server. */
export const root = '/console'

/** The address of a route, which `parseUrl` reads back. */
export function toUrl(route: Route): string {
  if (route.screen === 'unknown') return root + route.path
  // The compiler does not see that a row and a route of the same screen go together.
  const { path, query } = routes[route.screen] as RouteRow<Route>
  const parameters = query?.(route)
  return root + fillPath(path, route) + (parameters?.size ? `?${parameters}` : '')
}

/** The members of a route that a path may name. */
interface Members {
  readonly screen: string
  readonly model?: string
  readonly id?: number | undefined
}

/** A path with the members of a route in the place of their names. */
function fillPath(path: string, { model, id }: Members): string {
  const values: Readonly<Record<string, string | number | undefined>> = { ':model': model, ':model?': model, ':id': id }
  const parts = path.split('/').map((name) => (name.startsWith(':') ? values[name] : name))
  return `/${parts.filter((part) => part !== '').join('/')}`
}
