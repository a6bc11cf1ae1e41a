import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { Route, RouteOf } from '../route/Route.ts'
import { parseUrl } from '../route/parseUrl.ts'
import { root, toUrl } from '../route/toUrl.ts'
import { LocaleProvider } from '../component/LocaleProvider.tsx'
import { OwnQueries } from '../query/OwnQueries.tsx'
import { useMe, useMetadata } from '../query/queries.ts'
import { useUnsaved } from '../query/useUnsaved.ts'
import { isFailure } from '../service/isFailure.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FailedPage } from '../component/Failed.tsx'
import { Confirming } from './frame/Confirming.tsx'
import { Frame } from './frame/Frame.tsx'
import { PageTitle } from './frame/PageTitle.tsx'
import { Toast } from '../component/Toast.tsx'
import { SeeAsBar } from './frame/SeeAsBar.tsx'
import { SessionStates } from './frame/SessionStates.tsx'
import { forgetOthers, ownOf, useSessionWays } from './useSessionWays.ts'
import { Screen } from './Screen.tsx'
import { ForgottenScreen, Live, LoginScreen, PasswordScreen, SessionEnded, UndoDrawer } from './lazyComponents.ts'
import {
  type ToastMessage,
  type Session,
  SessionContext,
  type Shell,
  ShellContext,
  type Undoing,
} from '../shell/Shell.tsx'
import { useOwnShell } from '../shell/useOwnShell.ts'
import { hasDialog, useTypedAhead } from '../shell/useTypedAhead.ts'
import { useAhead } from './useAhead.ts'
import { usePageKeys } from './usePageKeys.ts'
import { Loading } from '../component/Loading.tsx'
import { useRoute } from './useRoute.ts'

/** The console: who is logged in, and the screen of the address. */
export function App({ shell }: { readonly shell: Omit<Shell, 'go' | 'notify' | 'undo'> }) {
  const { route, as, go, leave } = useRoute()
  const rootQueries = useQueryClient()
  const [message, notify] = useState<ToastMessage | undefined>()
  const end = useCallback(() => notify(undefined), [])
  const service = useMemo(() => (as === '' ? shell.service : shell.service.seeAs(as)), [shell, as])
  // Asked for here: who sees as somebody else keeps the edits of their own lists.
  const unsaved = useUnsaved()
  const [undoing, undo] = useState<Undoing | undefined>()
  const whole = useMemo(() => ({ ...shell, service, go, notify, undo }), [shell, service, go])
  useTypedAhead(undoing && 'undo', hasDialog)
  const drawer = undoing ? <UndoDrawer what={undoing} onClose={() => undo(undefined)} /> : null
  const screens = isOfLink(route) ? (
    <OfLink route={route} />
  ) : (
    <LoggedIn key={as} {...{ route, rootQueries, leave, drawer, unsaved }} shell={whole} />
  )
  return (
    <ShellContext value={whole}>
      <LocaleProvider locale={shell.formats.language}>
        <ErrorBoundary address={toUrl(route)}>
          {as === '' || route.screen === 'login' || isOfLink(route) ? (
            screens
          ) : (
            <SeeAsBar as={as} onEnd={() => leave(route)}>
              <OwnQueries key={as}>{screens}</OwnQueries>
            </SeeAsBar>
          )}
        </ErrorBoundary>
        <Toast message={message} onEnd={end} />
      </LocaleProvider>
    </ShellContext>
  )
}

/** A route without a session: of the link of a mail, or of the wish for one. */
type LinkRoute = RouteOf<'forgotten' | 'reset' | 'invitation'>

function isOfLink(route: Route): route is LinkRoute {
  return route.screen === 'forgotten' || route.screen === 'reset' || route.screen === 'invitation'
}

function OfLink({ route }: { readonly route: LinkRoute }) {
  return (
    <Suspense>{route.screen === 'forgotten' ? <ForgottenScreen /> : <PasswordScreen link={route.screen} />}</Suspense>
  )
}

interface LoggedInProps {
  readonly route: Exclude<Route, LinkRoute>
  readonly shell: Shell
  /** What remembers the answers to the user who is logged in. */
  readonly rootQueries: QueryClient
  readonly leave: (route: Route) => void
  /** What stands over every screen. */
  readonly drawer: ReactNode
  /** How many edits a logout would lose. */
  readonly unsaved: number
}

function LoggedIn({ route, shell, rootQueries, leave, drawer, unsaved }: LoggedInProps) {
  const { service, storage, go } = shell
  const me = useMe(service)
  const own = useOwnShell(shell, me.data)
  const metadata = useMetadata(service)
  const { hasEnded, onLogin, onLoginAgain, onLogout } = useSessionWays(shell, rootQueries, leave)
  useEffect(() => {
    if (me.data) forgetOthers(storage, ownOf(me.data).id)
  }, [me.data, storage])
  useAhead(metadata.data !== undefined)
  usePageKeys(route)
  if ((isFailure(me.error, 'session-required') && !me.data) || route.screen === 'login') {
    const to = afterLogin(route)
    return (
      <Suspense>
        <LoginScreen route={route} to={toUrl(to)} onLogin={() => onLogin().then(() => go(to, 'replace'))} />
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
  return (
    <ShellContext value={own}>
      {/* Nobody gets the forms of the person before them. */}
      <SessionContext key={me.data.id} value={session}>
        <Frame route={route} unsaved={unsaved} onLogout={(provider) => void onLogout(provider)}>
          <PageTitle route={route} />
          <SessionStates me={me.data} />
          <Confirming user={me.data.id} />
          <ErrorBoundary address={toUrl(route)}>
            <Suspense fallback={<Loading />}>
              <Screen route={route} session={session} />
            </Suspense>
          </ErrorBoundary>
        </Frame>
        <Suspense>{drawer}</Suspense>
        <Suspense>{me.data.seenBy ? null : <Live />}</Suspense>
        <Suspense>
          {hasEnded ? (
            <SessionEnded
              username={ownOf(session.me).username}
              to={toUrl(route)}
              onLogin={() => onLoginAgain(session.me)}
            />
          ) : null}
        </Suspense>
      </SessionContext>
    </ShellContext>
  )
}

/** Where to go after a login: to a page of the console, whatever the address says. */
function afterLogin(route: Route): Route {
  if (route.screen !== 'login') return route
  const to = route.to.startsWith(`${root}/`) ? parseUrl(route.to) : undefined
  return to && to.screen !== 'login' ? to : { screen: 'home' }
}
