import type { BoardColumn } from '../../../board/BoardColumn.ts'
import type { Json, RecordJson } from '../../../meta/ModelMeta.ts'

/** How many records there are, and the sum of a field in them. */
export interface Figures {
  readonly count: number
  readonly sum: Json | undefined
}

/** A row of a board: all of it, or the records that have one value of another field in common. */
export interface Lane extends Figures {
  readonly column: BoardColumn | undefined
  readonly isOpen: boolean
}

/** What stands in one column of one lane. */
export interface BoardCell {
  readonly records: readonly RecordJson[]
  readonly count: number
  readonly isKnown: boolean
}

/** Which records a board is of. */
export interface BoardFilter {
  readonly q: string
  readonly where: string
  readonly sortBy: readonly string[]
}

/** No records. */
export const none: Figures = { count: 0, sum: undefined }

/** What tells a column of a lane from others. */
export function cellKey(lane: string | undefined, column: string): string {
  return `${lane ?? ''} ${column}`
}
