import { type Route, routes } from './Route.ts'
import { toWhole } from './query.ts'
import { root } from './toUrl.ts'

/** The route of an address, its path and its query. Any other address has the route `unknown`, whose screen says so. */
export function parseUrl(address: string): Route {
  const { pathname, searchParams } = new URL(address, 'http://console.invalid')
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return { screen: 'unknown', path: address }
  const parts = partsOf(pathname.slice(root.length))
  for (const { path, parse } of Object.values(routes)) {
    const found = matchPath(partsOf(path), parts)
    if (found) return parse(found, searchParams)
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
