import { useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Segments } from '../../../component/Segments.tsx'
import type { ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import type { RecordMay } from '../../../service/Service.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { ActivityStream } from './ActivityStream.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import './panel.css'

/** What stands beside the form of a record: what happened to it, and what is known of it. */
export function RecordPanel({
  model,
  record,
  may,
  isHidden,
  onClose,
}: {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly may: RecordMay | undefined
  readonly isHidden: boolean
  /** Undefined where it is a tab. */
  readonly onClose: (() => void) | undefined
}) {
  const { words } = useShell()
  const [tab, setTab] = useState<'activity' | 'details'>('activity')
  const segments = [
    { id: 'activity', label: words.changes.title },
    { id: 'details', label: words.activity.details },
  ] as const
  return (
    <aside className="record-panel" hidden={isHidden} aria-label={words.activity.panel}>
      <header className="record-panel-head">
        <Segments label={words.activity.panel} segments={segments} value={tab} onChange={setTab} />
        {onClose ? (
          <Button weight="quiet" icon={<Icon name="clear" />} aria-label={words.activity.hide} onPress={onClose} />
        ) : null}
      </header>
      {tab === 'activity' ? (
        <ActivityStream model={model} id={record.id} may={may} />
      ) : (
        <RecordFacts model={model} record={record} />
      )}
    </aside>
  )
}
