import type { Place } from '../../route/Place.ts'

/** The path of the request that a screen is about. */
export function requestPath(place: Place): string {
  switch (place.screen) {
    case 'list':
      return `/ws/rest/${place.model}`
    case 'record':
      return `/ws/rest/${place.model}/${place.id}`
    case 'history':
      return `/ws/rest/${place.model}/${place.id}/history`
    case 'deleted':
      return `/ws/rest/${place.model}/deleted`
    case 'changes':
      return '/ws/changes/sets'
    case 'changeSet':
      return `/ws/changes/sets/${place.id}`
    case 'me':
      return '/ws/me'
    default:
      return '/ws/meta/models'
  }
}
