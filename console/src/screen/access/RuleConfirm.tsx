import { useEffect } from 'react'
import type { Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../part/Button.tsx'
import { Dialog } from '../../part/Dialog.tsx'
import { usePreviewRights } from '../../query/accessQueries.ts'
import { useShell } from '../Shell.tsx'
import { RightsChanges } from './RightsChanges.tsx'

/** Shows what a rule changes before it is saved. What can't be tried is saved at once: the form says why it fails. */
export function RuleConfirm({
  model,
  id,
  data,
  onConfirm,
  onClose,
}: {
  readonly model: ModelMeta
  readonly id: number | undefined
  /** What will be sent; undefined while nothing is asked. */
  readonly data: Readonly<Record<string, Json>> | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const { service, words } = useShell()
  const { mutate, data: changes, isSuccess } = usePreviewRights(service)
  useEffect(() => {
    if (data) mutate({ model: model.name, id, data }, { onError: onConfirm })
    // Asked once for what will be sent; the form stays as it is behind the dialog.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return (
    <Dialog title={words.rule.previewTitle} isOpen={data !== undefined} onClose={onClose}>
      {isSuccess ? (
        <>
          <RightsChanges changes={changes} />
          <p className="dim">{words.rule.onlyReads}</p>
        </>
      ) : (
        <p role="status">{words.rule.looking}</p>
      )}
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.rule.cancel}</Button>
        <Button weight="primary" autoFocus isDisabled={!isSuccess} onPress={onConfirm}>
          {words.rule.confirm}
        </Button>
      </div>
    </Dialog>
  )
}
