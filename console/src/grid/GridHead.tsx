import { Icon } from '../part/Icon.tsx'
import { cellProps } from './cellProps.ts'
import type { GridProps } from './Grid.tsx'
import type { Cursor } from './moveCursor.ts'

/** The head of a grid: the check box for the page, and the columns, which sort. */
export function GridHead({
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
