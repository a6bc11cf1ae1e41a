import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Segments } from '../../../component/Segments.tsx'
import type { ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import type { RecordMay } from '../../../service/Service.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { ActivityStream } from './ActivityStream.tsx'
import { type PanelTab, panelTabs } from './panelTabs.ts'
import { RecordFacts } from './RecordFacts.tsx'
import './panel.css'

/** What stands beside the form of a record: what happened to it, and what is known of it. */
export function RecordPanel({
  model,
  record,
  may,
  isHidden,
  tab,
  onTab,
  onClose,
}: {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly may: RecordMay | undefined
  readonly isHidden: boolean
  readonly tab: PanelTab
  readonly onTab: (tab: PanelTab) => void
  /** Undefined on a phone, whose tabs are above the form. */
  readonly onClose: (() => void) | undefined
}) {
  const { words } = useShell()
  return (
    <aside className="record-panel" hidden={isHidden} aria-label={words.activity.panel}>
      {onClose ? (
        <header className="record-panel-head">
          <Segments label={words.activity.panel} segments={panelTabs(words)} value={tab} onChange={onTab} />
          <Button weight="quiet" icon={<Icon name="clear" />} aria-label={words.activity.hide} onPress={onClose} />
        </header>
      ) : null}
      {tab === 'activity' ? (
        <ActivityStream model={model} id={record.id} may={may} />
      ) : (
        <RecordFacts model={model} record={record} />
      )}
    </aside>
  )
}
