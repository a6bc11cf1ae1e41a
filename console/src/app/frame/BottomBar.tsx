import { BarButton, BarLink } from '../../component/BarItem.tsx'
import { Menu } from '../../component/Menu.tsx'
import { navigationOf } from '../../meta/navigation.ts'
import { allChanges, type Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import './bottom-bar.css'

interface BottomBarProps {
  readonly route: Route
  readonly isOpen: boolean
  readonly onFind: () => void
  readonly onMenu: () => void
}

/** The ways that the thumb reaches, on a small screen: home, search, a new record, activity, and the navigation. */
export function BottomBar({ route, isOpen, onFind, onMenu }: BottomBarProps) {
  const { words } = useShell()
  const isActivity = route.screen === 'changes' || route.screen === 'changeSet'
  return (
    <nav className="bottom" aria-label={words.frame.menu}>
      <BarLink href={toUrl({ screen: 'home' })} icon="home" isCurrent={route.screen === 'home'}>
        {words.frame.home}
      </BarLink>
      <BarButton icon="search" onPress={onFind}>
        {words.frame.search}
      </BarButton>
      <NewPlace route={route} />
      <BarLink href={toUrl(allChanges)} icon="history" isCurrent={isActivity}>
        {words.changes.title}
      </BarLink>
      <BarButton icon="menu" onPress={onMenu} aria-expanded={isOpen}>
        {words.frame.menu}
      </BarButton>
    </nav>
  )
}

/** A new record of the model that is shown, or of one to choose. */
function NewPlace({ route }: { readonly route: Route }) {
  const { words } = useShell()
  const { models, find } = useSession()
  const isOpen = (name: string) => (find(name)?.may.create ?? 'none') !== 'none'
  const newOf = (model: string) => ({ screen: 'new', model, from: undefined, set: {} }) as const
  if ('model' in route && route.screen !== 'changes' && isOpen(route.model))
    return (
      <BarLink href={toUrl(newOf(route.model))} icon="add" isCurrent={route.screen === 'new'}>
        {words.home.new}
      </BarLink>
    )
  const offered = navigationOf(models).flatMap(([, members]) => members.filter(({ name }) => isOpen(name)))
  if (offered.length === 0) return null
  return (
    <Menu
      label={words.home.new}
      placement="top start"
      trigger={<BarButton icon="add">{words.home.new}</BarButton>}
      lines={offered.map(({ name, label }) => ({ id: name, label, href: toUrl(newOf(name)) }))}
    />
  )
}
