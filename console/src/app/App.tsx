import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { Place } from '../route/Place.ts'
import { readPlace } from '../route/readPlace.ts'
import { root, writePlace } from '../route/writePlace.ts'
import { LocaleProvider } from '../component/LocaleProvider.tsx'
import { OwnQueries } from '../query/OwnQueries.tsx'
import { useMe, useMetadata } from '../query/queries.ts'
import { useUnsaved } from '../query/useUnsaved.ts'
import { isFailure } from '../service/isFailure.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FailedPage } from '../component/Failed.tsx'
import { Frame } from './frame/Frame.tsx'
import { PageTitle } from './frame/PageTitle.tsx'
import { Said } from './frame/Said.tsx'
import { SeeAsBar } from './frame/SeeAsBar.tsx'
import { SessionStates } from './frame/SessionStates.tsx'
import { forgetOthers, ownOf, useSessionWays } from './useSessionWays.ts'
import { Screen } from './Screen.tsx'
import { Live, LoginScreen, SessionEnded, UndoDrawer } from './screens.ts'
import { type Saying, type Session, SessionContext, type Shell, ShellContext, type Undoing } from '../shell/Shell.tsx'
import { useAhead } from './useAhead.ts'
import { usePlace } from './usePlace.ts'

/** The console: who is logged in, and the screen of the address. */
export function App({ shell }: { readonly shell: Omit<Shell, 'go' | 'say' | 'undo'> }) {
  const { place, as, go, leave } = usePlace()
  const rootQueries = useQueryClient()
  const [saying, say] = useState<Saying | undefined>()
  const end = useCallback(() => say(undefined), [])
  const service = useMemo(() => (as === '' ? shell.service : shell.service.seeAs(as)), [shell, as])
  // Asked for here: who sees as somebody else keeps the edits of their own lists.
  const unsaved = useUnsaved()
  const [undoing, undo] = useState<Undoing | undefined>()
  const whole = useMemo(() => ({ ...shell, service, go, say, undo }), [shell, service, go])
  const drawer = undoing ? <UndoDrawer what={undoing} onClose={() => undo(undefined)} /> : null
  const screens = <LoggedIn key={as} {...{ place, rootQueries, leave, drawer, unsaved }} shell={whole} />
  return (
    <ShellContext value={whole}>
      <LocaleProvider locale={shell.formats.language}>
        <ErrorBoundary address={writePlace(place)}>
          {as === '' || place.screen === 'login' ? (
            screens
          ) : (
            <SeeAsBar as={as} onEnd={() => leave(place)}>
              <OwnQueries key={as}>{screens}</OwnQueries>
            </SeeAsBar>
          )}
        </ErrorBoundary>
        <Said saying={saying} onEnd={end} />
      </LocaleProvider>
    </ShellContext>
  )
}

function LoggedIn({
  place,
  shell,
  rootQueries,
  leave,
  drawer,
  unsaved,
}: {
  readonly place: Place
  readonly shell: Shell
  /** What remembers the answers to the user who is logged in. */
  readonly rootQueries: QueryClient
  readonly leave: (place: Place) => void
  /** What stands over every screen. */
  readonly drawer: ReactNode
  /** How many edits a logout would lose. */
  readonly unsaved: number
}) {
  const { service, storage, go } = shell
  const me = useMe(service)
  const metadata = useMetadata(service)
  const { hasEnded, onLogin, onLoginAgain, onLogout } = useSessionWays(shell, rootQueries, leave)
  useEffect(() => {
    if (me.data) forgetOthers(storage, ownOf(me.data).id)
  }, [me.data, storage])
  useAhead(metadata.data !== undefined)
  if ((isFailure(me.error, 'session-required') && !me.data) || place.screen === 'login') {
    const goOn = () => go(afterLogin(place), 'replace')
    return (
      <Suspense>
        <LoginScreen
          usedLink={place.screen === 'login' && place.link === 'used'}
          onLogin={() => onLogin().then(goOn)}
        />
      </Suspense>
    )
  }
  if (!me.data || !metadata.data) {
    const failed = [me, metadata].find(({ error }) => error)
    if (!failed?.error) return null
    return (
      <main className="frame-main">
        <FailedPage error={failed.error} again={() => void failed.refetch()} />
      </main>
    )
  }
  const { models, declaredRoles } = metadata.data
  const find = (name: string) => models.find((model) => model.name === name)
  const session: Session = { me: me.data, models, find, declaredRoles }
  // Nobody gets the forms of the person before them.
  return (
    <SessionContext key={me.data.id} value={session}>
      <Frame place={place} unsaved={unsaved} onLogout={() => void onLogout()}>
        <PageTitle place={place} />
        <SessionStates me={me.data} />
        <ErrorBoundary address={writePlace(place)}>
          <Suspense>
            <Screen place={place} session={session} />
          </Suspense>
        </ErrorBoundary>
      </Frame>
      <Suspense>{drawer}</Suspense>
      <Suspense>{me.data.seenBy ? null : <Live />}</Suspense>
      <Suspense>
        {hasEnded ? (
          <SessionEnded username={ownOf(session.me).username} onLogin={() => onLoginAgain(session.me)} />
        ) : null}
      </Suspense>
    </SessionContext>
  )
}

/** Where to go after a login: to a place of the console, whatever the address says. */
function afterLogin(place: Place): Place {
  if (place.screen !== 'login') return place
  const to = place.to.startsWith(`${root}/`) ? readPlace(place.to) : undefined
  return to && to.screen !== 'login' ? to : { screen: 'home' }
}
