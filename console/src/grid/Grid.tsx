import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../part/Icon.tsx'
import { type Cursor, moveCursor } from './moveCursor.ts'
import type { Sorted } from './sortOrder.ts'
import './grid.css'

/** A column of a grid. */
export interface GridColumn {
  readonly id: string
  readonly label: string
  readonly sorted: Sorted
  readonly aligned?: 'end' | undefined
}

/** A row of a grid: what its cells show, in the order of the columns. */
export interface GridRow {
  readonly id: number
  readonly title: string
  readonly cells: readonly ReactNode[]
}

/** What can be done in a grid. */
export interface GridProps {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
  /** How many rows the whole list has, and how many come before this page. */
  readonly total: number | undefined
  readonly offset: number
  readonly selection: ReadonlySet<number>
  readonly words: { readonly selectAll: string; readonly select: (title: string) => string }
  readonly onSelect: (selection: ReadonlySet<number>) => void
  readonly onSort: (column: string) => void
  readonly onOpen: (row: GridRow) => void
}

const screenful = 20

/** A page of records as a table with one Tab stop: arrows move the cursor, Enter opens, Space selects. */
export function Grid(props: GridProps) {
  const { columns, rows, selection, onSelect, onSort, onOpen } = props
  const [cursor, setCursor] = useState<Cursor>({ row: 0, column: 1 })
  const table = useRef<HTMLTableElement>(null)
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    table.current?.querySelector<HTMLElement>('[data-cursor]')?.focus()
  }, [cursor])
  const move = (to: Cursor) => {
    shouldFocus.current = true
    setCursor(to)
  }
  const toggle = (id: number) => onSelect(toggled(selection, id))
  const onKeyDown = (event: KeyboardEvent) => {
    const isControl = event.ctrlKey || event.metaKey
    const to = moveCursor(cursor, event.key, isControl, {
      rows: rows.length,
      columns: columns.length + 1,
      screen: screenful,
    })
    const row = rows[cursor.row]
    if (to) move(to)
    else if (event.key === 'Enter' && row) onOpen(row)
    else if (event.key === 'Enter' && cursor.column > 0) onSort(columns[cursor.column - 1]?.id ?? '')
    else if (event.key === ' ' && row) toggle(row.id)
    else if (event.key === ' ') onSelect(selection.size > 0 ? new Set() : new Set(rows.map(({ id }) => id)))
    else return
    event.preventDefault()
  }
  return (
    <table
      ref={table}
      className="grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
    >
      <GridHead {...props} cursor={cursor} onCursor={setCursor} />
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={row.id}
            className="grid-row"
            aria-rowindex={props.offset + index + 2}
            aria-selected={selection.has(row.id)}
            onDoubleClick={() => onOpen(row)}
          >
            <td className="grid-check" {...cellProps(cursor, index, 0, setCursor)}>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={props.words.select(row.title)}
                checked={selection.has(row.id)}
                onChange={() => toggle(row.id)}
              />
            </td>
            {row.cells.map((cell, column) => (
              <td
                key={columns[column]?.id ?? column}
                className={columns[column]?.aligned === 'end' ? 'grid-cell grid-end' : 'grid-cell'}
                {...cellProps(cursor, index, column + 1, setCursor)}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function GridHead({
  columns,
  rows,
  selection,
  words,
  onSelect,
  onSort,
  cursor,
  onCursor,
}: GridProps & { readonly cursor: Cursor; readonly onCursor: (cursor: Cursor) => void }) {
  const all = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="grid-check" {...cellProps(cursor, -1, 0, onCursor)}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={words.selectAll}
            checked={all}
            onChange={() => onSelect(all ? new Set() : new Set(rows.map(({ id }) => id)))}
          />
        </th>
        {columns.map((column, index) => (
          <th
            key={column.id}
            scope="col"
            className={column.aligned === 'end' ? 'grid-head grid-end' : 'grid-head'}
            aria-sort={column.sorted}
            onClick={() => onSort(column.id)}
            {...cellProps(cursor, -1, index + 1, onCursor)}
          >
            <span className="grid-label">
              {column.label}
              {column.sorted === 'none' ? null : (
                <Icon name={column.sorted === 'ascending' ? 'up' : 'down'} size={13} />
              )}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** What makes a cell one of the grid: only the cell under the cursor is a Tab stop. */
function cellProps(cursor: Cursor, row: number, column: number, onCursor: (cursor: Cursor) => void) {
  const isCursor = cursor.row === row && cursor.column === column
  return {
    tabIndex: isCursor ? 0 : -1,
    'data-cursor': isCursor ? '' : undefined,
    onFocus: () => (isCursor ? undefined : onCursor({ row, column })),
  }
}

function toggled(selection: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}
