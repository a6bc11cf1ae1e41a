import { useEffect, useRef, useState } from 'react'
import { bulkFields, type Edit, newEdit, readEdits } from '../../../bulk/edits.ts'
import type { BulkOperation, Target } from '../../../bulk/Target.ts'
import { useBulk } from '../../../component/bulk/useBulk.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'

/** What is changed or deleted. */
interface BulkSubject {
  readonly model: ModelMeta
  readonly target: Target
  readonly isDelete: boolean
  /** The field that is changed to begin with. */
  readonly field: string | undefined
  readonly onDone: () => void
}

/** A change or a delete of many records: the fields to change, the preview, and the way to carry it out. */
export function useBulkChange({ model, target, isDelete, field, onDone }: BulkSubject) {
  const { words, notify, undo } = useShell()
  const [edits, setEdits] = useState(() => firstEdits(model, field))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
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
  const reading = readEdits(edits, model, words)
  const operation: BulkOperation | undefined = isDelete
    ? { is: 'delete' }
    : 'values' in reading
      ? { is: 'change', ...reading }
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
  const tryAgain = () => (operation && isDelete ? tryIt(operation) : onPreview())
  return { bulk, edits, setEdits, faults: { ...faults, ...bulk.valueFaults }, many, canCarryOut, confirm, tryAgain }
}

/** A change or a delete of many records. */
export type BulkChange = ReturnType<typeof useBulkChange>

function firstEdits(model: ModelMeta, name: string | undefined): readonly Edit[] {
  const field = bulkFields(model).find((each) => each.name === name)
  return field ? [newEdit(field)] : []
}
