import { asText } from '../field/kinds.ts'
import type { FindModel } from '../meta/columns.ts'
import { titleOf } from '../meta/ModelMeta.ts'
import { listOf } from '../route/ListRoute.ts'
import type { Route } from '../route/Route.ts'
import type { Favorite } from '../service/HomeService.ts'

/** A favourite, and where it leads. */
export interface FavoritePlace {
  readonly favorite: Favorite
  readonly name: string
  readonly route: Route
}

/** Where a favourite leads; undefined if there is no such model any more. */
export function toFavoritePlace(favorite: Favorite, find: FindModel): FavoritePlace | undefined {
  if ('view' in favorite) {
    const { id, name, model } = favorite.view
    const of = asText(model)
    return find(of) && { favorite, name: asText(name), route: listOf(of, { view: id }) }
  }
  const model = find(favorite.model)
  if ('viewName' in favorite) {
    const view = model?.views?.find(({ name }) => name === favorite.viewName)
    return view && { favorite, name: view.label, route: listOf(favorite.model, { view: view.name }) }
  }
  const { id } = favorite.record
  return (
    model && { favorite, name: titleOf(model, favorite.record), route: { screen: 'record', model: model.name, id } }
  )
}
