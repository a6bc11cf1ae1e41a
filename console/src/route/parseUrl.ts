import { jobModel } from '../meta/ownModels.ts'
import { listOf } from './ListRoute.ts'
import { type Route, routes } from './Route.ts'
import type { RouteRow } from './RouteRow.ts'
import { toWhole } from './query.ts'
import { root } from './toUrl.ts'

/** The route of an address, its path and its query. Any other address has the route `unknown`, whose screen says so. */
export function parseUrl(address: string): Route {
  const { pathname, searchParams } = new URL(address, 'http://console.invalid')
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return { screen: 'unknown', path: address }
  const parts = partsOf(pathname.slice(root.length))
  if (parts.join('/') === 'settings/work') return listOf(jobModel)
  const rows: readonly RouteRow<Route>[] = Object.values(routes) as RouteRow<Route>[]
  for (const { path, was = [], parse } of rows) {
    for (const one of [path, ...was]) {
      const found = matchPath(partsOf(one), parts)
      if (found) return parse(found, searchParams)
    }
  }
  return { screen: 'unknown', path: address.slice(root.length) || '/' }
}

/** The members of a route that its path has; undefined if the path is another screen's. */
function matchPath(names: readonly string[], parts: readonly string[]) {
  if (parts.length > names.length) return undefined
  const found = { model: '', id: 0 }
  for (const [index, name] of names.entries()) {
    const part = parts[index]
    if (part === undefined && !name.endsWith('?')) return undefined
    if (name === ':id') found.id = toWhole(part ?? '') ?? 0
    else if (name.startsWith(':')) found.model = part ?? ''
    else if (name !== part) return undefined
    if (name === ':id' && found.id === 0) return undefined
  }
  return found
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}
