import { memo, type ReactNode } from 'react'
import type { Card } from '../../../board/moves.ts'
import type { MenuLine } from '../../../component/Menu.tsx'
import type { ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import type { ColorsById } from '../colorsById.ts'
import { BoardCard } from './BoardCard.tsx'
import type { BoardParts } from './boardParts.ts'
import type { WorkingBoard } from './useBoard.ts'
import type { CardMenu } from './useCardMenu.ts'
import type { Hold } from './useHold.ts'

interface BoardCardsProps extends Pick<WorkingBoard, 'selected' | 'refused'> {
  readonly model: ModelMeta
  readonly parts: BoardParts
  readonly label: string
  readonly cards: readonly Card[]
  readonly cursor: number | undefined
  /** The records in hand, wherever they are held. */
  readonly taken: readonly RecordJson[] | undefined
  readonly by: Hold['by'] | undefined
  readonly help: string
  readonly colors: ColorsById
  /** The card of this list whose menu is open, and the lines of that. */
  readonly opened: { readonly id: number; readonly lines: readonly MenuLine[] } | undefined
  readonly onMenu: CardMenu['onMenu']
  /** The notes of cards of this list that went back. */
  readonly notes: ReadonlyMap<number, ReactNode>
}

const noLines: readonly MenuLine[] = []

/** The cards of a column. While others are carried over thousands of them, they are not compared one by one. */
export const BoardCards = memo(function BoardCards(props: BoardCardsProps) {
  const { model, parts, label, cards, taken, opened, notes } = props
  return (
    <ul aria-label={label}>
      {cards.map(({ record, move }) => (
        <li key={record.id}>
          <BoardCard
            {...{ model, parts, record, move }}
            isCursor={record.id === props.cursor}
            isSelected={props.selected.has(record.id)}
            held={taken?.some(({ id }) => id === record.id) ? props.by : undefined}
            isMarked={props.refused.has(record.id)}
            help={props.help}
            color={props.colors.get(record.id)}
            lines={opened?.id === record.id ? opened.lines : noLines}
            onMenu={props.onMenu}
          />
          {notes.get(record.id)}
        </li>
      ))}
    </ul>
  )
})
