import { useCallback } from 'react'
import type { BoardColumn } from '../../../board/BoardColumn.ts'
import type { Drop } from '../../../board/dropOf.ts'
import type { MenuLine } from '../../../component/Menu.tsx'
import type { ModelMeta, RecordJson } from '../../../meta/ModelMeta.ts'
import { titleOf } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { WorkingBoard } from './useBoard.ts'

/** The menus of cards, which move them without a drag: the columns where they may go, and why not the others. */
export function useCardMenu(
  model: ModelMeta,
  columns: readonly BoardColumn[],
  board: WorkingBoard,
  onDrop: (id: number) => void,
) {
  const { words } = useShell()
  const { asked, setAsked } = board
  const onMenu = useCallback((id: number, isOpen: boolean) => setAsked(isOpen ? id : undefined), [setAsked])
  const hintOf = (drop: Drop): Partial<MenuLine> => {
    if (drop.is === 'cannot') return { hint: drop.why, icon: 'lock', isDisabled: true }
    if (drop.is === 'run') return { hint: words.record.runs(drop.offered.action.label) }
    return drop.is === 'set' && drop.isFinal ? { hint: words.record.final } : {}
  }
  const linesOf = (record: RecordJson): MenuLine[] => {
    const records = board.together(record.id)
    const drops = board.dropsOf(records)
    const select = {
      id: 'select',
      label: words.list.select(titleOf(model, record)),
      isApart: true,
      onAction: () =>
        board.setSelected(
          (before) =>
            new Set(before.has(record.id) ? [...before].filter((id) => id !== record.id) : [...before, record.id]),
        ),
    }
    const lines = columns.flatMap((column, at): MenuLine[] => {
      const drop = drops[at]
      if (!drop || drop.is === 'same') return []
      const onAction = () => {
        onDrop(record.id)
        board.dropAt(records, column, drop)
      }
      return [{ id: column.key, label: column.label, onAction, ...hintOf(drop) }]
    })
    return [...lines, select]
  }
  return { asked, linesOf, onMenu }
}

/** The menus of cards. */
export type CardMenu = ReturnType<typeof useCardMenu>
