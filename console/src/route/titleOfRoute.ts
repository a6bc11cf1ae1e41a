import { type Route, routes } from './Route.ts'
import type { RouteRow, TitleContext } from './RouteRow.ts'

const product = 'Tabularium'

/**
 * The title of a page, for tabs, the browser's history and screen readers. `seen` is the user as whom an administrator
 * looks.
 */
export function titleOfRoute(route: Route, context: TitleContext & { readonly seen?: string | undefined }): string {
  const { words, seen } = context
  const parts = rowOf(route)?.title(route, context) ?? [words.failure.unknownAddress]
  return [...parts, ...(seen === undefined ? [] : [words.seeAs.as(seen)]), product].join(' · ')
}

/** The record that a route is about: that of a form or a history, a user, a role, or the view of a list. */
export function recordOfRoute(route: Route) {
  return rowOf(route)?.record?.(route)
}

function rowOf({ screen }: Route): RouteRow<Route> | undefined {
  // The compiler does not see that a row and a route of the same screen go together.
  return screen === 'unknown' ? undefined : (routes[screen] as RouteRow<Route>)
}
