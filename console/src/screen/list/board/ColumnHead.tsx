import type { BoardColumn } from '../../../board/BoardColumn.ts'
import type { Drop } from '../../../board/dropOf.ts'
import { ColumnName, type ColumnState, DropPlace, ShownFigures } from './BoardHead.tsx'
import type { BoardParts } from './boardParts.ts'
import type { WorkingBoard } from './useBoard.ts'
import type { BoardData } from './useBoardData.ts'
import type { Hold } from './useHold.ts'

/** What a column is to the cards in hand. */
export function stateOf(at: number, hold: Hold | undefined, drops: readonly Drop[] | undefined): ColumnState {
  if (!hold) return 'rest'
  if (at === hold.over && at !== hold.from) return drops?.[at]?.is === 'cannot' ? 'cannot' : 'over'
  if (at === hold.from) return 'from'
  return drops?.[at]?.is === 'cannot' ? 'cannot' : 'can'
}

/** The head of a column: what its records have in common, how many they are, and their sum. */
export function ColumnHead({
  column,
  parts,
  data,
  board: { hold, drops, moves },
}: {
  readonly column: BoardColumn
  readonly parts: BoardParts
  readonly data: BoardData
  readonly board: WorkingBoard
}) {
  const at = data.columns.indexOf(column)
  const state = stateOf(at, hold, drops)
  // While cards are on their way, the figures are older than the cards.
  const isOld = [...moves.values()].some((move) => !move.isDone)
  return (
    <header
      className="board-head"
      data-head={column.key}
      data-state={state}
      data-closed={state === 'cannot' || undefined}
    >
      <h2 data-old={isOld || undefined}>
        <ColumnName column={column} />
        <ShownFigures figures={data.figuresOf(column.key)} field={parts.sum} />
      </h2>
      {parts.lane ? <DropPlace column={column} drop={drops?.[at]} /> : null}
    </header>
  )
}
