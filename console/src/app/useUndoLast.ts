import { useFindLastSet } from '../query/changeQueries.ts'
import { useStepEdits } from '../query/usePendingEdits.ts'
import type { Route } from '../route/Route.ts'
import { failureWords } from '../shell/failureWords.ts'
import { useSession, useShell } from '../shell/Shell.tsx'

/**
 * One step back: of the edits of this list that are not saved yet, or else the last change set of this tab, which is
 * shown first. Where this tab has written none, it is one's last one; once more, and the undo would be undone.
 */
export function useUndoLast(route: Route) {
  const { service, words, log, notify, undo } = useShell()
  const { me } = useSession()
  const find = useFindLastSet(service)
  const step = useStepEdits(route.screen === 'list' ? route.model : '')
  const show = (id: number | undefined) =>
    id === undefined ? notify({ text: words.changes.none }) : undo({ is: 'sets', ids: [id] })
  return {
    undo: () => {
      if (me.seenBy) return notify({ text: words.seeAs.lockedWhy(me.username) })
      if (step('back')) return undefined
      const last = log.sets().done.at(-1)
      if (last !== undefined) return show(last)
      return find.mutate(me.username, {
        onSuccess: show,
        onError: (error) => notify({ text: failureWords(error, words) }),
      })
    },
    redo: () => {
      if (!me.seenBy && !step('forth')) show(log.sets().undone.at(-1)?.by)
    },
  }
}
