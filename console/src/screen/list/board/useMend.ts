import { draftOf, withEdit } from '../../../draft/Draft.ts'
import { findDraft, keepDraft } from '../../../draft/keepDraft.ts'
import { kindOf } from '../../../field/kinds.ts'
import type { FieldMeta, ModelMeta } from '../../../meta/ModelMeta.ts'
import { shownFields } from '../../../meta/shownFields.ts'
import { failureWords } from '../../../shell/failureWords.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { wantField } from '../../../shell/wantedField.ts'
import { useTask } from '../../../query/bulkQueries.ts'
import type { Refused } from './toRefused.ts'

/** Opens the form of a card that was refused: the move is a draft there, and the focus is where it has to be mended. */
export function useMend(model: ModelMeta, field: FieldMeta) {
  const { service, storage, words, newKey, go, notify } = useShell()
  const { me } = useSession()
  const open = async ({ record: { id }, column, field: wrong }: Refused) => {
    const name = { user: me.id, model: model.name, id }
    const { record } = await service.open(model.name, id, shownFields(model), {})
    const begun = findDraft(storage, name) ?? draftOf(record, newKey())
    const input = kindOf(field).toInput(column.value, field)
    keepDraft(storage, name, model, withEdit(begun, field, input, newKey()))
    if (wrong !== undefined) wantField({ model: model.name, id, field: wrong })
    go({ screen: 'record', model: model.name, id })
  }
  const task = useTask<Refused>(open)
  return (refused: Refused) =>
    task.mutate(refused, { onError: (error) => notify({ text: failureWords(error, words) }) })
}
