import type { Route } from '../../route/Route.ts'

/** The path of the request that a screen is about. */
export function requestPath(route: Route): string {
  switch (route.screen) {
    case 'list':
      return `/ws/rest/${route.model}`
    case 'record':
      return `/ws/rest/${route.model}/${route.id}`
    case 'history':
      return `/ws/rest/${route.model}/${route.id}/history`
    case 'deleted':
      return `/ws/rest/${route.model}/deleted`
    case 'changes':
      return '/ws/changes/sets'
    case 'changeSet':
      return `/ws/changes/sets/${route.id}`
    case 'me':
      return '/ws/me'
    default:
      return '/ws/meta/models'
  }
}
