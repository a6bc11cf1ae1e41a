import type { ReactNode } from 'react'
import type { BoardColumn } from '../../../board/BoardColumn.ts'
import type { Card } from '../../../board/moves.ts'
import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { ColorsById } from '../colorsById.ts'
import { BoardCards } from './BoardCards.tsx'
import { ColumnName, DropPlace, ShownFigures } from './BoardHead.tsx'
import type { BoardParts } from './boardParts.ts'
import { stateOf } from './ColumnHead.tsx'
import type { ShownCell, WorkingBoard } from './useBoard.ts'
import type { Lane } from './BoardFigures.ts'
import type { BoardData } from './useBoardData.ts'
import type { CardMenu } from './useCardMenu.ts'

interface LaneProps {
  readonly model: ModelMeta
  readonly parts: BoardParts
  readonly lane: Lane
  readonly columns: readonly BoardColumn[]
  readonly data: BoardData
  readonly board: WorkingBoard
  readonly menu: CardMenu
  readonly cursor: number | undefined
  readonly help: string
  readonly colors: ColorsById
  readonly noteOf: (id: number) => ReactNode
}

const noNotes: ReadonlyMap<number, ReactNode> = new Map()

/** A row of a board: its columns, below what its records have in common if the board has lanes. */
export function BoardLane(props: LaneProps) {
  const { parts, lane, columns, board, data } = props
  const { column } = lane
  const cells = board.cells.filter((cell) => cell.lane === lane && columns.includes(cell.column))
  return (
    <div className="board-lane" data-apart={column !== undefined || undefined}>
      {column && parts.lane ? (
        <h3 className="board-lane-head">
          <button type="button" aria-expanded={lane.isOpen} onClick={() => data.lanes.fold(column.key, !lane.isOpen)}>
            <Icon name={lane.isOpen ? 'open' : 'forward'} size={14} />
            <ColumnName column={column} />
          </button>
          <ShownFigures figures={lane} field={parts.sum} />
        </h3>
      ) : null}
      {lane.isOpen ? (
        <div className="board-cells">
          {cells.map((cell) => (
            <Cell key={cell.column.key} {...props} cell={cell} />
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** The cards of a column, and what it says to those in hand. */
function Cell({ cell, ...props }: LaneProps & { readonly cell: ShownCell }) {
  const { model, parts, board, data, menu, cursor, help, colors } = props
  const { words } = useShell()
  const { hold, drops } = board
  const { column, at, lane, cards, more } = cell
  const asked = cards.find(({ record }) => record.id === menu.asked)
  const state = stateOf(at, hold, drops)
  const label = words.board.column(column.label, cards.length + more, model)
  return (
    <div
      className="board-cell"
      data-column={column.key}
      data-state={state}
      data-closed={state === 'cannot' || undefined}
    >
      {lane.column ? null : <DropPlace column={column} drop={drops?.[at]} />}
      <BoardCards
        {...{ model, parts, cards, cursor, help, colors }}
        label={lane.column ? `${lane.column.label}, ${label}` : label}
        selected={board.selected}
        refused={board.refused}
        taken={hold?.records}
        by={hold?.by}
        opened={asked && { id: asked.record.id, lines: menu.linesOf(asked.record) }}
        onMenu={menu.onMenu}
        notes={notesOf(cards, props)}
      />
      {more > 0 ? (
        <Button weight="quiet" small onPress={() => data.cells.more(lane.column?.key, column.key)}>
          {words.board.more(Math.min(more, data.cells.limit))}
        </Button>
      ) : null}
    </div>
  )
}

/** The notes of these cards. The same object where there are none, so that it is no reason to look at all cards. */
function notesOf(cards: readonly Card[], { board, noteOf }: LaneProps): ReadonlyMap<number, ReactNode> {
  const refused = board.refused.size === 0 ? [] : cards.filter(({ record }) => board.refused.has(record.id))
  return refused.length === 0 ? noNotes : new Map(refused.map(({ record }) => [record.id, noteOf(record.id)]))
}
