import type { Cell } from '../Row.ts'

/** How the cells of a column are shown. Cells that don't fit, such as a date of 1815, are written as text. */
export type ColumnKind = 'words' | 'number' | 'flag' | 'day' | 'moment'

/** A column of a sheet that is written. */
export interface SheetColumn {
  readonly header: string
  /**
   * `words`: text; `number`: a number, or one in plain digits as text; `flag`: a boolean; `day`: text as `2026-11-17`;
   * `moment`: text as `2026-11-17T08:30:00`, without a zone.
   */
  readonly kind: ColumnKind
  /** Digits after the point that are shown. */
  readonly scale?: number
  readonly hidden?: boolean
  /** The values that a person may pick. They are offered as far as a workbook can hold the list. */
  readonly choices?: readonly string[]
}

/** A sheet that is written. Its rows are read once, when it is its turn. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
  readonly hidden?: boolean
}
