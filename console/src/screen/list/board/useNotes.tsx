import type { BoardColumn } from '../../../board/BoardColumn.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { BoardParts } from './boardParts.ts'
import { CardNote } from './CardNote.tsx'
import type { WorkingBoard } from './useBoard.ts'
import type { CardFocus } from './useCardFocus.ts'
import { useMend } from './useMend.ts'

/** The notes of cards that went back: at each card, and apart for those that are not in sight. */
export function useNotes(
  model: ModelMeta,
  { field }: BoardParts,
  columns: readonly BoardColumn[],
  board: WorkingBoard,
  focus: CardFocus,
) {
  const mend = useMend(model, field)
  const noteOf = (id: number, isApart: boolean) => {
    const refused = board.refused.get(id)
    if (!refused) return null
    const { record, column } = refused
    const at = columns.findIndex(({ key }) => key === column.key)
    const drop = board.dropsOf([record])[at]
    const close = () => {
      board.forget(id)
      focus.want(id)
    }
    const again = () => {
      close()
      if (drop) board.dropAt([record], column, drop)
    }
    return (
      <CardNote
        key={id}
        {...{ model, refused, isApart }}
        onAgain={drop?.is === 'set' || drop?.is === 'run' ? again : undefined}
        onMend={() => mend(refused)}
        onClose={close}
      />
    )
  }
  /** Those of cards that these columns don't show. */
  const apart = (shown: readonly BoardColumn[]) => {
    if (board.refused.size === 0) return []
    const cards = board.cells.flatMap((cell) => (shown.includes(cell.column) ? cell.cards : []))
    const inSight = new Set(cards.map(({ record }) => record.id))
    return [...board.refused.keys()].filter((id) => !inSight.has(id)).map((id) => noteOf(id, true))
  }
  return { noteOf: (id: number) => noteOf(id, false), apart }
}
