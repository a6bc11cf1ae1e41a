import { useState } from 'react'
import { countEdits, type Gathered, type GatherStep } from '../../../bulk/gathered.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'
import { ManyDrawer } from './ManyDrawer.tsx'
import '../selection-bar.css'

/** What was edited and is not saved yet, with the ways to look at it, to save it and to discard it. */
export function ManyBar({
  model,
  gathered,
  onGather,
  onEnd,
}: {
  readonly model: ModelMeta
  readonly gathered: Gathered
  readonly onGather: (step: GatherStep) => void
  readonly onEnd: () => void
}) {
  const { words, say } = useShell()
  const [opened, setOpened] = useState<'review' | 'save' | undefined>()
  const edits = countEdits(gathered)
  const hasEdits = edits > 0
  const end = () => {
    if (hasEdits) {
      onGather({ does: 'remove', ids: [...gathered.keys()] })
      say({ text: words.many.discarded(edits), undo: () => onGather({ does: 'restore', gathered }) })
    }
    onEnd()
  }
  useKeys(['list'], { leave: end, ...(hasEdits ? { saveMany: () => setOpened('save') } : {}) })
  return (
    <section className="selection-bar" aria-label={words.many.title}>
      <span role="status">{hasEdits ? words.many.gathered(edits, gathered.size) : words.many.begin}</span>
      {hasEdits ? (
        <>
          <Button small onPress={() => setOpened('review')}>
            {words.many.review}
          </Button>
          <Button small weight="primary" onPress={() => setOpened('save')}>
            {words.many.save}
          </Button>
        </>
      ) : null}
      <Button small weight="quiet" onPress={end}>
        {hasEdits ? words.many.discard : words.many.done}
      </Button>
      {opened ? (
        <ManyDrawer
          model={model}
          gathered={gathered}
          isSave={opened === 'save'}
          onClose={() => setOpened(undefined)}
          onPart={(ids) => onGather({ does: 'remove', ids })}
          onSaved={(ids) => {
            setOpened(undefined)
            onGather({ does: 'remove', ids })
            if (ids.length >= gathered.size) onEnd()
          }}
        />
      ) : null}
    </section>
  )
}
