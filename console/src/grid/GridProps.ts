import type { KeyboardEvent, ReactNode } from 'react'
import type { CellActions } from './CellActions.ts'
import type { Cursor } from './moveCursor.ts'
import type { CellAt } from './nextCell.ts'
import type { Selectable, Selection, SelectionStep } from './selection.ts'
import type { Sorted } from './sortOrder.ts'

/** A column of a grid. */
export interface GridColumn {
  readonly id: string
  readonly label: string
  readonly sorted: Sorted
  readonly aligned?: 'end' | undefined
  /** Whether its values can be edited in the grid. */
  readonly isEditable?: boolean
  /** Whether its cells lead to the record: there Enter opens, and F2 alone edits. */
  readonly isLeading?: boolean
  /** Whether its figures are added up: a line before it says so. */
  readonly isFigure?: boolean
  /** Whether all rows of a group have the same value: tags have no ground then. */
  readonly isQuiet?: boolean
  /** In pixels, if somebody chose it. */
  readonly width?: number | undefined
}

/** The editor that stands in a cell. */
export interface GridEditor extends CellAt {
  readonly node: ReactNode
}

/** A row of a grid: what its cells show, in the order of the columns. */
export interface GridRow extends Selectable {
  readonly title: string
  readonly cells: readonly ReactNode[]
  /** The places of cells that have no value. */
  readonly empty?: readonly number[]
  /** Whether it is there only because it was changed in the list. */
  readonly isOutside?: boolean
  /** The colour of the row, by a condition. */
  readonly color?: string
}

/** Where a line of a grid stands. */
export interface LinePlace {
  readonly index: number
  readonly cursor: Cursor
  readonly onMove: (to: Cursor) => void
}

/** A line of a grid: a row, or what stands between rows and draws itself. */
export type GridLine =
  | { readonly row: GridRow; readonly level: number }
  | { readonly key: string; readonly draw: (place: LinePlace) => ReactNode; readonly drawCard: () => ReactNode }

/** What makes a grid one of groups. */
export interface GridGroups {
  readonly lines: readonly GridLine[]
  /** Does what a key means for groups; false for a key that means nothing there. */
  readonly onKey: (event: KeyboardEvent, index: number) => boolean
  /** The row that is dragged, if rows can be; undefined when it was let go. */
  readonly onDrag?: ((row: GridRow | undefined) => void) | undefined
  /** Where a row is dropped: beside this one. */
  readonly onDrop?: ((beside: GridRow) => void) | undefined
}

/** What somebody does with the heads of columns, apart from sorting. */
export interface HeadTools {
  readonly menuOf: (label: string) => string
  readonly onMenu: (column: string, button: HTMLButtonElement) => void
  /** Gives columns their widths; none makes them as wide as what they show. */
  readonly onWidths: (widths: Readonly<Record<string, number>>) => void
  /** Puts a column before another one. */
  readonly onOrder: (column: string, before: string) => void
}

/** What stands at the end of the first column of a row that somebody points at. Keys do the same. */
export interface RowTools {
  readonly beside: string
  readonly menuOf: (title: string) => string
  /** The row whose menu is open. */
  readonly open: number | undefined
  readonly onBeside: (row: GridRow) => void
  readonly onMenu: (row: GridRow, button: HTMLButtonElement) => void
}

/** What can be done in a grid. */
export interface GridProps {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly GridRow[]
  /** How many rows the whole list has, and how many come before this page. */
  readonly total: number | undefined
  readonly offset: number
  readonly selection: Selection
  readonly words: { readonly selectAll: string; readonly select: (title: string) => string }
  readonly onSelect: (step: SelectionStep) => void
  readonly onSort: (column: string) => void
  readonly onOpen: (row: GridRow) => void
  readonly editor?: GridEditor | undefined
  readonly onEdit?: (at: CellAt) => void
  /** Says where the cursor is among the rows; its row is -1 where it is on none. */
  readonly onCursor?: (cursor: Cursor) => void
  /** What can be done with rectangles of cells; there are none without it. */
  readonly cells?: CellActions | undefined
  readonly groups?: GridGroups | undefined
  readonly head?: HeadTools | undefined
  readonly rowTools?: RowTools | undefined
  /** What stands below all rows. */
  readonly foot?: ((place: LinePlace) => ReactNode) | undefined
}

/** The lines of a grid: its rows, unless it has groups. */
export function linesOf({ rows, groups }: GridProps): readonly GridLine[] {
  return groups?.lines ?? rows.map((row) => ({ row, level: 0 }))
}

/** The row of a line, if it is one. */
export function rowOf(line: GridLine | undefined): GridRow | undefined {
  return line && 'row' in line ? line.row : undefined
}
