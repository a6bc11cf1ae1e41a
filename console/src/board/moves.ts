import type { Json, RecordJson } from '../meta/ModelMeta.ts'
import { keyOf } from './BoardColumn.ts'

/** A card that was dropped. It is shown in its new column at once. */
export interface Move {
  /** The key of its request, which tells it from other drops of the card. */
  readonly key: string
  readonly record: RecordJson
  readonly field: string
  readonly to: Json
  /** Whether its answer was lost, so that it is asked for again. */
  readonly isLost: boolean
  /** Whether the service has answered, and only the lists have to be read. */
  readonly isDone: boolean
}

/** The cards that were dropped, by their records, until the board has read them. */
export type Moves = ReadonlyMap<number, Move>

/** No cards. */
export const noMoves: Moves = new Map()

/** A card as a column shows it. */
export interface Card {
  readonly record: RecordJson
  /** The drop that brought it here, until the service has answered. */
  readonly move: Move | undefined
}

/** The cards of a column: those that were read, without those that were dropped elsewhere, below those dropped here. */
export function cardsIn(
  key: string,
  read: readonly RecordJson[],
  moves: Moves,
  isTop: (move: Move) => boolean,
): Card[] {
  const known = new Map(read.map((record) => [record.id, record]))
  const dropped = [...moves.values()].filter((move) => keyOf(move.to) === key && isTop(move))
  const cards = [...known.values()].flatMap((record): Card[] => {
    const move = moves.get(record.id)
    return move ? [] : [{ record, move: undefined }]
  })
  const toCard = (move: Move): Card => {
    const { record } = move
    const now = known.get(record.id)
    const shown = now && now.version >= record.version ? now : { ...record, [move.field]: move.to }
    return { record: shown, move: move.isDone ? undefined : move }
  }
  return [...dropped.map(toCard), ...cards]
}

/** The moves with one more, or with another state of one. */
export function withMove(moves: Moves, move: Move): Moves {
  return new Map(moves).set(move.record.id, move)
}

/** The moves without one. */
export function withoutMove(moves: Moves, id: number): Moves {
  const next = new Map(moves)
  next.delete(id)
  return next
}
