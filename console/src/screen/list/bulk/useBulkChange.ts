import { useEffect, useRef, useState } from 'react'
import { describeOneChange } from '../../../bulk/describeOneChange.ts'
import { bulkFields, type Edit, newEdit, readEdits } from '../../../bulk/edits.ts'
import { type Preview, rowsOf } from '../../../bulk/Preview.ts'
import type { BulkOperation, Target } from '../../../bulk/Target.ts'
import { isUndoable } from '../../../component/bulk/StepNotes.tsx'
import { useBulk } from '../../../component/bulk/useBulk.ts'
import type { Formats } from '../../../field/FieldKind.ts'
import type { Words } from '../../../i18n/Words.ts'
import { faultWords } from '../../../field/faultWords.ts'
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
  const { words, formats, notify, undo } = useShell()
  const [edits, setEdits] = useState(() => firstEdits(model, field))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const seen = useRef<Preview | undefined>(undefined)
  const bulk = useBulk(model, target, ({ written, sets }) => {
    const plain = (isDelete ? words.bulk.deleted : words.bulk.changed)(written.length, model)
    const text = isDelete ? plain : (describe(seen.current, written.length, model, formats) ?? plain)
    const canUndo = sets.length > 0 && (isDelete || isUndoable(model, seen.current))
    notify(canUndo ? { text, undo: () => undo({ is: 'sets', ids: sets }) } : { text })
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
    if (canCarryOut) {
      seen.current = preview
      bulk.carryOut(operation)
    } else if (!preview && !bulk.isTrying && !isDelete) onPreview()
  }
  const tryAgain = () => (operation && isDelete ? tryIt(operation) : onPreview())
  return {
    bulk,
    edits,
    setEdits,
    faults: { ...faults, ...inLabels(bulk.valueFaults, model, words) },
    many,
    canCarryOut,
    confirm,
    tryAgain,
  }
}

/** A change or a delete of many records. */
export type BulkChange = ReturnType<typeof useBulkChange>

/** What was done to all records that were written, if all of them were seen and it is one thing. */
function describe(seen: Preview | undefined, written: number, model: ModelMeta, formats: Formats): string | undefined {
  const rows = seen ? rowsOf(seen, 'changed') : []
  return rows.length === written ? describeOneChange(rows, model, formats) : undefined
}

function firstEdits(model: ModelMeta, name: string | undefined): readonly Edit[] {
  const field = bulkFields(model).find((each) => each.name === name)
  return field ? [newEdit(field)] : []
}

/** What is wrong with the values, in the labels of choices. */
function inLabels(faults: Readonly<Record<string, string>> = {}, model: ModelMeta, words: Words) {
  const fieldOf = (name: string) => model.fields.find((each) => each.name === name)
  const entries = Object.entries(faults)
  return Object.fromEntries(entries.map(([name, text]) => [name, faultWords(text, fieldOf(name), model, words)]))
}
