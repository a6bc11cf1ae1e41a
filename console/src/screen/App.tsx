import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { Place } from '../address/Place.ts'
import { readPlace } from '../address/readPlace.ts'
import { root } from '../address/writePlace.ts'
import { removeDraftsExcept } from '../draft/keepDraft.ts'
import { LocaleProvider } from '../part/LocaleProvider.tsx'
import { OwnQueries } from '../query/OwnQueries.tsx'
import { useMe, useMetadata } from '../query/queries.ts'
import { isFailure } from '../service/isFailure.ts'
import { Failed } from './Failed.tsx'
import { Frame } from './frame/Frame.tsx'
import { Said } from './frame/Said.tsx'
import { SeeAsBar } from './frame/SeeAsBar.tsx'
import { SessionStates } from './frame/SessionStates.tsx'
import { forgetRecent } from './home/recent.ts'
import { useSessionEnd } from './login/useSessionEnd.ts'
import { Screen } from './Screen.tsx'
import { Live, LoginScreen, SessionEnded, UndoDrawer } from './screens.ts'
import { type Saying, type Session, SessionContext, type Shell, ShellContext, type Undoing } from './Shell.tsx'
import { useAhead } from './useAhead.ts'
import { usePlace } from './usePlace.ts'

/** The console: who is logged in, and the screen of the address. */
export function App({ shell }: { readonly shell: Omit<Shell, 'go' | 'say' | 'undo'> }) {
  const { place, as, go, leave } = usePlace()
  const [saying, say] = useState<Saying | undefined>()
  const end = useCallback(() => say(undefined), [])
  const service = useMemo(() => (as === '' ? shell.service : shell.service.seeAs(as)), [shell, as])
  const [undoing, undo] = useState<Undoing | undefined>()
  const whole = useMemo(() => ({ ...shell, service, go, say, undo }), [shell, service, go])
  const drawer = undoing ? <UndoDrawer what={undoing} onClose={() => undo(undefined)} /> : null
  const screens = <LoggedIn key={as} place={place} shell={whole} leave={leave} drawer={drawer} />
  return (
    <ShellContext value={whole}>
      <LocaleProvider locale={shell.formats.language}>
        {as === '' || place.screen === 'login' ? (
          screens
        ) : (
          <SeeAsBar as={as} onEnd={() => leave(place)}>
            <OwnQueries key={as}>{screens}</OwnQueries>
          </SeeAsBar>
        )}
        <Said saying={saying} onEnd={end} />
      </LocaleProvider>
    </ShellContext>
  )
}

function LoggedIn({
  place,
  shell,
  leave,
  drawer,
}: {
  readonly place: Place
  readonly shell: Shell
  readonly leave: (place: Place) => void
  /** What stands over every screen. */
  readonly drawer: ReactNode
}) {
  const { service, log, storage, go } = shell
  const queries = useQueryClient()
  const me = useMe(service)
  const metadata = useMetadata(service)
  const [hasEnded, begin] = useSessionEnd()
  useEffect(() => {
    if (!me.data) return
    // Those of an administrator stay while they look as somebody else.
    const own = me.data.seenBy?.id ?? me.data.id
    removeDraftsExcept(storage, own)
    forgetRecent(storage, own)
  }, [me.data, storage])
  useAhead(metadata.data !== undefined)
  if ((isFailure(me.error, 'session-required') && !me.data) || place.screen === 'login') {
    const onLogin = () =>
      void queries.resetQueries().then(() => {
        begin()
        go(afterLogin(place), 'replace')
      })
    return (
      <Suspense>
        <LoginScreen usedLink={place.screen === 'login' && place.link === 'used'} onLogin={onLogin} />
      </Suspense>
    )
  }
  if (!me.data || !metadata.data) {
    const failed = [me, metadata].find(({ error }) => error)
    if (!failed?.error) return null
    return (
      <main className="frame-main">
        <Failed error={failed.error} again={() => void failed.refetch()} />
      </main>
    )
  }
  const { models, declaredRoles } = metadata.data
  const find = (name: string) => models.find((model) => model.name === name)
  const session: Session = { me: me.data, models, find, declaredRoles }
  const onLogout = () =>
    void service.logout().finally(() => {
      removeDraftsExcept(storage, undefined)
      forgetRecent(storage, undefined)
      queries.clear()
      log.clear()
      leave({ screen: 'login', to: '' })
    })
  const { id } = me.data
  const onLoginAgain = async () => {
    const isSame = (await service.me()).id === id
    await (isSame ? queries.invalidateQueries() : queries.resetQueries())
    begin()
  }
  // Nobody gets the forms of the person before them.
  return (
    <SessionContext key={id} value={session}>
      <Frame place={place} onLogout={onLogout}>
        <SessionStates me={me.data} />
        <Suspense>
          <Screen place={place} session={session} />
        </Suspense>
      </Frame>
      <Suspense>{drawer}</Suspense>
      <Suspense>{me.data.seenBy ? null : <Live />}</Suspense>
      <Suspense>
        {hasEnded ? <SessionEnded username={me.data.username} onLogin={() => void onLoginAgain()} /> : null}
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
