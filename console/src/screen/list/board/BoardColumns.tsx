import { Suspense, useId, useRef, useState } from 'react'
import type { BoardColumn } from '../../../board/BoardColumn.ts'
import { Segments } from '../../../component/Segments.tsx'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useNarrow } from '../../../shell/useNarrow.ts'
import { type ColorsById, noColors } from '../colorsById.ts'
import type { LayoutProps } from '../layouts.ts'
import { Peek, RowColors } from '../lazyComponents.ts'
import { BoardLane } from './BoardLane.tsx'
import type { BoardParts } from './boardParts.ts'
import { ColumnHead } from './ColumnHead.tsx'
import { SelectedCards } from './SelectedCards.tsx'
import { useBoard, type WorkingBoard } from './useBoard.ts'
import type { BoardData } from './useBoardData.ts'
import { useCardFocus } from './useCardFocus.ts'
import { useCardMenu } from './useCardMenu.ts'
import { useHands } from './useHands.ts'
import { useNotes } from './useNotes.tsx'
import { usePeekCard } from './usePeekCard.ts'

interface BoardColumnsProps extends LayoutProps {
  readonly parts: BoardParts
  readonly data: BoardData
}

/** The columns of a board with their cards, which are moved by keys, by the pointer, or by their menus. */
export function BoardColumns(props: BoardColumnsProps) {
  const { route, model, options, parts, data } = props
  const { words } = useShell()
  const help = useId()
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const board = useBoard(model, parts, data)
  const focus = useCardFocus(root, board)
  const peek = usePeekCard(route, focus.cursor)
  const hands = useHands(props, board, focus, peek, root, scroller)
  const menu = useCardMenu(model, data.columns, board, focus.want)
  const notes = useNotes(model, parts, data.columns, board, focus)
  const narrow = useNarrowColumn(data)
  const [colors, onColors] = useState(noColors)
  const isReading = board.cells.some(({ isKnown, lane }) => lane.isOpen && !isKnown)
  return (
    <div className="list-split">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys and drags of its cards. */}
      <section
        ref={root}
        className="board"
        hidden={narrow.one !== undefined && route.peek !== undefined}
        aria-label={words.board.title(model, parts.field.label)}
        aria-busy={isReading || undefined}
        data-holding={board.hold?.by}
        {...hands}
      >
        <p id={help} className="visually-hidden">
          {words.board.help}
        </p>
        <p className="visually-hidden" role="status" aria-live="assertive">
          {board.said}
        </p>
        {notes.apart(narrow.shown)}
        <NarrowBar label={parts.field.label} data={data} narrow={narrow} />
        <div ref={scroller} className="board-scroll">
          <div className="board-heads">
            {narrow.shown.map((column) => (
              <ColumnHead key={column.key} {...{ column, parts, data, board }} />
            ))}
          </div>
          {data.lanes.shown.map((lane) => (
            <BoardLane
              key={lane.column?.key ?? ''}
              {...{ model, parts, lane, data, board, menu, help, colors }}
              cursor={focus.cursor}
              columns={narrow.shown}
              noteOf={notes.noteOf}
            />
          ))}
          {data.lanes.hidden > 0 ? <p className="board-hidden">{words.board.moreLanes(data.lanes.hidden)}</p> : null}
        </div>
        <SelectedCards model={model} board={board} />
        {board.opened}
      </section>
      <PeekBeside model={model} id={route.peek} board={board} onClose={peek.close} />
      <CardColors {...{ model, options, board, onColors }} />
    </div>
  )
}

/** Finds the colours of all cards, where the view of the board has conditions for them. */
function CardColors({
  board,
  ...props
}: Pick<BoardColumnsProps, 'model' | 'options'> & {
  readonly board: WorkingBoard
  readonly onColors: (colors: ColorsById) => void
}) {
  if (!props.options.colors) return null
  const records = board.cells.flatMap(({ cards }) => cards.map(({ record }) => record))
  return (
    <Suspense>
      <RowColors {...props} records={records} />
    </Suspense>
  )
}

/** The record beside the board, if there is one. */
function PeekBeside({
  model,
  id,
  board,
  onClose,
}: {
  readonly model: ModelMeta
  readonly id: number | undefined
  readonly board: WorkingBoard
  readonly onClose: () => void
}) {
  if (id === undefined) return null
  return (
    <Suspense fallback={<div className="list-beside" />}>
      <Peek model={model} id={id} known={board.cardOf(id)?.record} onClose={onClose} />
    </Suspense>
  )
}

/** The columns that are shown: all of them, or one on a narrow screen. */
function useNarrowColumn({ columns, figuresOf }: BoardData) {
  const isNarrow = useNarrow()
  const [chosen, choose] = useState<string | undefined>()
  const found = columns.find(({ key }) => key === chosen) ?? columns.find(({ key }) => figuresOf(key).count > 0)
  const one = isNarrow ? (found ?? columns[0]) : undefined
  return { one, choose, shown: one ? [one] : columns }
}

/** The bar that chooses the column of a narrow screen. */
function NarrowBar({
  label,
  data: { columns, figuresOf },
  narrow: { one, choose },
}: {
  readonly label: string
  readonly data: BoardData
  readonly narrow: { readonly one: BoardColumn | undefined; readonly choose: (key: string) => void }
}) {
  const { formats } = useShell()
  if (!one) return null
  const segments = columns.map(({ key, label: name }) => {
    return { id: key, label: `${name} ${formats.number(String(figuresOf(key).count))}` }
  })
  return <Segments label={label} segments={segments} value={one.key} onChange={choose} />
}
