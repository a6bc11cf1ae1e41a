import { type ListRoute, type NewRoute, pageSize, type Route } from './Route.ts'

/** Where the console is on its server. */
export const root = '/console'

/** The address of a route, which `parseUrl` reads back. */
export function toUrl(route: Route): string {
  return root + pathOf(route)
}

/** The parameters of a list, in the form of find. */
export function findParameters(route: ListRoute): URLSearchParams {
  return parameters({
    q: route.q,
    where: route.where,
    sortBy: route.sortBy.join(','),
    fields: route.fields.join(','),
    offset: route.offset === 0 ? '' : String(route.offset),
    limit: route.limit === pageSize ? '' : String(route.limit),
    after: route.after,
  })
}

function pathOf(route: Route): string {
  switch (route.screen) {
    case 'login':
      return withQuery('/login', parameters({ to: route.to, link: route.link ?? '' }))
    case 'home':
      return '/'
    case 'list':
      return withQuery(`/r/${route.model}`, listParameters(route))
    case 'new':
      return withQuery(`/r/${route.model}/new`, newParameters(route))
    case 'record':
      return `/r/${route.model}/${route.id}`
    case 'history': {
      const query = parameters({ at: text(route.at), with: text(route.with) })
      return withQuery(`/r/${route.model}/${route.id}/history`, query)
    }
    case 'deleted':
      return withQuery(
        `/r/${route.model}/deleted`,
        parameters({ offset: route.offset === 0 ? '' : text(route.offset) }),
      )
    case 'changes': {
      const { user, model, offset } = route
      return withQuery('/changes', parameters({ user, model, offset: offset === 0 ? '' : text(offset) }))
    }
    case 'changeSet':
      return withQuery(`/changes/${route.id}`, parameters({ offset: route.offset === 0 ? '' : text(route.offset) }))
    case 'models':
      return route.model === '' ? '/models' : `/models/${route.model}`
    case 'access':
      return '/access'
    case 'role':
      return `/access/roles/${route.id}`
    case 'user':
      return `/access/users/${route.id}`
    case 'why': {
      const { user, model, id, action } = route
      return withQuery('/access/why', parameters({ user, model, id: text(id), action }))
    }
    case 'me':
      return '/me'
    case 'unknown':
      return route.path
  }
}

function listParameters(route: ListRoute): URLSearchParams {
  const query = findParameters(route)
  if (route.after !== '' && route.start > 0) query.set('start', String(route.start))
  if (route.after !== '' && route.back.length > 0) query.set('back', route.back.map((token) => token || '_').join('.'))
  if (route.view !== undefined) query.set('view', String(route.view))
  if (route.peek !== undefined) query.set('peek', String(route.peek))
  if (route.chart !== '') query.set('chart', route.chart)
  return query
}

function newParameters({ from, set }: NewRoute): URLSearchParams {
  const query = parameters({ from: text(from) })
  for (const [field, value] of Object.entries(set)) query.append('set', `${field}:${value}`)
  return query
}

/** Parameters that have a value; an absent one means the same as an empty one. */
function parameters(values: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}
