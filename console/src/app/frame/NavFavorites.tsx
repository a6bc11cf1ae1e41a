import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Menu } from '../../component/Menu.tsx'
import { ModelIcon } from '../../component/ModelIcon.tsx'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { type FavoritePlace, toFavoritePlace } from '../../shell/favoritePlace.ts'
import { type Favorites, useFavorites } from '../../shell/useFavorites.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import './nav-favorites.css'

/** What one has starred, in one's own order: views with their exact totals, and records. */
export function NavFavorites({ route }: { readonly route: Route }) {
  const { words, go } = useShell()
  const { find } = useSession()
  const favorites = useFavorites()
  const shown = favorites.all.flatMap((favorite) => toFavoritePlace(favorite, find) ?? [])
  useKeys(['everywhere'], {
    favorite: (digit) => {
      const place = shown[Number(digit) - 1]
      if (place) go(place.route)
    },
  })
  if (shown.length === 0) return null
  const here = toUrl(route)
  return (
    <section className="nav-group">
      <h2>{words.favorites.title}</h2>
      <ul className="nav-list">
        {shown.map((place, index) => (
          <NavFavorite
            key={place.favorite.id}
            {...{ place, favorites }}
            isCurrent={toUrl(place.route) === here}
            isFirst={index === 0}
            isLast={index === shown.length - 1}
          />
        ))}
      </ul>
    </section>
  )
}

interface NavFavoriteProps {
  readonly place: FavoritePlace
  readonly favorites: Favorites
  readonly isCurrent: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

function NavFavorite({ place, favorites, isCurrent, isFirst, isLast }: NavFavoriteProps) {
  const { words, formats } = useShell()
  const { find, me } = useSession()
  const { favorite, name, route } = place
  const model = 'record' in favorite ? find(favorite.model) : undefined
  const total = 'total' in favorite ? favorite.total : null
  return (
    <li className="nav-favorite">
      <a className="nav-item" href={toUrl(route)} aria-current={isCurrent ? 'page' : undefined} title={name}>
        {model ? <ModelIcon model={model} /> : <Icon name="star" />}
        <span className="nav-label nav-cut">{name}</span>
        {total === null ? null : <span className="nav-total">{formats.number(String(total))}</span>}
      </a>
      {me.seenBy ? null : (
        <span className="nav-more">
          <Menu
            label={words.favorites.menu(name)}
            trigger={
              <Button
                weight="quiet"
                small
                aria-label={words.favorites.menu(name)}
                icon={<Icon name="more" size={14} />}
              />
            }
            lines={[
              {
                id: 'up',
                label: words.favorites.up,
                icon: 'up',
                isDisabled: isFirst,
                onAction: () => void favorites.move(favorite, -1),
              },
              {
                id: 'down',
                label: words.favorites.down,
                icon: 'down',
                isDisabled: isLast,
                onAction: () => void favorites.move(favorite, 1),
              },
              {
                id: 'remove',
                label: words.favorites.remove,
                icon: 'clear',
                isApart: true,
                onAction: () => void favorites.remove(favorite),
              },
            ]}
          />
        </span>
      )}
    </li>
  )
}
