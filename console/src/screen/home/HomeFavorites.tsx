import { Icon } from '../../component/Icon.tsx'
import { ModelIcon } from '../../component/ModelIcon.tsx'
import { asText } from '../../field/kinds.ts'
import { manyOf } from '../../meta/ModelMeta.ts'
import { listOf } from '../../route/ListRoute.ts'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { Favorite, HomeAnswer, ViewTotal } from '../../service/HomeService.ts'
import { type FavoritePlace, toFavoritePlace } from '../../shell/favoritePlace.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** What one has starred, and what others have pinned for one: views with their totals, and records. */
export function HomeFavorites({ home: { favorites, pinned } }: { readonly home: HomeAnswer }) {
  const { words } = useShell()
  const { find } = useSession()
  // A view with a chart has its place above.
  const hasChart = (one: Favorite | ViewTotal) => 'view' in one && Boolean(one.view['chart'])
  const shown = favorites.flatMap((one) => (hasChart(one) ? [] : (toFavoritePlace(one, find) ?? [])))
  const others = pinned.filter((one) => !hasChart(one) && find(asText(one.view['model'])) !== undefined)
  if (shown.length === 0 && others.length === 0) return null
  return (
    <section className="home-part">
      <h2>{words.favorites.title}</h2>
      <ul className="home-lines">
        {shown.map((place) => (
          <FavoriteLine key={place.favorite.id} place={place} />
        ))}
        {others.map(({ view, total }) => (
          <ViewLine
            key={`view ${view.id}`}
            name={asText(view['name'])}
            model={asText(view['model'])}
            route={listOf(asText(view['model']), { view: view.id })}
            total={total}
            icon="pin"
          />
        ))}
      </ul>
    </section>
  )
}

function FavoriteLine({ place: { favorite, name, route } }: { readonly place: FavoritePlace }) {
  const { find } = useSession()
  if ('total' in favorite) {
    const model = 'view' in favorite ? asText(favorite.view['model']) : favorite.model
    return <ViewLine {...{ name, model, route }} total={favorite.total} icon="star" />
  }
  const model = find(favorite.model)
  if (!model) return null
  return (
    <li>
      <ModelIcon model={model} />
      <a href={toUrl(route)}>{name}</a>
      <span className="dim">{model.label}</span>
    </li>
  )
}

interface ViewLineProps {
  readonly name: string
  readonly model: string
  readonly route: Route
  readonly total: number | null
  readonly icon: 'star' | 'pin'
}

function ViewLine({ name, model: of, route, total, icon }: ViewLineProps) {
  const { formats } = useShell()
  const model = useSession().find(of)
  return (
    <li>
      <Icon name={icon} />
      <a href={toUrl(route)}>{name}</a>
      <span className="dim">{model ? manyOf(model) : of}</span>
      <span className="home-total">{total === null ? '' : formats.number(String(total))}</span>
    </li>
  )
}
