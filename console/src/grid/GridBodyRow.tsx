import { type DragEvent, type ReactNode, useState } from 'react'
import { Icon } from '../component/Icon.tsx'
import { cellProps } from './cellProps.ts'
import type { GridProps, GridRow, LinePlace, RowTools } from './GridProps.ts'
import { toggleRow } from './onGridKey.ts'
import { isInRange } from './range.ts'
import { isSelected } from './selection.ts'
import type { CellRanges } from './useRange.ts'

/** A record of a grid. */
export function GridBodyRow({
  grid,
  row,
  level,
  index,
  cursor,
  ranges,
  onMove,
}: LinePlace & {
  readonly grid: GridProps
  readonly row: GridRow
  readonly ranges: CellRanges
  /** How many groups it is in. */
  readonly level: number
}) {
  const { columns, selection, groups, rowTools } = grid
  const [isNear, setNear] = useState(false)
  const tools = rowTools && (isNear || rowTools.open === row.id) ? <Tools row={row} tools={rowTools} /> : null
  return (
    <tr
      className="grid-row"
      aria-rowindex={groups ? index + 2 : grid.offset + index + 2}
      aria-level={groups ? level + 1 : undefined}
      aria-selected={isSelected(selection, row.id)}
      data-outside={row.isOutside || undefined}
      data-color={row.color}
      onPointerEnter={({ pointerType }) => setNear(pointerType === 'mouse')}
      onPointerLeave={() => setNear(false)}
      {...dragProps(grid, row)}
    >
      <td className="grid-check" {...cellProps(cursor, index, 0, onMove)}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={grid.words.select(row.title)}
          checked={isSelected(selection, row.id)}
          onChange={({ nativeEvent }) => toggleRow(grid, row, (nativeEvent as PointerEvent).shiftKey)}
        />
      </td>
      {row.cells.map((cell, at) => (
        <Cell key={columns[at]?.id ?? at} {...{ grid, row, at, cell, index, cursor, ranges, onMove, tools }} />
      ))}
    </tr>
  )
}

function Cell({
  grid: { columns, editor, onEdit, onOpen },
  row,
  at,
  cell,
  index,
  cursor,
  ranges: { range, here, isOffered },
  onMove,
  tools,
}: LinePlace & {
  readonly grid: GridProps
  readonly row: GridRow
  readonly ranges: CellRanges
  readonly at: number
  readonly cell: GridRow['cells'][number]
  readonly tools: ReactNode
}) {
  const column = columns[at]
  const isEdited = editor?.row === row.id && editor.column === column?.id
  const edit = () => onEdit?.({ row: row.id, column: column?.id ?? '' })
  const looks = [
    'grid-cell',
    ...(column?.aligned === 'end' ? ['grid-end'] : []),
    ...(column?.isFigure ? ['grid-figure'] : []),
    ...(column?.isQuiet ? ['grid-quiet'] : []),
    ...(column?.isLeading ? ['grid-leading'] : []),
    ...(isEdited ? ['grid-edited'] : []),
  ]
  return (
    <td
      className={looks.join(' ')}
      data-range={isInRange(range, index, at + 1) ? '' : undefined}
      onDoubleClick={() => (column?.isEditable && !column.isLeading ? edit() : onOpen(row))}
      {...cellProps(cursor, index, at + 1, onMove)}
    >
      {cell}
      {column?.isLeading && !isEdited ? tools : null}
      {isEdited ? editor?.node : null}
      {isOffered && column?.isEditable && here?.bottom === index && here.right === at + 1 ? (
        <span className="grid-handle" aria-hidden="true" />
      ) : null}
    </td>
  )
}

function Tools({ row, tools }: { readonly row: GridRow; readonly tools: RowTools }) {
  return (
    <span className="grid-tools">
      <button
        type="button"
        tabIndex={-1}
        title={tools.beside}
        aria-label={`${tools.beside}: ${row.title}`}
        onClick={() => tools.onBeside(row)}
      >
        <Icon name="panel" size={14} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        data-menu=""
        aria-haspopup="menu"
        aria-expanded={tools.open === row.id}
        aria-label={tools.menuOf(row.title)}
        onClick={({ currentTarget }) => tools.onMenu(row, currentTarget)}
      >
        <Icon name="more" size={14} />
      </button>
    </span>
  )
}

/** What lets a row be dragged to another group, and takes one that is dropped beside it. */
function dragProps({ groups, editor }: GridProps, row: GridRow) {
  const { onDrag, onDrop } = groups ?? {}
  if (!onDrag || !onDrop) return {}
  return {
    // Text in an editor is dragged as text.
    draggable: editor?.row !== row.id,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', row.title)
      onDrag(row)
    },
    onDragEnd: () => onDrag(undefined),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      onDrop(row)
    },
  }
}
