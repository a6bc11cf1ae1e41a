import type { ReactNode } from 'react'
import { Icon } from '../../component/Icon.tsx'
import { allChanges, type Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { NavItem } from './NavItem.tsx'
import { NavModels } from './NavModels.tsx'
import { isOfSettings, settingsRoute } from './settingsAreas.ts'
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
      <NavModels current={current} isFolded={isFolded} />
      <footer className="nav-foot">
        <ul className="nav-list">
          <NavItem to={settingsRoute(models, words)} icon={<Icon name="settings" />} isCurrent={isSettings}>
            {words.frame.settings}
          </NavItem>
        </ul>
        {foot}
      </footer>
    </nav>
  )
}

/** Whether a press leads away: that of the menu of a favourite, or of the head of a group, does not. */
function isPlace(target: EventTarget): boolean {
  return target instanceof Element && !target.closest('.nav-more, .nav-head')
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
