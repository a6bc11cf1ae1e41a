import type { FocusEvent, MouseEvent, RefObject } from 'react'
import { keyOf } from '../../../board/BoardColumn.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'
import { useNarrow } from '../../../shell/useNarrow.ts'
import type { BoardParts } from './boardParts.ts'
import { clearSelected, clickSelect, selecting } from './selectCards.ts'
import type { WorkingBoard } from './useBoard.ts'
import type { BoardData } from './useBoardData.ts'
import { useBoardKeys } from './useBoardKeys.ts'
import type { CardFocus } from './useCardFocus.ts'
import { useDrag } from './useDrag.ts'
import type { usePeekCard } from './usePeekCard.ts'
import { useUndoKey } from './useUndoKey.ts'

/** What keys, the pointer and the focus do on a board. */
export function useHands(
  {
    model,
    parts,
    data: { columns },
  }: { readonly model: ModelMeta; readonly parts: BoardParts; readonly data: BoardData },
  board: WorkingBoard,
  focus: CardFocus,
  peek: ReturnType<typeof usePeekCard>,
  root: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
) {
  const { go } = useShell()
  const isNarrow = useNarrow()
  const { hold, cancel } = board
  const drop = () => {
    focus.want(hold?.records[0]?.id)
    board.drop()
  }
  const add = (at: number) => {
    const value = columns[at]?.value ?? null
    const text = value === null ? '' : keyOf(value).replaceAll('"', '')
    go({ screen: 'new', model: model.name, from: undefined, set: text === '' ? {} : { [parts.field.name]: text } })
  }
  const leave = () => peek.close() || clearSelected(board)
  const own = { cursor: focus.cursor, focus: focus.go, peek: peek.open, drop, add, leave }
  const onKeyDown = useBoardKeys({ ...board, ...selecting(board), ...own })
  const take = (id: number) => !isNarrow && board.take(id, 'pointer')
  const onPointerDown = useDrag(scroller, { take, over: (at) => board.over(at), drop, cancel })
  useUndoKey(board.undoLast)
  useKeys(['list'], {
    ...(peek.isOpen ? { leave: peek.close } : {}),
    rows: () => focus.cursor !== undefined && focus.go(focus.cursor),
  })
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof Element && !root.current?.contains(relatedTarget)
    if (hold?.by === 'keys' && isOutside) cancel()
  }
  const onClickCapture = (event: MouseEvent) => clickSelect(event, board, focus.cursor)
  return { onKeyDown, onPointerDown, onBlur, onClickCapture, onFocus: focus.onFocus }
}
