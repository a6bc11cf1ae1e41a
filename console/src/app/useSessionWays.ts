import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Route } from '../route/Route.ts'
import { removeDraftsExcept } from '../draft/keepDraft.ts'
import { keys } from '../query/keys.ts'
import { endSession } from '../service/endSession.ts'
import type { Me } from '../service/Me.ts'
import { failureWords } from '../shell/failureWords.ts'
import { forgetPicked } from '../shell/picked.ts'
import { forgetRecent } from '../shell/recent.ts'
import type { Shell } from '../shell/Shell.tsx'
import { useSessionEnd } from './useSessionEnd.ts'

/**
 * The ways into a session and out of it. `root` remembers the answers to the user who is logged in; while they look as
 * somebody else, the screens have answers of their own.
 */
export function useSessionWays(
  { service, words, log, storage, notify }: Shell,
  root: QueryClient,
  leave: (route: Route) => void,
) {
  const queries = useQueryClient()
  const [hasEnded, begin] = useSessionEnd()
  const onLogin = async () => {
    await queries.resetQueries()
    begin()
    const failure = queries.getQueryState(keys.me)?.error
    if (failure) throw failure
  }
  const onLoginAgain = async (before: Me) => {
    if (isSameUser(before, await service.me())) await queries.invalidateQueries()
    else {
      log.clear()
      if (root !== queries) root.clear()
      await queries.resetQueries()
    }
    begin()
  }
  const onLogout = async (provider?: string) => {
    const failure = provider === undefined ? await endSession(service) : undefined
    if (failure) return notify({ text: `${words.frame.notLoggedOut} ${failureWords(failure, words)}` })
    forgetOthers(storage, undefined)
    for (const client of [queries, root]) client.clear()
    log.clear()
    // The service ends the session on the way to the provider.
    if (provider === undefined) leave({ screen: 'login', to: '' })
    else location.assign(`/login/oidc/${provider}/logout`)
  }
  return { hasEnded, onLogin, onLoginAgain, onLogout }
}

/** The user who is logged in: an administrator, while they look as somebody else. */
export function ownOf({ id, username, seenBy }: Me): { readonly id: number; readonly username: string } {
  return seenBy ?? { id, username }
}

function isSameUser(before: Me, now: Me): boolean {
  return before.id === now.id && ownOf(before).id === ownOf(now).id
}

/** Forgets what this browser keeps for anybody but one user; without a user, for everybody. */
export function forgetOthers(storage: Storage, user: number | undefined): void {
  removeDraftsExcept(storage, user)
  forgetRecent(storage, user)
  forgetPicked(storage, user)
}
