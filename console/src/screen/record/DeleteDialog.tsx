import { useEffect } from 'react'
import { listOf } from '../../route/ListRoute.ts'
import { type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Dialog } from '../../component/Dialog.tsx'
import { useDelete, usePreviewDelete } from '../../query/queries.ts'
import { RightsChanges } from './rule/RightsChanges.tsx'
import { useUndoing } from '../../shell/useUndoing.ts'
import { Failed } from '../../component/Failed.tsx'
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
  const error = preview.error ?? remove.error
  return (
    <Dialog title={words.remove.title(title)} isOpen={isOpen} onClose={onClose}>
      {error ? <Failed error={error} /> : null}
      <p>
        {preview.data
          ? words.remove.also(preview.data.deleted, preview.data.cleared)
          : error
            ? ''
            : words.remove.looking}
      </p>
      {preview.data?.preview ? <RightsChanges changes={preview.data.preview} /> : null}
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.remove.cancel}</Button>
        <Button weight="danger" isDisabled={!preview.data || remove.isPending} onPress={onDelete}>
          {words.remove.confirm(1 + (preview.data?.deleted ?? 0))}
        </Button>
      </div>
    </Dialog>
  )
}
