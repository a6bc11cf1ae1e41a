import type { CellRange } from './range.ts'

/** What can be done with a rectangle of cells. */
export interface CellActions {
  readonly mayEdit: boolean
  readonly onRange: (range: CellRange | undefined) => void
  readonly onCopy: (range: CellRange, clipboard: DataTransfer) => void
  readonly onPaste: (range: CellRange, clipboard: DataTransfer) => void
  /** The first rows of a rectangle go on in the others; `from` is how many of them there are. */
  readonly onFill: (range: CellRange, from: number, isSeries: boolean) => void
  /** False if nothing is to be cleared there: then the key means the record. */
  readonly onClear: (range: CellRange, isOne: boolean) => boolean
}
