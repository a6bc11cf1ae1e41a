import { type ReactNode, Suspense, useState } from 'react'
import { listOf } from '../../route/ListRoute.ts'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { groupsOf } from '../../meta/groupsOf.ts'
import { Button } from '../../component/Button.tsx'
import { Icon, type IconName } from '../../component/Icon.tsx'
import { lazily } from '../../component/lazily.ts'
import { ApiPanel, Palette } from '../lazyComponents.ts'
import { seesRules } from '../../rights/Rule.ts'
import { useUndoLast } from '../useUndoLast.ts'
import { usePalette } from '../../screen/palette/usePalette.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { LogoutButton } from './LogoutButton.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import './frame.css'

const KeysHelp = lazily(() => import('./KeysHelp.tsx').then((module) => module.KeysHelp))

/** The frame around all screens behind the login: where one is, and where one may go. */
export function Frame({
  route,
  unsaved,
  onLogout,
  children,
}: {
  readonly route: Route
  /** How many edits a logout would lose. */
  readonly unsaved: number
  readonly onLogout: () => void
  readonly children: ReactNode
}) {
  const { words, go } = useShell()
  const [isOpen, setOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const palette = usePalette()
  const [isApiOpen, setApiOpen] = useState(false)
  const undoLast = useUndoLast()
  useKeys(['everywhere'], {
    help: () => setHelpOpen(true),
    palette: palette.open,
    api: () => setApiOpen(true),
    home: () => go({ screen: 'home' }),
    models: () => go({ screen: 'models', model: '' }),
    changes: () => go({ screen: 'changes', user: '', model: '', offset: 0 }),
    access: () => go({ screen: 'access' }),
    undo: undoLast,
  })
  return (
    <div className="frame" data-open={isOpen || undefined}>
      <a className="frame-skip" href="#content">
        {words.frame.skip}
      </a>
      <header className="frame-top">
        <Button
          weight="quiet"
          aria-label={words.frame.navigation}
          icon={<Icon name="menu" />}
          onPress={() => setOpen(!isOpen)}
        />
        <a className="frame-brand" href={toUrl({ screen: 'home' })}>
          Tabularium
        </a>
      </header>
      <Navigation
        route={route}
        logout={<LogoutButton unsaved={unsaved} onLogout={onLogout} />}
        onGo={() => setOpen(false)}
        onApi={() => setApiOpen(true)}
      />
      <main className="frame-main" id="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense>{palette.isOpen ? <Palette typed={palette.typed} onClose={palette.close} /> : null}</Suspense>
      <Suspense>{isHelpOpen ? <KeysHelp isOpen onClose={() => setHelpOpen(false)} /> : null}</Suspense>
      <Suspense>{isApiOpen ? <ApiPanel route={route} onClose={() => setApiOpen(false)} /> : null}</Suspense>
    </div>
  )
}

interface NavigationProps {
  readonly route: Route
  readonly logout: ReactNode
  readonly onGo: () => void
  readonly onApi: () => void
}

function Navigation({ route, logout, onGo, onApi }: NavigationProps) {
  const { words } = useShell()
  const { me, models } = useSession()
  const isOfModel = 'model' in route && !['models', 'why', 'changes'].includes(route.screen)
  const current = isOfModel ? route.model : ''
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Closes the menu on small screens behind a link.
    <nav className="nav" aria-label={words.frame.navigation} onClick={onGo}>
      <a className="nav-brand" href={toUrl({ screen: 'home' })}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="22" height="22" />
        Tabularium
      </a>
      <ul className="nav-list">
        <NavItem route={{ screen: 'home' }} icon="home" label={words.frame.home} isCurrent={route.screen === 'home'} />
        <NavItem
          route={{ screen: 'models', model: '' }}
          icon="models"
          label={words.frame.models}
          isCurrent={route.screen === 'models'}
        />
        <NavItem
          route={{ screen: 'changes', user: '', model: '', offset: 0 }}
          icon="restore"
          label={words.changes.title}
          isCurrent={route.screen === 'changes' || route.screen === 'changeSet'}
        />
        {seesRules(models) ? (
          <NavItem
            route={{ screen: 'access' }}
            icon="access"
            label={words.frame.access}
            isCurrent={['access', 'role', 'user', 'why'].includes(route.screen)}
          />
        ) : null}
      </ul>
      {groupsOf(models).map(([group, members]) => (
        <section key={group} className="nav-group">
          <h2>{group}</h2>
          <ul className="nav-list">
            {members.map(({ name, label }) => (
              <NavItem key={name} route={listOf(name)} label={label} isCurrent={name === current} />
            ))}
          </ul>
        </section>
      ))}
      <footer className="nav-foot">
        <a className="nav-user" href={toUrl({ screen: 'me' })} title={words.frame.me}>
          <Icon name="user" />
          {me.name || me.username}
        </a>
        <span className="nav-tools">
          <Button weight="quiet" small icon={<Icon name="json" />} aria-label={words.api.open} onPress={onApi} />
          <ThemeSwitch />
          {logout}
        </span>
      </footer>
    </nav>
  )
}

function NavItem({
  route,
  label,
  icon,
  isCurrent,
}: {
  readonly route: Route
  readonly label: string
  readonly icon?: IconName
  readonly isCurrent: boolean
}) {
  return (
    <li>
      <a className="nav-item" href={toUrl(route)} aria-current={isCurrent ? 'page' : undefined}>
        {icon ? <Icon name={icon} /> : null}
        {label}
      </a>
    </li>
  )
}
