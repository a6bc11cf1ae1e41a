import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { cellsOfLines } from './cellsOfLines.ts'
import { GridBodyRow } from './GridBodyRow.tsx'
import { GridColumns } from './GridColumns.tsx'
import { GridHead } from './GridHead.tsx'
import { type GridLine, type GridProps, linesOf, rowOf } from './GridProps.ts'
import { clampCursor, type Cursor, firstCell } from './moveCursor.ts'
import { onGridKey } from './onGridKey.ts'
import { useEditorFocus } from './useEditorFocus.ts'
import { useRange } from './useRange.ts'
import './grid.css'

/** A page of records as a table with one Tab stop: arrows move the cursor, with Shift they select; Enter opens. */
export function Grid(props: GridProps) {
  const { columns, rows, groups, foot } = props
  const table = useRef<HTMLTableElement>(null)
  const lines = linesOf(props)
  const { cursor, put, move } = useCursor(props, lines, table)
  useEditorFocus(props, lines, table, put)
  const cells = groups && props.cells ? cellsOfLines(props.cells, lines, rows) : props.cells
  const ranges = useRange({ table, cursor, move, lines, actions: cells })
  // Whoever goes to another cell leaves the chosen ones.
  const go = (to: Cursor) => {
    ranges.end()
    put(to)
  }
  const isFixed = columns.some(({ width }) => width !== undefined)
  return (
    <table
      ref={table}
      className={isFixed ? 'grid grid-fixed' : 'grid'}
      role={groups ? 'treegrid' : 'grid'}
      aria-label={props.label}
      aria-rowcount={props.total === undefined || groups ? -1 : props.total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      data-range={ranges.range ? '' : undefined}
      onKeyDown={(event) => onGridKey(event, props, { lines, cursor, move, ranges: cells && ranges })}
      {...ranges.handlers}
    >
      {isFixed ? <GridColumns columns={columns} /> : null}
      <GridHead {...props} cursor={cursor} onMove={go} />
      <tbody>
        {lines.map((line, index) =>
          'row' in line ? (
            <GridBodyRow
              key={line.row.id}
              {...{ grid: props, row: line.row, level: line.level, index, cursor, ranges }}
              onMove={go}
            />
          ) : (
            <Fragment key={line.key}>{line.draw({ index, cursor, onMove: go })}</Fragment>
          ),
        )}
      </tbody>
      {foot?.({ index: lines.length, cursor, onMove: go })}
    </table>
  )
}

/** The cell that the keys mean. `move` also gives it the focus. */
function useCursor(
  { columns, rows, groups, foot, onCursor }: GridProps,
  lines: readonly GridLine[],
  table: RefObject<HTMLTableElement | null>,
) {
  const [last, setCursor] = useState<Cursor & { readonly key?: string | undefined }>(firstCell)
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    table.current?.querySelector<HTMLElement>('[data-cursor]')?.focus()
  }, [last, table])
  const put = (to: Cursor) => {
    setCursor({ ...to, key: groups && keyOf(lines[to.row]) })
    const row = groups ? rowOf(lines[to.row]) : undefined
    onCursor?.(groups ? { ...to, row: row ? rows.indexOf(row) : -1 } : to)
  }
  const move = (to: Cursor) => {
    shouldFocus.current = true
    put(to)
  }
  // Another page may have fewer rows: there is always one cell that Tab and the keys reach.
  const size = { rows: lines.length + (foot ? 1 : 0), columns: columns.length + 1 }
  // What opens or folds above the cursor does not move it to another line.
  const moved = last.key === undefined ? -1 : lines.findIndex((line) => keyOf(line) === last.key)
  return { cursor: clampCursor(moved < 0 ? last : { ...last, row: moved }, size), put, move }
}

function keyOf(line: GridLine | undefined): string | undefined {
  return line && ('row' in line ? String(line.row.id) : line.key)
}
