import { useRef, useState } from 'react'
import { fillOf } from '../../../bulk/fillSeries.ts'
import type { CellEdit } from '../../../bulk/PendingEdits.ts'
import { toCells } from '../../../bulk/toTsv.ts'
import { type CopiedTable, copiedValue, readCopied, writeCopied } from '../../../field/copiedCells.ts'
import type { Match } from '../../../field/matchText.ts'
import { parseTable } from '../../../field/parseTable.ts'
import { type CellRange, extentsOf } from '../../../grid/range.ts'
import type { CellActions } from '../../../grid/CellActions.ts'
import { type Column, valueAt } from '../../../meta/columns.ts'
import type { Json, RecordJson } from '../../../meta/ModelMeta.ts'
import { failureWords } from '../../../shell/failureWords.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useMatching } from '../../../shell/useMatching.ts'
import { useTypedAhead } from '../../../shell/useTypedAhead.ts'
import type { BulkEdit } from './useBulkEdit.ts'

interface Cells {
  readonly columns: readonly Column[]
  readonly records: readonly RecordJson[]
  /** The columns whose values can be edited. */
  readonly editable: readonly Column[]
  readonly bulkEdit: BulkEdit
  readonly onRange: (range: CellRange | undefined) => void
}

/** One cell, and what it is to get: text from elsewhere, or a value of the console. */
interface Target {
  readonly record: RecordJson
  readonly column: Column
  readonly text: string
  readonly value?: Json | undefined
}

/**
 * Copies, pastes, fills and clears cells of a list. Nothing is written: the edits are gathered, to be saved together.
 * What is pasted and does not fit stays in its cell, and says why.
 */
export function useCells({ columns, records, editable, bulkEdit, onRange }: Cells): CellActions {
  const gather = useGather(bulkEdit)
  const { isOn, editsOf, change } = bulkEdit
  const mayEdit = editable.length > 0 && bulkEdit.mayEdit
  const valueOf = (record: RecordJson, { path }: Column): Json => {
    const edit = editsOf(record.id)?.[path]
    return edit && edit.misfit === undefined ? edit.shown : ((valueAt(record, path) ?? null) as Json)
  }
  /** The editable cells of a rectangle, by the row and column in it. */
  const targets = <Cell>(range: CellRange, cellOf: (row: number, column: number) => Cell) =>
    records.slice(range.top, range.bottom + 1).flatMap((record, row) =>
      columns.slice(range.left - 1, range.right).flatMap((column, at) => {
        return editable.includes(column) ? [{ record, column, ...cellOf(row, at) }] : []
      }),
    )
  return {
    mayEdit,
    onRange,
    onCopy: (range, clipboard) => {
      const [shown, rows] = [columns.slice(range.left - 1, range.right), records.slice(range.top, range.bottom + 1)]
      const table = rows.map((record) => shown.map((column) => valueOf(record, column)))
      clipboard.setData('text/plain', toCells(shown, table))
      writeCopied(
        clipboard,
        shown.map(({ field }) => field),
        table,
      )
    },
    onPaste: (range, clipboard) => {
      const table = parseTable(clipboard.getData('text/plain'))
      if (!mayEdit || table.length === 0) return
      const to = spread(range, table)
      const copied = readCopied(clipboard)
      void gather(
        targets(to, (row, at) => pastedAt(table, copied, row, at, columns[to.left - 1 + at])),
        Math.max(0, to.bottom + 1 - records.length),
      )
    },
    onFill: (range, from, isSeries) => {
      if (!mayEdit) return
      const shown = columns.slice(range.left - 1, range.right)
      const rows = records.slice(range.top, range.bottom + 1)
      const filled = shown.map((column) => {
        const given = rows.slice(0, from).map((record) => valueOf(record, column))
        return fillOf(given, rows.length - from, column.field, isSeries)
      })
      const rest = { ...range, top: range.top + from }
      const edits = targets(rest, (row, at) => ({ value: filled[at]?.[row] ?? null }))
      change({ does: 'edits', edits: edits.map(toEdit) })
    },
    onClear: (range, isOne) => {
      if (!mayEdit || (isOne && !isOn)) return false
      void gather(targets(range, () => ({ text: '' })))
      return true
    },
  }
}

/** Takes what cells are to get as edits that are not saved yet. Records are looked up first; keys wait for that. */
function useGather({ change }: BulkEdit) {
  const { words, notify } = useShell()
  const match = useMatching()
  const busy = useRef(false)
  const [isBusy, setBusy] = useState(false)
  useTypedAhead(isBusy ? 'paste' : undefined, () => !busy.current)
  const setBusyNow = (is: boolean) => {
    busy.current = is
    setBusy(is)
  }
  const gather = async (targets: readonly Target[], rowsLeft = 0) => {
    const unread = targets.filter(({ value }) => value === undefined)
    const matches = (await match(unread.map(({ text, column: { field } }) => ({ text, field })))).values()
    const edits = targets.map((target) =>
      target.value === undefined
        ? matchedEdit(target, matches.next().value)
        : toEdit({ ...target, value: target.value }),
    )
    change({ does: 'edits', edits })
    const misfits = edits.filter(({ misfit }) => misfit !== undefined).length
    if (rowsLeft > 0) notify({ text: words.paste.rowsLeft(rowsLeft) })
    else if (misfits > 0) notify({ text: words.paste.pasted(edits.length, misfits) })
  }
  return (targets: readonly Target[], rowsLeft?: number) => {
    setBusyNow(true)
    return gather(targets, rowsLeft)
      .catch((error: unknown) => notify({ text: words.paste.failed(failureWords(error, words)) }))
      .finally(() => setBusyNow(false))
  }
}

function toEdit({
  record,
  column: { field },
  value,
}: Pick<Target, 'record' | 'column'> & { readonly value: Json }): CellEdit {
  return { base: record, field, value, shown: value }
}

function matchedEdit({ record, column, text }: Target, match: Match | undefined): CellEdit {
  if (match && 'value' in match) return toEdit({ record, column, value: match.value })
  return { base: record, field: column.field, value: null, shown: text.trim(), misfit: match?.fault ?? '' }
}

/** Where a table goes: over a rectangle that it fills exactly or several times, or from its first cell on. */
function spread(range: CellRange, table: readonly (readonly string[])[]): CellRange {
  const { rows, columns } = extentsOf(range)
  const width = Math.max(...table.map((row) => row.length))
  const many = {
    rows: rows % table.length === 0 ? rows : table.length,
    columns: columns % width === 0 ? columns : width,
  }
  return { ...range, bottom: range.top + many.rows - 1, right: range.left + many.columns - 1 }
}

/** The cell of a table that goes to a place of the rectangle, which may have it several times. */
function pastedAt(
  table: readonly (readonly string[])[],
  copied: CopiedTable | undefined,
  row: number,
  at: number,
  column: Column | undefined,
): { readonly text: string; readonly value?: Json | undefined } {
  const cells = table[row % table.length] ?? []
  const width = Math.max(...table.map((each) => each.length))
  const value = column && copied ? copiedValue(copied, row % table.length, at % width, column.field) : undefined
  return { text: cells[at % width] ?? '', ...(value === undefined ? {} : { value }) }
}
