import { isTouched } from '../../draft/Draft.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Notice } from '../../component/Notice.tsx'
import { isFailure } from '../../service/isFailure.ts'
import { Failed } from '../../component/Failed.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { GoneNotice } from './GoneNotice.tsx'
import type { DraftState } from './useDraft.ts'
import type { useSaving } from './useSaving.ts'

interface RecordNoticesProps {
  readonly model: ModelMeta
  readonly id: number | undefined
  readonly state: DraftState
  readonly saving: ReturnType<typeof useSaving>
  readonly isGone: boolean
  readonly faults: Readonly<Record<string, string>>
}

/** What came of the last save, and what else there is to know about the draft. */
export function RecordNotices({ model, id, state, saving, isGone, faults }: RecordNoticesProps) {
  const { words } = useShell()
  const { outcome, send } = saving
  const many = Object.keys(faults).length
  return (
    <div className="record-notices" aria-live="polite">
      {id !== undefined && (isGone || outcome.is === 'gone') ? (
        <GoneNotice model={model} id={id} state={state} onBack={send} />
      ) : null}
      {state.wasKept && outcome.is === 'none' && !isGone ? (
        <Notice tone="plain" icon="history">
          {words.record.restoredDraft}
        </Notice>
      ) : null}
      {outcome.is === 'saved' && !isTouched(state.draft) ? (
        <Notice
          tone="good"
          icon="check"
          actions={
            <Button small onPress={() => void saving.onUndo(outcome.undo)}>
              {words.record.undo}
            </Button>
          }
        >
          {outcome.text}
        </Notice>
      ) : null}
      {many > 0 && !(outcome.is === 'failed' && isFailure(outcome.error, 'invalid-record')) ? (
        <Notice tone="bad" icon="alert">
          {words.record.faults(many)}
        </Notice>
      ) : null}
      {outcome.is === 'lost' ? (
        <Notice
          tone="plain"
          icon="away"
          actions={
            <Button small isDisabled={saving.isBusy} onPress={send}>
              {words.record.askNow}
            </Button>
          }
        >
          {words.record.lost}
        </Notice>
      ) : null}
      {outcome.is === 'failed' ? (
        <Failed error={outcome.error} title={many > 0 ? words.record.faults(many) : undefined} />
      ) : null}
    </div>
  )
}
