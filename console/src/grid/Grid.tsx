import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { cellProps } from './cellProps.ts'
import { GridHead } from './GridHead.tsx'
import { isShortcut } from './isShortcut.ts'
import { clampCursor, type Cursor, firstCell, moveCursor } from './moveCursor.ts'
import type { CellAt } from './nextCell.ts'
import { readingKey } from './readingKey.ts'
import { isSelected, type Selectable, type Selection, type SelectionStep } from './selection.ts'
import type { Sorted } from './sortOrder.ts'
import { useEditorFocus } from './useEditorFocus.ts'
import './grid.css'

/** A column of a grid. */
export interface GridColumn {
  readonly id: string
  readonly label: string
  readonly sorted: Sorted
  readonly aligned?: 'end' | undefined
  /** Whether its values can be edited in the grid. */
  readonly isEditable?: boolean
  /** Whether its cells lead to the record: there Enter opens, and F2 alone edits. */
  readonly isLeading?: boolean
}

/** The editor that stands in a cell. */
export interface GridEditor extends CellAt {
  readonly node: ReactNode
}

/** A row of a grid: what its cells show, in the order of the columns. */
export interface GridRow extends Selectable {
  readonly title: string
  readonly cells: readonly ReactNode[]
  /** Whether it is there only because it was changed in the list. */
  readonly isOutside?: boolean
}

/** What can be done in a grid. */
export interface GridProps {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
  /** How many rows the whole list has, and how many come before this page. */
  readonly total: number | undefined
  readonly offset: number
  readonly selection: Selection
  readonly words: { readonly selectAll: string; readonly select: (title: string) => string }
  readonly onSelect: (step: SelectionStep) => void
  readonly onSort: (column: string) => void
  readonly onOpen: (row: GridRow) => void
  readonly editor?: GridEditor | undefined
  readonly onEdit?: (at: CellAt) => void
  readonly onCursor?: (cursor: Cursor) => void
}

const screenful = 20

/** A page of records as a table with one Tab stop: arrows move the cursor, with Shift they select; Enter opens. */
export function Grid(props: GridProps) {
  const { columns, rows } = props
  const table = useRef<HTMLTableElement>(null)
  const { cursor, put, move } = useCursor(props, table)
  useEditorFocus(props, table, put)
  return (
    <table
      ref={table}
      className="grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      onKeyDown={(event) => onGridKey(event, props, cursor, move)}
    >
      <GridHead {...props} cursor={cursor} onMove={put} />
      <tbody>
        {rows.map((row, index) => (
          <GridBodyRow key={row.id} {...{ grid: props, row, index, cursor }} onMove={put} />
        ))}
      </tbody>
    </table>
  )
}

/** The cell that the keys mean. `move` also gives it the focus. */
function useCursor({ columns, rows, onCursor }: GridProps, table: RefObject<HTMLTableElement | null>) {
  const [last, setCursor] = useState<Cursor>(firstCell)
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    table.current?.querySelector<HTMLElement>('[data-cursor]')?.focus()
  }, [last, table])
  const put = (to: Cursor) => {
    setCursor(to)
    onCursor?.(to)
  }
  const move = (to: Cursor) => {
    shouldFocus.current = true
    put(to)
  }
  // Another page may have fewer rows: there is always one cell that Tab and the keys reach.
  return { cursor: clampCursor(last, { rows: rows.length, columns: columns.length + 1 }), put, move }
}

/** What a key does in the cell under the cursor. */
function onGridKey(event: KeyboardEvent, props: GridProps, cursor: Cursor, move: (to: Cursor) => void): void {
  const { columns, rows, onSelect, onSort, onOpen, onEdit } = props
  if (isShortcut(event)) return
  const key = readingKey(event.key, event.currentTarget.matches(':dir(rtl)'))
  const size = { rows: rows.length, columns: columns.length + 1, screen: screenful }
  const to = moveCursor(cursor, key, event.ctrlKey, size)
  const row = rows[cursor.row]
  const column = columns[cursor.column - 1]
  const isEdit = event.key === 'F2' || (event.key === 'Enter' && !column?.isLeading)
  const target = to && rows[to.row]
  if (to) {
    move(to)
    if (event.shiftKey && row && target && target !== row) onSelect({ does: 'range', from: row, to: target, rows })
  } else if (isEdit && row && column?.isEditable) onEdit?.({ row: row.id, column: column.id })
  else if (event.key === 'Enter' && row) onOpen(row)
  else if (event.key === 'Enter' && cursor.column > 0) onSort(columns[cursor.column - 1]?.id ?? '')
  else if (event.key === ' ' && row) toggle(props, row, event.shiftKey)
  else if (event.key === ' ') onSelect({ does: 'page', rows })
  else return
  event.preventDefault()
}

function toggle({ rows, onSelect }: GridProps, row: GridRow, isRange: boolean): void {
  onSelect(isRange ? { does: 'range', from: row, to: row, rows } : { does: 'toggle', row, rows })
}

function GridBodyRow({
  grid,
  row,
  index,
  cursor,
  onMove,
}: {
  readonly grid: GridProps
  readonly row: GridRow
  readonly index: number
  readonly cursor: Cursor
  readonly onMove: (to: Cursor) => void
}) {
  const { columns, selection, editor, onEdit, onOpen } = grid
  return (
    <tr
      className="grid-row"
      aria-rowindex={grid.offset + index + 2}
      aria-selected={isSelected(selection, row.id)}
      data-outside={row.isOutside || undefined}
    >
      <td className="grid-check" {...cellProps(cursor, index, 0, onMove)}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={grid.words.select(row.title)}
          checked={isSelected(selection, row.id)}
          onChange={({ nativeEvent }) => toggle(grid, row, (nativeEvent as PointerEvent).shiftKey)}
        />
      </td>
      {row.cells.map((cell, at) => {
        const column = columns[at]
        const isEdited = editor?.row === row.id && editor.column === column?.id
        const look = `grid-cell${column?.aligned === 'end' ? ' grid-end' : ''}${isEdited ? ' grid-edited' : ''}`
        const edit = () => onEdit?.({ row: row.id, column: column?.id ?? '' })
        return (
          <td
            key={column?.id ?? at}
            className={look}
            onDoubleClick={() => (column?.isEditable && !column.isLeading ? edit() : onOpen(row))}
            {...cellProps(cursor, index, at + 1, onMove)}
          >
            {cell}
            {isEdited ? editor?.node : null}
          </td>
        )
      })}
    </tr>
  )
}
