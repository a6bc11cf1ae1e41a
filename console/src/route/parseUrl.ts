import { listOf, pageSize, type Route } from './Route.ts'
import { root } from './toUrl.ts'

/** The route of an address, its path and its query. Any other address has the route `unknown`, whose screen says so. */
export function parseUrl(address: string): Route {
  const { pathname, searchParams } = new URL(address, 'http://console.invalid')
  if (pathname !== root && !pathname.startsWith(`${root}/`)) return { screen: 'unknown', path: address }
  const path = pathname.slice(root.length)
  const parts = path.split('/').filter((part) => part !== '')
  return routeOf(parts, searchParams) ?? { screen: 'unknown', path: address.slice(root.length) || '/' }
}

function routeOf(parts: readonly string[], query: URLSearchParams): Route | undefined {
  const [first, second] = parts
  const text = (name: string) => query.get(name) ?? ''
  if (first === undefined) return { screen: 'home' }
  if (first === 'r' && second !== undefined) return recordRouteOf(second, parts.slice(2), query)
  if (first === 'models' && parts.length <= 2) return { screen: 'models', model: second ?? '' }
  if (first === 'changes') return changesRouteOf(parts.slice(1), query)
  if (first === 'access' && second === 'why' && parts.length === 2)
    return { screen: 'why', user: text('user'), model: text('model'), id: whole(query, 'id'), action: text('action') }
  if (first === 'access' && parts.length === 3) return accessRouteOf(second, parts[2])
  if (parts.length > 1) return undefined
  if (first === 'login')
    return { screen: 'login', to: text('to'), ...(text('link') === 'used' ? { link: 'used' } : {}) }
  if (first === 'access') return { screen: 'access' }
  if (first === 'me') return { screen: 'me' }
  return undefined
}

function changesRouteOf(rest: readonly string[], query: URLSearchParams): Route | undefined {
  const [text] = rest
  const offset = whole(query, 'offset') ?? 0
  if (text === undefined)
    return { screen: 'changes', user: query.get('user') ?? '', model: query.get('model') ?? '', offset }
  const id = toWhole(text)
  return id === undefined || id === 0 || rest.length > 1 ? undefined : { screen: 'changeSet', id, offset }
}

function accessRouteOf(kind: string | undefined, text: string | undefined): Route | undefined {
  const id = toWhole(text ?? '')
  if (id === undefined || id === 0) return undefined
  return kind === 'roles' ? { screen: 'role', id } : kind === 'users' ? { screen: 'user', id } : undefined
}

function recordRouteOf(model: string, rest: readonly string[], query: URLSearchParams): Route | undefined {
  const [first, second] = rest
  if (first === undefined) return listRouteOf(model, query)
  if (rest.length === 1 && first === 'new')
    return { screen: 'new', model, from: whole(query, 'from'), set: setOf(query) }
  if (rest.length === 1 && first === 'deleted') return { screen: 'deleted', model, offset: whole(query, 'offset') ?? 0 }
  const id = toWhole(first)
  if (id === undefined || id === 0) return undefined
  if (rest.length === 1) return { screen: 'record', model, id }
  if (rest.length === 2 && second === 'history')
    return { screen: 'history', model, id, at: whole(query, 'at'), with: whole(query, 'with') }
  return undefined
}

function listRouteOf(model: string, query: URLSearchParams): Route {
  const names = (name: string) => (query.get(name) ?? '').split(',').filter((part) => part !== '')
  return listOf(model, {
    q: query.get('q') ?? '',
    where: query.get('where') ?? '',
    sortBy: names('sortBy'),
    fields: names('fields'),
    offset: whole(query, 'offset') ?? 0,
    limit: whole(query, 'limit') ?? pageSize,
    after: query.get('after') ?? '',
    ...(query.get('after') ? { start: whole(query, 'start') ?? 0, back: backOf(query) } : {}),
    view: whole(query, 'view'),
    peek: whole(query, 'peek'),
    chart: query.get('chart') ?? '',
  })
}

/** The tokens of the pages before; `_` is the page that had none. */
function backOf(query: URLSearchParams): string[] {
  const tokens = (query.get('back') ?? '').split('.').filter((part) => part !== '')
  return tokens.map((token) => (token === '_' ? '' : token))
}

function setOf(query: URLSearchParams): Record<string, string> {
  const pairs = query.getAll('set').map((pair): [string, string] => {
    const colon = pair.indexOf(':')
    return colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)]
  })
  return Object.fromEntries(pairs)
}

function whole(query: URLSearchParams, name: string): number | undefined {
  return toWhole(query.get(name) ?? '')
}

/** A whole number in plain digits, as the service writes ids; anything else is none. */
function toWhole(text: string): number | undefined {
  const number = Number(text)
  return /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number) ? number : undefined
}
