import { showValue } from '../field/kinds.ts'
import { toSent } from '../field/toSent.ts'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { titleOf } from '../meta/ModelMeta.ts'
import { isForGood } from '../meta/steps.ts'
import { useSave } from '../query/queries.ts'
import { isRefused } from '../service/isFailure.ts'
import { failureWords } from './failureWords.ts'
import { useShell } from './Shell.tsx'
import { useUndoing } from './useUndoing.ts'

/**
 * Gives a field of a record another value, as a drop does: a plain update with the version that was seen, onto which
 * changes of other fields are merged. It says what was done with a way back, or why it was refused.
 */
export function useMoveRecord(model: ModelMeta) {
  const { service, words, formats, newKey, notify } = useShell()
  const save = useSave(service)
  const undo = useUndoing()
  return async (record: RecordJson, field: FieldMeta, value: Json): Promise<boolean> => {
    const title = titleOf(model, record)
    const { id, version } = record
    const data = { [field.name]: toSent(value), version }
    try {
      const { record: written, changeSet } = await save.mutateAsync({ model: model.name, id, data, key: newKey() })
      const step = { [field.name]: { from: record[field.name] ?? null, to: written[field.name] ?? null } }
      const goBack = { undo: () => void undo({ changeSet, model: model.name, id, version: written.version }) }
      const text = words.grid.moved(title, field.label, showValue(value, field, formats))
      notify({ text, ...(isForGood(model, step) ? {} : goBack) })
      return true
    } catch (error) {
      const why = (isRefused(error) ? error.errors?.[field.name] : undefined) ?? failureWords(error, words)
      notify({ text: words.grid.notMoved(title, why) })
      return false
    }
  }
}
