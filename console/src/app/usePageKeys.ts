import type { Route } from '../route/Route.ts'
import { toUrl } from '../route/toUrl.ts'
import { hasDialog, useTypedAhead } from '../shell/useTypedAhead.ts'

/** What is typed while a page is on its way, or a list finds other records, is meant for that page. */
export function usePageKeys(route: Route): void {
  useTypedAhead(toUrl(pageOf(route)), isPageThere)
}

/** What a page shows apart from how it is shown. */
function pageOf(route: Route): Route {
  return route.screen === 'list' ? { ...route, fields: [], footer: [], peek: undefined, chart: '' } : route
}

function isPageThere(): boolean {
  // What stands over the page takes the keys: a login, where the session has ended before the page came.
  if (hasDialog()) return true
  // What led here still has the focus.
  if (document.querySelector('[data-exiting]')) return false
  const page = document.querySelector('main, .login')
  return page !== null && page.childElementCount > 0 && !page.querySelector('[data-loading], [aria-busy="true"]')
}
