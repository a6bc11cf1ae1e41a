import { useMemo, useRef, useState } from 'react'
import { type BoardColumn, keyOf } from '../../../board/BoardColumn.ts'
import { type Card, cardsIn } from '../../../board/moves.ts'
import { type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { dropWords } from './BoardHead.tsx'
import type { BoardParts } from './boardParts.ts'
import type { Lane } from './BoardFigures.ts'
import type { BoardData } from './useBoardData.ts'
import { useDropping } from './useDropping.tsx'
import { useHold } from './useHold.ts'
import { useMoves } from './useMoves.ts'

/** What stands in a column of a lane, as it is shown. */
export interface ShownCell {
  readonly lane: Lane
  readonly column: BoardColumn
  readonly at: number
  readonly cards: readonly Card[]
  /** How many more there are than were read. */
  readonly more: number
  readonly isKnown: boolean
}

/** A board that somebody works with: its cards as they stand, those in hand, and what becomes of them. */
export function useBoard(model: ModelMeta, parts: BoardParts, data: BoardData) {
  const { columns } = data
  const moves = useMoves(model, parts.field)
  const cells = useMemo(() => shownCells(parts, data, moves.moves), [parts, data, moves.moves])
  const cards = columns.map((_, at) => cells.filter((cell) => cell.at === at).flatMap((cell) => cell.cards))
  const cardOf = (id: number) => cards.flat().find(({ record }) => record.id === id)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const holding = useHold(model, parts, columns)
  const dropping = useDropping(model, parts.field, moves, () => setSelected(new Set()))
  /** The cards that go with one: the others that are selected, if it is selected itself. */
  const together = (id: number): RecordJson[] => {
    const others = selected.has(id) ? [...selected].filter((each) => each !== id) : []
    return [id, ...others].flatMap((each) => {
      const card = cardOf(each)
      return card && !card.move ? [card.record] : []
    })
  }
  const carrying = useCarrying(model, parts, columns, { ...holding, dropAt: dropping.dropAt, cardOf, together })
  return {
    ...moves,
    ...holding,
    ...carrying,
    cells,
    cards: cards.map((column) => column.map(({ record }) => record.id)),
    cardOf,
    selected,
    setSelected,
    together,
    dropAt: dropping.dropAt,
    opened: dropping.shown,
  }
}

/** Takes cards, carries them over the columns and drops them, and says each step aloud. */
function useCarrying(
  model: ModelMeta,
  { field }: BoardParts,
  columns: readonly BoardColumn[],
  {
    hold,
    setHold,
    drops,
    dropAt,
    cardOf,
    together,
  }: ReturnType<typeof useHold> &
    Pick<ReturnType<typeof useDropping>, 'dropAt'> & {
      readonly cardOf: (id: number) => Card | undefined
      readonly together: (id: number) => readonly RecordJson[]
    },
) {
  const { words } = useShell()
  const { said, say } = useSaid()
  const nameOf = ([first, ...others]: readonly RecordJson[]) =>
    first && others.length === 0 ? titleOf(model, first) : words.bulk.selected(others.length + 1, model)
  const labelOf = (at: number) => columns[at]?.label ?? ''
  const take = (id: number, by: 'keys' | 'pointer'): boolean => {
    const card = cardOf(id)
    if (!card) return false
    if (card.move) {
      say(words.board.busy(titleOf(model, card.record)))
      return false
    }
    const records = together(id)
    const from = columns.findIndex(({ key }) => key === keyOf(card.record[field.name]))
    setHold({ records, from, over: from, by })
    if (by === 'keys') say(words.board.taken(nameOf(records), labelOf(from)))
    return true
  }
  const saysOf = (at: number) => {
    const column = columns[at]
    return column ? words.board.says(column.label, dropWords(drops?.[at], column, words)) : ''
  }
  const over = (at: number, passed: readonly number[] = []) => {
    setHold((before) => before && { ...before, over: at })
    if (hold?.by === 'keys') say([...passed, at].map(saysOf).join('. '))
  }
  const stay = (passed: readonly number[]) => say([...passed.map(saysOf), words.board.noFurther].join('. '))
  const cancel = () => {
    setHold(undefined)
    if (hold) say(words.board.back(nameOf(hold.records), labelOf(hold.from)))
  }
  const drop = () => {
    const column = hold && columns[hold.over]
    const what = hold && drops?.[hold.over]
    if (!hold || !column || !what || what.is === 'same') return cancel()
    setHold(undefined)
    if (what.is === 'cannot') return say(words.board.says(column.label, what.why))
    dropAt(hold.records, column, what)
    return say(words.board.moved(nameOf(hold.records), labelOf(hold.from), column.label))
  }
  return { said, take, over, stay, cancel, drop }
}

/** A board that somebody works with. */
export type WorkingBoard = ReturnType<typeof useBoard>

/** The cards of each column in each lane that is open: those that were read, and those that were dropped there. */
function shownCells(
  { lane }: BoardParts,
  { columns, lanes, cells }: BoardData,
  moves: ReturnType<typeof useMoves>['moves'],
) {
  return lanes.shown.flatMap((row) =>
    columns.map((column, at): ShownCell => {
      const { records, count, isKnown } = cells.cellOf(row.column?.key, column.key)
      const isIn = ({ record }: { record: RecordJson }) => !lane || keyOf(record[lane.name]) === row.column?.key
      const cards = row.isOpen ? cardsIn(column.key, records, moves, isIn) : []
      return { lane: row, column, at, cards, more: Math.max(0, count - records.length), isKnown }
    }),
  )
}

/** What is read aloud. The same words twice are said twice. */
function useSaid() {
  const [said, setSaid] = useState('')
  const last = useRef('')
  const say = (text: string) => {
    const next = last.current === text ? `${text}\u00a0` : text
    last.current = next
    setSaid(next)
  }
  return { said, say }
}
