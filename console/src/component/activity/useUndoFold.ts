import type { Fold, Write } from '../../history/foldWrites.ts'
import { isOfComments } from '../../meta/comments.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useActions } from '../../query/actionQueries.ts'
import { useUndoWrite } from '../../query/changeQueries.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useStuck } from '../../shell/useUndoing.ts'

/**
 * Undoes what somebody did, the last write first: change sets after a look at what goes back, and writes of one record
 * at once. One that can't go back ends it, and says why. Undefined for what one may not undo.
 */
export function useUndoFold() {
  const { service, words, newKey, notify, undo } = useShell()
  const { me, find } = useSession()
  const actions = useActions(service)
  const { mutateAsync } = useUndoWrite(service)
  const showStuck = useStuck()
  const undoAll = async (fold: Fold) => {
    for (const { model, id, version } of fold)
      try {
        await mutateAsync({ model, id, version, key: newKey() })
      } catch (error) {
        return showStuck(error, { model, id, version })
      }
    notify({ text: words.undo.written })
  }
  return (fold: Fold): (() => void) | undefined => {
    const isForGood = ({ name }: Write) => actions.some((action) => action.name === name && !action.undo)
    if (fold.some((write) => isForGood(write) || !mayUndo(write, find(write.model), me))) return undefined
    const ids = [...new Set(fold.flatMap(({ changeSet }) => changeSet ?? []))]
    return () => (ids.length > 0 ? undo({ is: 'sets', ids }) : void undoAll(fold))
  }
}

/** Change sets are undone by their author or an administrator, and writes by those who may write such records. */
function mayUndo(
  { changeSet, by, operation }: Write,
  model: ModelMeta | undefined,
  me: { readonly admin: boolean; readonly id: number },
): boolean {
  // A comment is taken back where it stands.
  if (model && isOfComments(model)) return false
  if (changeSet !== undefined) return me.admin || by?.id === me.id
  const needed = { create: 'delete', update: 'update', delete: 'create', restore: 'delete' } as const
  return model !== undefined && model.may[needed[operation]] !== 'none'
}
