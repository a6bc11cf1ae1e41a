import { useEffect } from 'react'
import type { Json, ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Dialog } from '../../../component/Dialog.tsx'
import { usePreviewRights } from '../../../query/accessQueries.ts'
import { isFailure } from '../../../service/isFailure.ts'
import { Failed } from '../../../component/Failed.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { RightsChanges } from './RightsChanges.tsx'

/**
 * Shows what a rule changes before it is saved. A rule that the service refuses goes back to its form, which says why;
 * one whose effect can't be counted is saved only if the user says so.
 */
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
  const { mutate, reset, data: changes, isSuccess, error } = usePreviewRights(service)
  const preview = () => {
    const onError = (failure: Error) => {
      if (isRefusal(failure)) onConfirm()
    }
    if (data) mutate({ model: model.name, id, data }, { onError })
  }
  useEffect(() => {
    preview()
    // An answer that comes after Cancel, or after something else was asked, must not save anything.
    return reset
    // Asked once for what will be sent; the form stays as it is behind the dialog.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  const failed = error && !isRefusal(error) ? error : undefined
  return (
    <Dialog title={words.rule.previewTitle} isOpen={data !== undefined} onClose={onClose}>
      {isSuccess ? (
        <>
          <RightsChanges changes={changes} />
          <p className="dim">{words.rule.onlyReads}</p>
        </>
      ) : failed ? (
        <Failed error={failed} title={words.rule.notCounted} again={preview} />
      ) : (
        <p role="status">{words.rule.looking}</p>
      )}
      <div className="dialog-actions">
        <Button onPress={onClose}>{words.rule.cancel}</Button>
        {failed ? (
          <Button onPress={onConfirm}>{words.rule.saveAnyway}</Button>
        ) : (
          <Button weight="primary" autoFocus isDisabled={!isSuccess} onPress={onConfirm}>
            {words.rule.confirm}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Whether the service refuses the record itself: a save fails in the same way, and the form shows that best. */
function isRefusal(error: Error): boolean {
  return isFailure(error, 'invalid-record') || isFailure(error, 'version-conflict')
}
