import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { bulkFields, type Edit, newEdit, readEdits } from '../../../bulk/edits.ts'
import { sizeOf, type Target } from '../../../bulk/Target.ts'
import { meaningOf } from '../../../keys/bindings.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Drawer } from '../../../component/Drawer.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { BulkStates } from '../../../component/bulk/BulkStates.tsx'
import { FieldEdits } from './FieldEdits.tsx'
import { PreviewTable } from '../../../component/bulk/PreviewTable.tsx'
import { useBulk } from '../../../component/bulk/useBulk.ts'
import '../../../component/bulk/bulk.css'

/** Changes or deletes many records. What would happen is shown first, by the write itself, which is taken back. */
export function BulkDrawer({
  model,
  target,
  isDelete,
  field,
  onClose,
  onDone,
}: {
  readonly model: ModelMeta
  readonly target: Target
  readonly isDelete: boolean
  /** The field that is changed to begin with. */
  readonly field: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { words, notify, undo } = useShell()
  const [edits, setEdits] = useState(() => firstEdits(model, field))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const body = useRef<HTMLDivElement>(null)
  const bulk = useBulk(model, target, ({ written, sets }) => {
    const text = (isDelete ? words.bulk.deleted : words.bulk.changed)(written.length)
    notify(sets.length > 0 ? { text, undo: () => undo({ is: 'sets', ids: sets }) } : { text })
    onDone()
  })
  const { preview, tryIt } = bulk
  const tryDelete = useRef(() => tryIt({ is: 'delete' }))
  useEffect(() => {
    if (isDelete) tryDelete.current()
  }, [isDelete])
  const isShown = preview !== undefined && !bulk.isTrying
  useEffect(() => {
    if (isShown) body.current?.focus({ preventScroll: true })
  }, [isShown])
  const reading = readEdits(edits, model, words)
  const operation = isDelete
    ? ({ is: 'delete' } as const)
    : 'values' in reading
      ? ({ is: 'change', ...reading } as const)
      : undefined
  const onPreview = () => {
    setFaults('faults' in reading ? reading.faults : {})
    if (operation && edits.length > 0) tryIt(operation)
  }
  const many = preview?.counts.changed ?? 0
  const canCarryOut = bulk.isWhole && many > 0 && !bulk.isRunning && operation !== undefined
  const confirm = () => {
    if (canCarryOut) bulk.carryOut(operation)
    else if (!preview && !bulk.isTrying && !isDelete) onPreview()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = { key: event.key, isControl: event.ctrlKey || event.metaKey, isAlt: event.altKey, isTyping: true }
    const meaning = meaningOf(pressed, '', ['bulk'])
    if (!meaning || !('action' in meaning)) return
    event.preventDefault()
    event.stopPropagation()
    confirm()
  }
  const total = sizeOf(target)
  const title = isDelete ? words.bulk.titleDelete : words.bulk.titleEdit
  const isBusy = bulk.isTrying || bulk.isRunning
  return (
    <Drawer
      title={title(total, target.is === 'matching')}
      close={words.bulk.cancel}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      footer={
        isBusy ? (
          <Button onPress={bulk.stop}>{words.bulk.stop}</Button>
        ) : (
          <>
            {preview && !isDelete ? (
              <Button onPress={bulk.begin}>{words.bulk.back}</Button>
            ) : (
              <Button onPress={onClose}>{words.bulk.cancel}</Button>
            )}
            {preview && bulk.isWhole ? (
              <Button weight={isDelete ? 'danger' : 'primary'} isDisabled={!canCarryOut} onPress={confirm}>
                {isDelete ? words.bulk.remove(many) : words.bulk.change(many)}
              </Button>
            ) : (
              <Button
                weight="primary"
                isDisabled={!isDelete && edits.length === 0}
                onPress={() => (operation && isDelete ? tryIt(operation) : onPreview())}
              >
                {words.bulk.preview}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="bulk" ref={body} tabIndex={-1} onKeyDownCapture={onKeyDown}>
        <BulkStates bulk={bulk} total={total} />
        {preview || isDelete ? null : (
          <FieldEdits model={model} edits={edits} faults={{ ...faults, ...bulk.valueFaults }} onChange={setEdits} />
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

function firstEdits(model: ModelMeta, name: string | undefined): readonly Edit[] {
  const field = bulkFields(model).find((each) => each.name === name)
  return field ? [newEdit(field)] : []
}
