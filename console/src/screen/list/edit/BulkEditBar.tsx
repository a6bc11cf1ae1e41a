import { useState } from 'react'
import { countEdits, type PendingEdits, type EditStep } from '../../../bulk/PendingEdits.ts'
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
  const hasEdits = edits > 0
  const end = () => {
    if (hasEdits) {
      onChange({ does: 'remove', ids: [...pending.keys()] })
      notify({ text: words.bulkEdit.discarded(edits), undo: () => onChange({ does: 'restore', pending }) })
    }
    onEnd()
  }
  useKeys(['list'], { leave: end, ...(hasEdits ? { saveBulkEdit: () => setOpened('save') } : {}) })
  return (
    <section className="selection-bar" aria-label={words.bulkEdit.title}>
      <span role="status">{hasEdits ? words.bulkEdit.pending(edits, pending.size) : words.bulkEdit.begin}</span>
      {hasEdits ? (
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
          onPart={(ids) => onChange({ does: 'remove', ids })}
          onSaved={(ids) => {
            setOpened(undefined)
            onChange({ does: 'remove', ids })
            if (ids.length >= pending.size) onEnd()
          }}
        />
      ) : null}
    </section>
  )
}
