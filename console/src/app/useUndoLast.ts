import { useFindLastSet } from '../query/changeQueries.ts'
import { failureWords } from '../shell/failureWords.ts'
import { useSession, useShell } from '../shell/Shell.tsx'

/** Shows one's last change of several records, to undo it. Once more, and it is the undo that would be undone. */
export function useUndoLast(): () => void {
  const { service, words, notify, undo } = useShell()
  const { me } = useSession()
  const find = useFindLastSet(service)
  return () => {
    if (me.seenBy) return notify({ text: words.seeAs.lockedWhy(me.username) })
    find.mutate(me.username, {
      onSuccess: (id) => (id === undefined ? notify({ text: words.changes.none }) : undo({ is: 'sets', ids: [id] })),
      onError: (error) => notify({ text: failureWords(error, words) }),
    })
  }
}
