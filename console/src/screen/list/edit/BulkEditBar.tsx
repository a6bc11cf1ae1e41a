import { useState } from 'react'
import {
  countEdits,
  countMisfits,
  type PendingEdits,
  type EditStep,
  recordsOfEdits,
} from '../../../bulk/PendingEdits.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'
import { BulkEditDrawer } from './BulkEditDrawer.tsx'
import '../selection-bar.css'

/** What was edited and is not saved yet, with the ways to look at it, to save it and to discard it. */
export function BulkEditBar({
  model,
  pending,
  onChange,
  onEnd,
}: {
  readonly model: ModelMeta
  readonly pending: PendingEdits
  readonly onChange: (step: EditStep) => void
  readonly onEnd: () => void
}) {
  const { words, notify } = useShell()
  const [opened, setOpened] = useState<'review' | 'save' | undefined>()
  const edits = countEdits(pending)
  const misfits = countMisfits(pending)
  const hasEdits = pending.size > 0
  const end = () => {
    if (hasEdits) {
      onChange({ does: 'remove', ids: [...pending.keys()] })
      notify({ text: words.bulkEdit.discarded(edits + misfits), undo: () => onChange({ does: 'restore', pending }) })
    }
    onEnd()
  }
  useKeys(['list'], { leave: end, ...(edits > 0 ? { saveBulkEdit: () => setOpened('save') } : {}) })
  return (
    <section className="selection-bar" aria-label={words.bulkEdit.title}>
      <span role="status">{usePendingWords(pending, model)}</span>
      {edits > 0 ? (
        <>
          <Button small onPress={() => setOpened('review')}>
            {words.bulkEdit.review}
          </Button>
          <Button small weight="primary" onPress={() => setOpened('save')}>
            {words.bulkEdit.save}
          </Button>
        </>
      ) : null}
      <Button small weight="quiet" onPress={end}>
        {hasEdits ? words.bulkEdit.discard : words.bulkEdit.done}
      </Button>
      {opened ? (
        <BulkEditDrawer
          model={model}
          pending={pending}
          isSave={opened === 'save'}
          onClose={() => setOpened(undefined)}
          onRefused={(refusals) => onChange({ does: 'refused', refusals })}
          onPart={(ids) => onChange({ does: 'saved', ids })}
          onSaved={(ids) => {
            setOpened(undefined)
            onChange({ does: 'saved', ids })
            if (ids.length >= pending.size && misfits === 0) onEnd()
          }}
        />
      ) : null}
    </section>
  )
}

/** How many changes there are, and how many cells have what does not fit. */
function usePendingWords(pending: PendingEdits, model: ModelMeta): string {
  const { words } = useShell()
  const [edits, misfits] = [countEdits(pending), countMisfits(pending)]
  const parts = [
    ...(edits > 0 ? [words.bulkEdit.pending(edits, recordsOfEdits(pending).length, model)] : []),
    ...(misfits > 0 ? [words.paste.misfits(misfits)] : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : words.bulkEdit.begin
}
