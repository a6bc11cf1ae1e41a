import { Suspense, useState } from 'react'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Segments } from '../../../component/Segments.tsx'
import type { ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import type { RecordMay } from '../../../service/Service.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { RecordPanel } from '../lazyComponents.ts'
import { type PanelTab, panelTabs } from './panelTabs.ts'
import type { Side } from './useSide.ts'
import './panel.css'

/** What stands beside the form of a record; on a phone there are tabs for the two. */
export function RecordSide({
  model,
  record,
  may,
  side: { isOpen, isTab, setOpen },
}: {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly may: RecordMay | undefined
  readonly side: Side
}) {
  const { words } = useShell()
  // A comment that is being written stays, also while there is no room to show it.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const [tab, setTab] = useState<PanelTab>('activity')
  const tabs = [{ id: 'form', label: model.label }, ...panelTabs(words)] as const
  return (
    <>
      {isTab ? (
        <div className="record-tabs">
          <Segments
            label={words.activity.panel}
            segments={tabs}
            value={isOpen ? tab : 'form'}
            onChange={(next) => {
              if (next !== 'form') setTab(next)
              setOpen(next !== 'form')
            }}
          />
        </div>
      ) : null}
      {wasOpen ? (
        <Suspense>
          <RecordPanel
            key={record.id}
            model={model}
            record={record}
            may={may}
            isHidden={!isOpen}
            tab={tab}
            onTab={setTab}
            onClose={isTab ? undefined : () => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Opens what stands beside the form, and closes it. */
export function PanelButton({ side: { isOpen, isTab, setOpen } }: { readonly side: Side }) {
  const { words } = useShell()
  if (isTab || isOpen) return null
  return (
    <Button
      weight="quiet"
      icon={<Icon name="panel" />}
      aria-label={words.activity.show}
      onPress={() => setOpen(true)}
    />
  )
}
