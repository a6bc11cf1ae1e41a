import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { Line } from '../../../draft/lines.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { focusBeyond, type LineStep, stepOf } from './steps.ts'
import type { CellAt, LinesState } from './useLines.ts'

interface LineKeys {
  readonly table: RefObject<HTMLElement | null>
  readonly lines: LinesState
  /** The columns that can be edited in a line. */
  readonly columnsOf: (line: Line) => readonly FieldMeta[]
  readonly at: CellAt | undefined
  readonly setAt: (at: CellAt | undefined) => void
}

/** The keys of a grid of lines. */
export function useLineKeys({ table, lines, columnsOf, at, setAt }: LineKeys) {
  // Whether the focus came from outside and nothing was done since: then the grid is one stop of Tab.
  const isPassing = useRef(false)
  const leave = (isBack: boolean) => {
    if (table.current) focusBeyond(table.current, isBack)
    setAt(undefined)
  }
  const beside = (by: 1 | -1) => cellBeside(lines.latest(), columnsOf, at, by)
  const rowAt = (by: 1 | -1) => rowBeside(lines.latest(), at, by)
  const toRow = (line: Line | undefined, column?: string) => {
    if (!line) return
    const columns = columnsOf(line)
    const same = columns.find(({ name }) => name === column) ?? columns[0]
    setAt({ line: line.key, column: same?.name ?? column ?? '' })
  }
  const blank = () => lines.latest().find(({ key }) => key === lines.blank)
  const steps: Record<LineStep, (cell: CellAt) => void> = {
    next: ({ line }) => {
      const to = line === lines.blank && isEmptyRow(table.current, line) ? undefined : beside(1)
      if (to) setAt(to)
      else leave(false)
    },
    previous: ({ line }) => {
      const to = line === lines.blank && isPassing.current ? undefined : beside(-1)
      if (to) setAt(to)
      else leave(true)
    },
    below: ({ column }) => toRow(rowAt(1), column),
    above: ({ column }) => toRow(rowAt(-1), column),
    enter: ({ column }) => toRow(rowAt(1), rowAt(1)?.key === lines.blank ? undefined : column),
    new: () => toRow(blank()),
    copyAbove: ({ line, column }) => {
      const found = lines.latest().find(({ key }) => key === line)
      const field = found && columnsOf(found).find(({ name }) => name === column)
      if (field) lines.copyAbove(line, field)
    },
    remove: ({ line, column }) => {
      const to = rowAt(1) ?? rowAt(-1)
      if (line === lines.blank) return
      lines.remove(line)
      toRow(to, column)
    },
    undo: () => lines.undo(),
    takeBack: ({ line, column }) => lines.takeBack(line, column),
    end: () => putCaretLast(),
    moveUp: ({ line }) => lines.move(line, -1),
    moveDown: ({ line }) => lines.move(line, 1),
  }
  return {
    isPassing,
    onKeyDown: (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (!step || !at || (step === 'undo' && isTyping(event))) return
      event.preventDefault()
      event.stopPropagation()
      steps[step](at)
      isPassing.current = false
    },
  }
}

/** The next cell or the one before, row by row; what was taken out is passed over. */
function cellBeside(
  lines: readonly Line[],
  columnsOf: LineKeys['columnsOf'],
  at: CellAt | undefined,
  by: 1 | -1,
): CellAt | undefined {
  const cells = lines
    .filter(({ isRemoved }) => !isRemoved)
    .flatMap((line) => columnsOf(line).map(({ name }) => ({ line: line.key, column: name })))
  const index = cells.findIndex(({ line, column }) => line === at?.line && column === at.column)
  return index < 0 ? cells.at(by === 1 ? -1 : 0) : cells[index + by]
}

function rowBeside(lines: readonly Line[], at: CellAt | undefined, by: 1 | -1): Line | undefined {
  return lines[lines.findIndex(({ key }) => key === at?.line) + by]
}

/** Whether nothing is typed in a line: what was typed may not be in the draft yet. */
function isEmptyRow(table: HTMLElement | null, key: string): boolean {
  const inputs = table?.querySelectorAll<HTMLInputElement>(`[data-line="${CSS.escape(key)}"] input`) ?? []
  return [...inputs].every(({ value }) => value === '')
}

/** Whether something was typed into the input since it got the focus: then the browser undoes that. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.dataset['typed'] === 'true'
}

function putCaretLast(): void {
  const input = document.activeElement
  if (input instanceof HTMLInputElement) input.setSelectionRange(input.value.length, input.value.length)
}
