import type { HomeCall } from '../call/AccountCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { findForMe, findStarred, keyOf } from './declaredViews.ts'
import { findDashboards, findDeclaredDashboards } from './homeDashboards.ts'
import {
  findFailedJobs,
  findFavorites,
  findNamed,
  findNotices,
  findParked,
  findPinned,
  findTotals,
  type Found,
  type HomeAuthorization,
  type HomeServices,
} from './homeSearches.ts'

/** A request for what a person begins with. */
export interface HomePlan {
  readonly call: HomeCall
  readonly authorization: HomeAuthorization
}

/**
 * Answers what a person begins with: what they have starred with totals and titles, what waits for them, and the
 * records that the call names. Each part has the plan and the rights of find: what is deleted, or what they may not
 * read, is left out.
 */
export async function home(
  { call: { recent = [] }, authorization }: HomePlan,
  services: HomeServices,
): Promise<Envelope> {
  const [favorites, pinned, notices, jobs, deliveries, declared, dashboards] = await Promise.all([
    findFavorites(authorization, services),
    findPinned(authorization, services),
    findNotices(authorization, services),
    findFailedJobs(authorization, services),
    findParked(authorization, services),
    findDeclaredDashboards(authorization, services),
    findDashboards(authorization, services),
  ])
  const starred = favorites.flatMap(({ view }) => (isSeen(view) ? [view] : []))
  const others = pinned.filter(({ id }) => starred.every((view) => view.id !== id))
  const named = favorites.flatMap(({ model, record }) =>
    typeof model === 'string' && typeof record === 'number' ? [{ model, id: record }] : [],
  )
  const declaredViews = findStarred(favorites, authorization, services.models)
  const forMe = findForMe(authorization, services.models)
  const saved = (views: readonly Found[]) =>
    views.map(({ id, ...view }) => ({ ...view, key: id, model: view['model'] }))
  const counted = [...saved(starred), ...declaredViews, ...forMe, ...saved(others)]
  const [records, totals] = await Promise.all([
    findNamed([...named, ...recent], authorization, services),
    findTotals([...new Map(counted.map((view) => [view.key, view])).values()], authorization, services),
  ])
  const waiting = forMe.flatMap(({ key, model, viewName }) => {
    const total = totals.get(key) ?? null
    return total === 0 ? [] : [{ model, viewName, total }]
  })
  const withTotal = (view: Found) => ({ view, total: totals.get(view.id) ?? null })
  const recordOf = (model: unknown, id: unknown) => records.get(`${String(model)}/${String(id)}`)
  const shown = favorites.flatMap(({ id, version, position, view, model, viewName, record }): object[] => {
    const own = { id, version, position }
    if (isSeen(view)) return [{ ...own, ...withTotal(view) }]
    const key = keyOf(model, viewName)
    if (declaredViews.some((one) => one.key === key))
      return [{ ...own, model, viewName, total: totals.get(key) ?? null }]
    const found = recordOf(model, record)
    return found ? [{ ...own, model, record: found }] : []
  })
  return toEnvelope([
    {
      favorites: shown,
      pinned: others.map(withTotal),
      dashboards: [...declared.map(({ name, label, tiles }) => ({ name, label, tiles })), ...dashboards],
      ...(waiting.length > 0 ? { forMe: waiting } : {}),
      notices: { total: notices.total ?? 0, records: notices.records },
      ...(jobs ? { jobs: { total: jobs.total ?? 0, records: jobs.records } } : {}),
      ...(deliveries ? { deliveries } : {}),
      recent: recent.flatMap(({ model, id }) => {
        const record = recordOf(model, id)
        return record ? [{ model, record }] : []
      }),
    },
  ])
}

/** Whether a favourite shows its view: one that the caller does not see has no name. */
function isSeen(view: unknown): view is Found {
  return typeof view === 'object' && view !== null && 'name' in view && typeof view.name === 'string'
}
