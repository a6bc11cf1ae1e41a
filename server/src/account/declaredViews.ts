import type { Models } from '../model/Models.ts'
import { describeViews } from '../plan/describeViews.ts'
import type { Counted, Found, HomeAuthorization } from './homeSearches.ts'

/** A declared view that the caller gets offered, to be counted. */
interface CountedView extends Counted {
  readonly key: string
  readonly model: string
  readonly viewName: string
}

/** The key of a declared view. */
export function keyOf(model: unknown, viewName: unknown): string {
  return `${String(model)}/${String(viewName)}`
}

/** The declared views that a caller has starred, as far as they still get them offered. */
export function findStarred(favorites: readonly Found[], authorization: HomeAuthorization, models: Models) {
  const starred = favorites.filter(({ viewName }) => typeof viewName === 'string')
  if (starred.length === 0) return []
  const names = new Set(starred.map(({ model, viewName }) => keyOf(model, viewName)))
  return models.all
    .filter(({ name }) => starred.some(({ model }) => model === name))
    .flatMap((model) => offered(model, authorization))
    .filter(({ key }) => names.has(key))
}

/** The views whose records wait for whoever reads them, as far as the caller gets them offered. */
export function findForMe(authorization: HomeAuthorization, models: Models): CountedView[] {
  return models.all
    .filter(({ views = [] }) => views.some(({ forMe }) => forMe))
    .flatMap((model) => offered(model, authorization))
    .filter(({ forMe }) => forMe)
}

function offered(model: Models['all'][number], { rights }: HomeAuthorization) {
  return describeViews(model, rights).map(({ name, q, where, forMe = false }) => {
    const counted: CountedView = { key: keyOf(model.name, name), model: model.name, viewName: name, q, criteria: where }
    return { ...counted, forMe }
  })
}
