import { Icon } from '../component/Icon.tsx'
import { cellProps } from './cellProps.ts'
import type { GridColumn, GridProps } from './GridProps.ts'
import type { Cursor } from './moveCursor.ts'
import { isSelected } from './selection.ts'
import { useColumnDrag } from './useColumnDrag.ts'

type HeadProps = Omit<GridProps, 'onCursor'> & {
  readonly cursor: Cursor
  readonly onMove: (cursor: Cursor) => void
}

/** The head of a grid: the box that selects the page, and the columns by which it is sorted. */
export function GridHead(props: HeadProps) {
  const { columns, rows, selection, words, onSelect, cursor, onMove } = props
  const chosen = rows.filter(({ id }) => isSelected(selection, id)).length
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="grid-check" {...cellProps(cursor, -1, 0, onMove)}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={words.selectAll}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < rows.length
            }}
            checked={rows.length > 0 && chosen === rows.length}
            onChange={() => onSelect({ does: 'page', rows })}
          />
        </th>
        {columns.map((column, index) => (
          <Head key={column.id} column={column} index={index} {...props} />
        ))}
      </tr>
    </thead>
  )
}

/** The head of a column: a press sorts by it, its button opens its menu, its edge makes it wider. */
function Head({
  column,
  index,
  head,
  onSort,
  cursor,
  onMove,
}: HeadProps & { readonly column: GridColumn; readonly index: number }) {
  const drag = useColumnDrag(column.id, head)
  const looks = [
    'grid-head',
    ...(column.aligned === 'end' ? ['grid-end'] : []),
    ...(column.isFigure ? ['grid-figure'] : []),
    ...(column.isLeading ? ['grid-leading'] : []),
  ]
  return (
    <th
      scope="col"
      className={looks.join(' ')}
      data-column={column.id}
      aria-label={column.label}
      aria-sort={column.sorted}
      onClick={() => onSort(column.id)}
      {...drag.head}
      {...cellProps(cursor, -1, index + 1, onMove)}
    >
      <span className="grid-label">
        <span className="grid-label-text">{column.label}</span>
        {column.sorted === 'none' ? null : <Icon name={column.sorted === 'ascending' ? 'up' : 'down'} size={13} />}
      </span>
      {head ? (
        <>
          <button
            type="button"
            className="grid-menu"
            tabIndex={-1}
            data-menu=""
            aria-haspopup="menu"
            aria-label={head.menuOf(column.label)}
            onClick={(event) => {
              event.stopPropagation()
              head.onMenu(column.id, event.currentTarget)
            }}
          >
            <Icon name="open" size={12} />
          </button>
          <span className="grid-edge" aria-hidden="true" {...drag.edge} />
        </>
      ) : null}
    </th>
  )
}
