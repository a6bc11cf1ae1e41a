/** A cell by its record and column. */
export interface CellAt {
  readonly row: number
  readonly column: string
}

/** The editable cell after a cell, or before it: to the end of its row, then in the next rows; undefined at the end. */
export function nextCell(
  { row, column }: CellAt,
  rows: readonly number[],
  columns: readonly string[],
  step: 1 | -1,
): CellAt | undefined {
  const at = rows.indexOf(row) * columns.length + columns.indexOf(column) + step
  const next = { row: rows[Math.floor(at / columns.length)], column: columns[at % columns.length] }
  return at >= 0 && next.row !== undefined && next.column !== undefined
    ? { row: next.row, column: next.column }
    : undefined
}
