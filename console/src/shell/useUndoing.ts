import type { UndoClash } from '@tabularium/client/undo'
import { useUndoWrite } from '../query/changeQueries.ts'
import { isFailure } from '../service/isFailure.ts'
import { failureWords } from './failureWords.ts'
import { useShell } from './Shell.tsx'

/** A write: the change set, or one version of a record. */
export interface Undoable {
  readonly changeSet: number | undefined
  readonly model: string
  readonly id: number
  readonly version: number
}

/** What the refusal of an undo says. */
interface Stuck {
  readonly clashes?: readonly UndoClash[]
}

/**
 * Undoes a write. One that wrote several records is looked at first; that of one record goes back at once where nobody
 * has changed it since, and says what clashes where somebody has.
 */
export function useUndoing() {
  const { service, words, newKey, notify, undo } = useShell()
  const write = useUndoWrite(service)
  return async ({ changeSet, ...of }: Undoable): Promise<boolean> => {
    if (changeSet !== undefined) {
      undo({ is: 'sets', ids: [changeSet] })
      return false
    }
    try {
      await write.mutateAsync({ ...of, key: newKey() })
      notify({ text: words.undo.written })
      return true
    } catch (error) {
      const { clashes } = isFailure(error, 'not-undoable') ? (error.data as unknown as Stuck) : {}
      if (clashes) undo({ is: 'clashes', clashes })
      else notify({ text: failureWords(error, words) })
      return false
    }
  }
}
