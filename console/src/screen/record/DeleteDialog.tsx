import { useEffect } from 'react'
import { listOf } from '../../route/ListRoute.ts'
import { type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { useDelete, usePreviewDelete } from '../../query/queries.ts'
import { RightsChanges } from './rule/RightsChanges.tsx'
import { useUndoing } from '../../shell/useUndoing.ts'
import { Failed } from '../../component/Failed.tsx'
import { isFailure } from '../../service/isFailure.ts'
import { Referrers } from './Referrers.tsx'
import { useShell } from '../../shell/Shell.tsx'

/** Deletes a record, after a dry run has said what goes with it. Afterwards it can be brought back. */
export function DeleteDialog({
  model,
  record,
  isOpen,
  onClose,
}: {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const { service, words, newKey, go, notify } = useShell()
  const preview = usePreviewDelete(service, model.name)
  const remove = useDelete(service, model.name)
  const undoing = useUndoing()
  const { mutate: look } = preview
  useEffect(() => {
    if (isOpen) look(record)
  }, [isOpen, look, record])
  const title = titleOf(model, record)
  // What was deleted or cleared with it comes back as well. The undo takes the right to create the record, which is
  // less than a restore takes. The dialog is gone by then: what follows does not depend on it.
  const bringBack = async (changeSet: number | undefined) => {
    const write = { changeSet, model: model.name, id: record.id, version: record.version + 1 }
    if (await undoing(write)) go({ screen: 'record', model: model.name, id: record.id })
  }
  const onDelete = () =>
    remove.mutate(
      { record, key: newKey() },
      {
        onSuccess: (set) => {
          onClose()
          go(listOf(model.name))
          notify({ text: words.record.deleted(title), undo: () => void bringBack(set) })
        },
      },
    )
  const also = preview.data
  const error = preview.error ?? remove.error
  const isOver = preview.error !== null || isFailure(error, 'still-referenced')
  return (
    <Dialog title={words.remove.title(title)} isOpen={isOpen} onClose={onClose}>
      {error ? <NotDeleted error={error} model={model} id={record.id} /> : null}
      {error ? null : <p>{also ? words.remove.also(also.deleted, also.cleared) : words.remove.looking}</p>}
      {also?.preview ? <RightsChanges changes={also.preview} /> : null}
      <div className="dialog-actions">
        <Button onPress={onClose}>{isOver ? words.refusal.close : words.remove.cancel}</Button>
        {isOver ? null : (
          <Button weight="danger" isDisabled={!also || remove.isPending} onPress={onDelete}>
            {words.remove.confirm(1 + (also?.deleted ?? 0))}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Why a record was not deleted. */
function NotDeleted({ error, model, id }: { readonly error: Error; readonly model: ModelMeta; readonly id: number }) {
  const { words } = useShell()
  const isReferred = isFailure(error, 'still-referenced')
  const reason = isReferred ? <Referrers error={error} model={model} id={id} /> : undefined
  return <Failed error={error} title={words.refusal.notDeleted} reason={reason} />
}
