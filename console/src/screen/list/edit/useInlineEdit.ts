import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ConflictData } from '../../../draft/readConflict.ts'
import { isSame } from '../../../field/isSame.ts'
import { kindOf, showValue } from '../../../field/kinds.ts'
import type { HeldRow } from '../../../grid/heldRows.ts'
import type { Formats, Input } from '../../../field/FieldKind.ts'
import { faultWords } from '../../../field/faultWords.ts'
import { type FieldMeta, type Json, type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { isForGood } from '../../../meta/steps.ts'
import { useSave } from '../../../query/queries.ts'
import { isFailure, isRefused } from '../../../service/isFailure.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useUndoing } from '../../../shell/useUndoing.ts'
import { type CellEdit, OpenCell } from './OpenCell.ts'

/** Takes an edit that is to be saved later, with others. */
export type KeepEdit = (edit: {
  readonly base: RecordJson
  readonly field: FieldMeta
  readonly value: Json
  readonly shown: Json
}) => void

type Held = ReadonlyMap<number, HeldRow<RecordJson>>

const none: Held = new Map()

/**
 * Edits one cell of a list at a time. Each is saved at once, with the version that was read, and can be undone; with
 * `keepEdit` it is kept instead, to be saved with others.
 */
export function useInlineEdit(model: ModelMeta, list: string, records: readonly RecordJson[], keepEdit?: KeepEdit) {
  const { service, words, formats, newKey, notify } = useShell()
  const save = useSave(service)
  const [cell] = useState(() => new OpenCell())
  const edit = useSyncExternalStore(cell.subscribe, cell.edit)
  // Whoever goes to another page is told of a save that fails after that.
  useEffect(() => cell.close, [cell, list])
  const [held, hold] = useHeld(list, records)
  const undoing = useUndoing()
  const begin = (base: RecordJson, field: FieldMeta, value: Json = base[field.name] ?? null) => {
    const input = kindOf(field).toInput(value, field)
    const left = cell.open({ row: base.id, column: field.name, field, base, input })
    if (left) report(left)
  }
  /** What was typed into a cell and could not be saved, after the cell was left. */
  const report = ({ field, base, input, fault = '' }: CellEdit) =>
    notify({ text: words.edit.notSaved(field.label, titleOf(model, base), fault, showValue(input, field, formats)) })
  const write = async (base: RecordJson, field: FieldMeta, value: Json) => {
    const data = { [field.name]: value, version: base.version }
    const written = await save.mutateAsync({ model: model.name, id: base.id, data, key: newKey() })
    hold(base, written.record)
    return written
  }
  /** Saves what was typed; false if it could not be saved, or if another cell was opened meanwhile. */
  const commit = async (input: Input): Promise<boolean> => {
    const sent = cell.send(input)
    if (!sent) return false
    const { field, base } = sent.edit
    const keepOpen = (faulty: CellEdit) => {
      if (!cell.fail(sent, faulty)) report(faulty)
      return false
    }
    const reading = kindOf(field).read(input, field, words)
    if ('fault' in reading) return keepOpen({ ...sent.edit, fault: reading.fault })
    if (keepEdit) {
      const isLinked = field.type === 'reference' || field.type === 'links'
      keepEdit({ base, field, value: reading.value, shown: isLinked ? input : reading.value })
      return cell.settle(sent)
    }
    if (isSame(field.type, reading.value, base[field.name])) return cell.settle(sent)
    try {
      const { record, merged, changeSet } = await write(base, field, reading.value)
      const title = titleOf(model, { ...base, ...record })
      const text = (merged ? words.edit.merged : words.edit.saved)(field.label, title)
      const step = { [field.name]: { from: base[field.name] ?? null, to: record[field.name] ?? null } }
      const undo = async () => {
        const before = await undoing(
          { changeSet, model: model.name, id: base.id, version: record.version },
          words.edit.undone(field.label, title),
        )
        if (before) hold({ ...base, ...record }, before)
      }
      notify({ text, ...(isForGood(model, step) ? {} : { undo: () => void undo() }) })
      return cell.settle(sent)
    } catch (error) {
      return keepOpen(toFaulty(sent.edit, error, model, formats))
    }
  }
  return { edit, held, begin, commit, close: cell.close }
}

/** The rows that were changed in a list. Another list, or another page of it, begins without them. */
function useHeld(list: string, records: readonly RecordJson[]) {
  const [kept, setKept] = useState<{ readonly list: string; readonly held: Held }>({ list, held: none })
  const hold = (before: RecordJson, written: RecordJson) => {
    const index = records.findIndex(({ id }) => id === before.id)
    const row = { row: { ...before, ...written }, index: Math.max(0, index) }
    setKept((all) => ({ list, held: new Map(all.list === list ? all.held : none).set(before.id, row) }))
  }
  return [kept.list === list ? kept.held : none, hold] as const
}

/** After a clash the record as it is now is the base: whoever saves again has seen it. */
function toFaulty(from: CellEdit, error: unknown, model: ModelMeta, formats: Formats): CellEdit {
  const { words } = formats
  const { current } = isFailure(error, 'version-conflict') ? (error.data as unknown as ConflictData) : {}
  if (!current) return { ...from, fault: faultWords(faultOf(error, from.field), from.field, model, words) }
  const now = showValue(current[from.field.name], from.field, formats)
  return { ...from, base: { ...from.base, ...current }, fault: words.edit.clash(now), way: words.edit.saveOver }
}

/** What is wrong with the field itself where the record was refused. */
function faultOf(error: unknown, { name }: FieldMeta): string {
  return (isRefused(error) ? error.errors?.[name] : undefined) ?? messageOf(error)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The cell of a list that is edited, and the rows that were. */
export type InlineEdit = ReturnType<typeof useInlineEdit>
