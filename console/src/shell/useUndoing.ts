import type { UndoClash } from '@tabularium/client/undo'
import type { RecordJson } from '../meta/ModelMeta.ts'
import { useUndoWrite } from '../query/changeQueries.ts'
import { isFailure, isRefused } from '../service/isFailure.ts'
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
 * has changed it since, and says what clashes where somebody has. It answers the record as it is then, if it is back.
 */
export function useUndoing() {
  const { service, words, newKey, notify, undo } = useShell()
  const write = useUndoWrite(service)
  const showStuck = useStuck()
  return async ({ changeSet, ...of }: Undoable, said = words.undo.written): Promise<RecordJson | undefined> => {
    if (changeSet !== undefined) {
      undo({ is: 'sets', ids: [changeSet] })
      return undefined
    }
    try {
      const record = await write.mutateAsync({ ...of, key: newKey() })
      notify({ text: said })
      return record
    } catch (error) {
      showStuck(error, of)
      return undefined
    }
  }
}

/** Says why an undo of one write was refused. */
export function useStuck() {
  const { words, notify, undo } = useShell()
  return (error: unknown, of: Omit<Undoable, 'changeSet'>) => {
    const { clashes } = isFailure(error, 'not-undoable') ? (error.data as unknown as Stuck) : toStuck(error, of)
    if (clashes) undo({ is: 'clashes', clashes })
    else notify({ text: failureWords(error, words) })
  }
}

/** The refusal of the record itself, as a clash that has what is wrong with each field. */
function toStuck(error: unknown, { model, id, version }: Omit<Undoable, 'changeSet'>): Stuck {
  if (!isRefused(error) || !error.errors) return {}
  const { code, message, errors } = error
  return { clashes: [{ model, id, version, reason: 'refused', code, message, errors }] }
}
