import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { isOfComments } from '../../meta/comments.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { lazily } from '../../component/lazily.ts'
import { ApiPanel, Palette } from '../lazyComponents.ts'
import { useUndoLast } from '../useUndoLast.ts'
import { useWasQuiet } from '../../query/useWasQuiet.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { useNarrow } from '../../shell/useNarrow.ts'
import { hasDialog, useTypedAhead } from '../../shell/useTypedAhead.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Navigation } from './Navigation.tsx'
import { Settings } from './Settings.tsx'
import { isOfSettings } from './settingsAreas.ts'
import { useFold } from './useFold.ts'
import { usePlaceKeys } from './usePlaceKeys.ts'
import './frame.css'

const Bell = lazily(() => import('../../screen/notices/Bell.tsx').then((module) => module.Bell))
const NavFavorites = lazily(() => import('./NavFavorites.tsx').then((module) => module.NavFavorites))
const BottomBar = lazily(() => import('./BottomBar.tsx').then((module) => module.BottomBar))
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
  readonly onLogout: (provider?: string) => void
  readonly children: ReactNode
}) {
  const places = usePlaceKeys()
  const { isFolded, fold } = useFold()
  const [isOpen, setOpen] = useState(false)
  const [opened, setOpened] = useState<'help' | 'palette' | 'api' | undefined>()
  const close = () => setOpened(undefined)
  useTypedAhead(opened, hasDialog)
  const undoLast = useUndoLast(route)
  const onHelp = () => setOpened('help')
  const onApi = () => setOpened('api')
  const onFind = () => setOpened('palette')
  useKeys(['everywhere'], {
    help: onHelp,
    palette: onFind,
    api: onApi,
    ...places,
    ...undoLast,
    fold,
  })
  return (
    <div className="frame" data-open={isOpen || undefined} data-folded={isFolded || undefined}>
      <TopBar onMenu={() => setOpen(!isOpen)} />
      <Navigation
        route={route}
        isFolded={isFolded}
        onFold={fold}
        onFind={onFind}
        onGo={() => setOpen(false)}
        favorites={<OwnFavorites route={route} />}
        foot={
          <div className="nav-person">
            <AccountMenu {...{ unsaved, onLogout, onHelp, onApi }} />
            <OwnBell />
          </div>
        }
      />
      <main className="frame-main" id="content" tabIndex={-1}>
        <Inside route={route}>{children}</Inside>
      </main>
      <SmallScreenBar {...{ route, isOpen, onFind }} onMenu={() => setOpen(!isOpen)} />
      <Suspense>{opened === 'palette' ? <Palette onClose={close} /> : null}</Suspense>
      <Suspense>{opened === 'help' ? <KeysHelp isOpen onClose={close} /> : null}</Suspense>
      <Suspense>{opened === 'api' ? <ApiPanel route={route} onClose={close} /> : null}</Suspense>
    </div>
  )
}

/** The way past the navigation, and what stands above everything on a small screen. */
function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const { words } = useShell()
  const { me } = useSession()
  return (
    <>
      <a className="frame-skip" href="#content">
        {words.frame.skip}
      </a>
      <header className="frame-top">
        <Button weight="quiet" aria-label={words.frame.navigation} icon={<Icon name="menu" />} onPress={onMenu} />
        <a className="frame-brand" href={toUrl({ screen: 'home' })}>
          {me.application?.label ?? 'Tabularium'}
        </a>
      </header>
    </>
  )
}

/** A screen, with the areas of the settings beside it if it is one of them. */
function Inside({ route, children }: { readonly route: Route; readonly children: ReactNode }) {
  return isOfSettings(route) ? <Settings route={route}>{children}</Settings> : children
}

/** The bar at the bottom of small screens. */
function SmallScreenBar(props: ComponentProps<typeof BottomBar>) {
  return <Suspense>{useNarrow() ? <BottomBar {...props} /> : null}</Suspense>
}

/** One's favourites. The home page asks for them itself; other screens have their own answers first. */
function OwnFavorites({ route }: { readonly route: Route }) {
  const isReady = useWasQuiet()
  if (!isReady && route.screen !== 'home') return null
  return (
    <Suspense>
      <NavFavorites route={route} />
    </Suspense>
  )
}

/** The bell, where there are comments. Who looks as another user does not hear of their notices. */
function OwnBell() {
  const { me, models } = useSession()
  const isReady = useWasQuiet()
  if (!isReady || !models.some(isOfComments) || me.seenBy) return null
  return (
    <Suspense>
      <Bell />
    </Suspense>
  )
}
