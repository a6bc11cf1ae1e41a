/** The value of a cell; null if it is empty. Dates of XLSX are text, as `2026-11-17` or `2026-11-17T08:30:00`. */
export type Cell = string | number | boolean | null

/** What is wrong with one cell of a row. The other cells can be used. */
export interface CellProblem {
  /** The index in `cells`. */
  readonly column: number
  /** What the cell is or has, as the end of a sentence. */
  readonly message: string
}

/** A row of a file. Rows without a value are left out, but they are counted. */
export interface Row {
  /** The number of the row as spreadsheets count, from 1. A line break inside a cell begins no row. */
  readonly row: number
  /** Where the row begins in the text as UTF-8, without a byte order mark; null in XLSX. */
  readonly byte: number | null
  readonly cells: readonly Cell[]
  readonly problems: readonly CellProblem[]
}
