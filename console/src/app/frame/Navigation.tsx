import type { ReactNode } from 'react'
import { Icon } from '../../component/Icon.tsx'
import { ModelIcon } from '../../component/ModelIcon.tsx'
import { manyOf } from '../../meta/ModelMeta.ts'
import { navigationOf } from '../../meta/navigation.ts'
import { listOf } from '../../route/ListRoute.ts'
import { allChanges, type Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { isOfSettings, settingsAreas } from './settingsAreas.ts'
import { ShownShortcut } from './ShownShortcut.tsx'

interface NavigationProps {
  readonly route: Route
  /** What one has starred. */
  readonly favorites: ReactNode
  /** The bell and the account. */
  readonly foot: ReactNode
  readonly isFolded: boolean
  readonly onFold: () => void
  readonly onFind: () => void
  readonly onGo: () => void
}

/** Where one may go: the application's own models by group, and at the foot the settings and one's account. */
export function Navigation({ route, favorites, foot, isFolded, onFold, onFind, onGo }: NavigationProps) {
  const { words } = useShell()
  const { models } = useSession()
  const isSettings = isOfSettings(route)
  const current = !isSettings && 'model' in route && route.screen !== 'changes' ? route.model : ''
  const [settings] = settingsAreas(models, words).flatMap(({ areas }) => areas)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Closes the menu on small screens behind a link.
    <nav className="nav" aria-label={words.frame.navigation} onClick={({ target }) => isPlace(target) && onGo()}>
      <NavTop isFolded={isFolded} onFold={onFold} />
      <button type="button" className="nav-item nav-find" title={words.palette.title} onClick={onFind}>
        <Icon name="search" />
        <span className="nav-label">{words.frame.search}</span>
        <ShownShortcut action="palette" />
      </button>
      <ul className="nav-list">
        <NavItem to={{ screen: 'home' }} icon={<Icon name="home" />} isCurrent={route.screen === 'home'}>
          {words.frame.home}
        </NavItem>
        <NavItem
          to={allChanges}
          icon={<Icon name="history" />}
          isCurrent={route.screen === 'changes' || route.screen === 'changeSet'}
        >
          {words.changes.title}
        </NavItem>
      </ul>
      {favorites}
      <NavModels current={current} />
      <footer className="nav-foot">
        {settings ? (
          <ul className="nav-list">
            <NavItem to={settings.route} icon={<Icon name="settings" />} isCurrent={isSettings}>
              {words.frame.settings}
            </NavItem>
          </ul>
        ) : null}
        {foot}
      </footer>
    </nav>
  )
}

/** Whether a press leads away: that of the menu of a favourite does not. */
function isPlace(target: EventTarget): boolean {
  return target instanceof Element && !target.closest('.nav-more')
}

function NavTop({ isFolded, onFold }: Pick<NavigationProps, 'isFolded' | 'onFold'>) {
  const { words } = useShell()
  const { me } = useSession()
  return (
    <div className="nav-top">
      <a className="nav-brand" href={toUrl({ screen: 'home' })}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="20" height="20" />
        <span className="nav-label">{me.application?.label ?? 'Tabularium'}</span>
      </a>
      <button type="button" className="nav-fold" aria-expanded={!isFolded} title={words.frame.fold} onClick={onFold}>
        <Icon name="fold" />
        <span className="visually-hidden">{words.frame.fold}</span>
      </button>
    </div>
  )
}

/** The application's own models by group. */
function NavModels({ current }: { readonly current: string }) {
  const { models } = useSession()
  return navigationOf(models).map(([group, members]) => (
    <section key={group} className="nav-group">
      <h2>{group}</h2>
      <ul className="nav-list">
        {members.map((model) => (
          <NavItem
            key={model.name}
            to={listOf(model.name)}
            icon={<ModelIcon model={model} />}
            isCurrent={model.name === current}
          >
            {manyOf(model)}
          </NavItem>
        ))}
      </ul>
    </section>
  ))
}

/** A place to go to. Where the navigation is folded, its name shows under the pointer. */
export function NavItem({
  to,
  icon,
  isCurrent,
  children,
}: {
  readonly to: Route
  readonly icon: ReactNode
  readonly isCurrent: boolean
  readonly children: string
}) {
  return (
    <li>
      <a className="nav-item" href={toUrl(to)} aria-current={isCurrent ? 'page' : undefined} title={children}>
        {icon}
        <span className="nav-label">{children}</span>
      </a>
    </li>
  )
}
