import { type ListPlace, type NewPlace, pageSize, type Place } from './Place.ts'

/** Where the console is on its server. */
export const root = '/console'

/** The address of a place, which `readPlace` reads back. */
export function writePlace(place: Place): string {
  return root + pathOf(place)
}

/** The parameters of a list, in the form of find. */
export function findParameters(place: ListPlace): URLSearchParams {
  return parameters({
    q: place.q,
    where: place.where,
    sortBy: place.sortBy.join(','),
    fields: place.fields.join(','),
    offset: place.offset === 0 ? '' : String(place.offset),
    limit: place.limit === pageSize ? '' : String(place.limit),
    after: place.after,
  })
}

function pathOf(place: Place): string {
  switch (place.screen) {
    case 'login':
      return withQuery('/login', parameters({ to: place.to, link: place.link ?? '' }))
    case 'home':
      return '/'
    case 'list':
      return withQuery(`/r/${place.model}`, listParameters(place))
    case 'new':
      return withQuery(`/r/${place.model}/new`, newParameters(place))
    case 'record':
      return `/r/${place.model}/${place.id}`
    case 'history': {
      const query = parameters({ at: text(place.at), with: text(place.with) })
      return withQuery(`/r/${place.model}/${place.id}/history`, query)
    }
    case 'deleted':
      return withQuery(
        `/r/${place.model}/deleted`,
        parameters({ offset: place.offset === 0 ? '' : text(place.offset) }),
      )
    case 'changes': {
      const { user, model, offset } = place
      return withQuery('/changes', parameters({ user, model, offset: offset === 0 ? '' : text(offset) }))
    }
    case 'changeSet':
      return withQuery(`/changes/${place.id}`, parameters({ offset: place.offset === 0 ? '' : text(place.offset) }))
    case 'models':
      return place.model === '' ? '/models' : `/models/${place.model}`
    case 'access':
      return '/access'
    case 'role':
      return `/access/roles/${place.id}`
    case 'user':
      return `/access/users/${place.id}`
    case 'why': {
      const { user, model, id, action } = place
      return withQuery('/access/why', parameters({ user, model, id: text(id), action }))
    }
    case 'me':
      return '/me'
    case 'unknown':
      return place.path
  }
}

function listParameters(place: ListPlace): URLSearchParams {
  const query = findParameters(place)
  if (place.after !== '' && place.start > 0) query.set('start', String(place.start))
  if (place.after !== '' && place.back.length > 0) query.set('back', place.back.map((token) => token || '_').join('.'))
  if (place.view !== undefined) query.set('view', String(place.view))
  if (place.peek !== undefined) query.set('peek', String(place.peek))
  if (place.chart !== '') query.set('chart', place.chart)
  return query
}

function newParameters({ from, set }: NewPlace): URLSearchParams {
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
