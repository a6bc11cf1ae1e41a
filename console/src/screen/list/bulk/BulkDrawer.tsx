import { type KeyboardEvent, useEffect, useRef } from 'react'
import { sizeOf, type Target } from '../../../bulk/Target.ts'
import { meaningOf } from '../../../keys/bindings.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Drawer } from '../../../component/Drawer.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { BulkStates } from '../../../component/bulk/BulkStates.tsx'
import { FieldEdits } from './FieldEdits.tsx'
import { PreviewTable } from '../../../component/bulk/PreviewTable.tsx'
import { ForGoodNote } from '../../../component/bulk/StepNotes.tsx'
import { type BulkChange, useBulkChange } from './useBulkChange.ts'
import '../../../component/bulk/bulk.css'

interface BulkDrawerProps {
  readonly model: ModelMeta
  readonly target: Target
  readonly isDelete: boolean
  /** The field that is changed to begin with. */
  readonly field: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Changes or deletes many records. What would happen is shown first, by the write itself, which is taken back. */
export function BulkDrawer(props: BulkDrawerProps) {
  const { model, target, isDelete, onClose } = props
  const { words } = useShell()
  const change = useBulkChange(props)
  const { bulk, many } = change
  const { preview } = bulk
  const body = useRef<HTMLDivElement>(null)
  const isShown = preview !== undefined && !bulk.isTrying
  useEffect(() => {
    if (isShown) body.current?.focus({ preventScroll: true })
  }, [isShown])
  const onKeyDown = (event: KeyboardEvent) => {
    const isControl = event.ctrlKey || event.metaKey
    const pressed = { key: event.key, isControl, isAlt: event.altKey, isTyping: true, areLettersOff: true }
    const meaning = meaningOf(pressed, '', ['bulk'])
    if (!meaning || !('action' in meaning)) return
    event.preventDefault()
    event.stopPropagation()
    change.confirm()
  }
  const title = isDelete ? words.bulk.titleDelete : words.bulk.titleEdit
  return (
    <Drawer
      title={title(sizeOf(target), target.is === 'matching', model)}
      close={words.bulk.cancel}
      isOpen
      isBusy={bulk.isTrying || bulk.isRunning}
      onClose={onClose}
      footer={<BulkFooter model={model} isDelete={isDelete} change={change} onClose={onClose} />}
    >
      <div className="bulk" ref={body} tabIndex={-1} onKeyDownCapture={onKeyDown}>
        <BulkStates bulk={bulk} total={sizeOf(target)} />
        {preview || isDelete ? null : (
          <FieldEdits
            model={model}
            target={target}
            edits={change.edits}
            faults={change.faults}
            onChange={change.setEdits}
          />
        )}
        {isShown ? (
          <>
            {many === 0 ? <p>{words.bulk.nothing}</p> : null}
            <PreviewTable model={model} preview={preview} isDelete={isDelete} />
          </>
        ) : null}
      </div>
    </Drawer>
  )
}

function BulkFooter({
  model,
  isDelete,
  change,
  onClose,
}: {
  readonly model: ModelMeta
  readonly isDelete: boolean
  readonly change: BulkChange
  readonly onClose: () => void
}) {
  const { words } = useShell()
  const { bulk, many } = change
  if (bulk.isTrying || bulk.isRunning) return <Button onPress={bulk.stop}>{words.bulk.stop}</Button>
  return (
    <>
      {isDelete ? null : <ForGoodNote model={model} preview={bulk.preview} />}
      {bulk.preview && !isDelete ? (
        <Button onPress={bulk.begin}>{words.bulk.back}</Button>
      ) : (
        <Button onPress={onClose}>{words.bulk.cancel}</Button>
      )}
      {bulk.preview && bulk.isWhole ? (
        <Button weight={isDelete ? 'danger' : 'primary'} isDisabled={!change.canCarryOut} onPress={change.confirm}>
          {isDelete ? words.bulk.remove(many, model) : words.bulk.change(many, model)}
        </Button>
      ) : (
        <Button weight="primary" isDisabled={!isDelete && change.edits.length === 0} onPress={change.tryAgain}>
          {words.bulk.preview}
        </Button>
      )}
    </>
  )
}
