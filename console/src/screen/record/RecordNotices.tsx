import { isTouched } from '../../draft/Draft.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Notice } from '../../component/Notice.tsx'
import { isFailure, isRefused } from '../../service/isFailure.ts'
import { Failed } from '../../component/Failed.tsx'
import { useShell } from '../../shell/Shell.tsx'
import type { Undoable } from '../../shell/useUndoing.ts'
import { FaultList, FaultyFields } from './FaultList.tsx'
import { GoneNotice } from './GoneNotice.tsx'
import { OtherRecords } from './OtherRecords.tsx'
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
        <GoneNotice model={model} id={id} state={state} onBack={() => send()} />
      ) : null}
      {state.wasKept && outcome.is === 'none' && !isGone ? (
        <Notice tone="plain" icon="history">
          {words.record.restoredDraft}
        </Notice>
      ) : null}
      {outcome.is === 'saved' && !isTouched(state.draft) ? (
        <Notice tone="good" icon="check" actions={<UndoSaved undo={outcome.undo} onUndo={saving.onUndo} />}>
          {outcome.text}
        </Notice>
      ) : null}
      {many > 0 && !(outcome.is === 'failed' && isRefused(outcome.error)) ? (
        <Notice tone="bad" icon="alert" title={words.record.faults(many)}>
          <FaultyFields model={model} draft={state.draft} names={Object.keys(faults)} />
        </Notice>
      ) : null}
      {outcome.is === 'lost' ? (
        <Notice
          tone="plain"
          icon="away"
          actions={
            <Button small isDisabled={saving.isBusy} onPress={() => send()}>
              {words.record.askNow}
            </Button>
          }
        >
          {words.record.lost}
        </Notice>
      ) : null}
      {outcome.is === 'failed' ? <NotSaved error={outcome.error} model={model} state={state} faults={faults} /> : null}
    </div>
  )
}

/** Why a record was not saved. Once everything that was wrong with its values is mended, there is nothing to say. */
function NotSaved({
  error,
  model,
  state,
  faults,
}: Pick<RecordNoticesProps, 'model' | 'state' | 'faults'> & { readonly error: Error }) {
  const { words } = useShell()
  const isAboutFields = isRefused(error) && Object.keys(faults).length > 0
  const hasErrors = isFailure(error, 'invalid-record') && Object.keys(error.errors ?? {}).length > 0
  if (hasErrors && !isAboutFields) return null
  const reason = isAboutFields ? <FaultList model={model} draft={state.draft} faults={faults} /> : undefined
  return (
    <Failed error={error} title={words.refusal.notSaved} reason={reason}>
      <OtherRecords error={error} model={model} />
    </Failed>
  )
}

/** The way back after a save, if there is one. */
function UndoSaved({
  undo,
  onUndo,
}: {
  readonly undo: Undoable | undefined
  readonly onUndo: (write: Undoable) => Promise<void>
}) {
  const { words } = useShell()
  if (!undo) return null
  return (
    <Button small onPress={() => void onUndo(undo)}>
      {words.record.undo}
    </Button>
  )
}
