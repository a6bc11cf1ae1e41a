import { Icon } from '../component/Icon.tsx'
import { cellProps } from './cellProps.ts'
import type { GridProps } from './Grid.tsx'
import type { Cursor } from './moveCursor.ts'
import { isSelected } from './selection.ts'

/** The head of a grid: the box that selects the page, and the columns by which it is sorted. */
export function GridHead({
  columns,
  rows,
  selection,
  words,
  onSelect,
  onSort,
  cursor,
  onMove,
}: Omit<GridProps, 'onCursor'> & { readonly cursor: Cursor; readonly onMove: (cursor: Cursor) => void }) {
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
          <th
            key={column.id}
            scope="col"
            className={column.aligned === 'end' ? 'grid-head grid-end' : 'grid-head'}
            aria-sort={column.sorted}
            onClick={() => onSort(column.id)}
            {...cellProps(cursor, -1, index + 1, onMove)}
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
