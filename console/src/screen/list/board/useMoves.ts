import { useRef, useState } from 'react'
import type { BoardColumn } from '../../../board/BoardColumn.ts'
import { type Moves, noMoves, withMove, withoutMove } from '../../../board/moves.ts'
import { type Refused, toRefused } from './toRefused.ts'
import { toSent } from '../../../field/toSent.ts'
import { labelOfGroup } from '../../../field/labelOfGroup.ts'
import { type FieldMeta, type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { isForGood } from '../../../meta/steps.ts'
import { useMoveCard } from '../../../query/boardQueries.ts'
import type { Written } from '../../../service/Service.ts'
import { untilAnswered } from '../../../service/untilAnswered.ts'
import { type Undoable, useUndoing } from '../../../shell/useUndoing.ts'
import { useShell } from '../../../shell/Shell.tsx'

/**
 * Moves cards: each is shown in its new column at once, and written under a key of its own with the version that was
 * seen. What is refused goes back and says why; a lost answer is asked for until there is one.
 */
export function useMoves(model: ModelMeta, field: FieldMeta) {
  const { service, words, formats, newKey, notify } = useShell()
  const [moves, setMoves] = useState<Moves>(noMoves)
  const [refused, setRefused] = useState<ReadonlyMap<number, Refused>>(new Map())
  const { write, readAgain } = useMoveCard(service, model.name)
  const undoable = useUndoable()
  const forget = (id: number) =>
    setRefused((all) => (all.has(id) ? new Map([...all].filter(([each]) => each !== id)) : all))
  const ask = (record: RecordJson, column: BoardColumn, key: string): Promise<Written> => {
    const data = { [field.name]: toSent(column.value), version: record.version }
    const onLost = () => setMoves((all) => change(all, record.id, key, { isLost: true }))
    return untilAnswered(() => write({ model: model.name, id: record.id, data, key }), onLost)
  }
  const tell = (record: RecordJson, column: BoardColumn, { record: now, merged, changeSet }: Written) => {
    const from = labelOfGroup(record[field.name] ?? null, field, words)
    const moved = words.board.moved(titleOf(model, { ...record, ...now }), from, column.label)
    const text = merged ? `${moved} ${words.board.merged}` : moved
    const step = { [field.name]: { from: record[field.name] ?? null, to: now[field.name] ?? null } }
    if (isForGood(model, step)) return notify({ text })
    const undo = undoable.add({ changeSet, model: model.name, id: now.id, version: now.version })
    notify({ text, undo })
  }
  const move = async (record: RecordJson, column: BoardColumn) => {
    const key = newKey()
    forget(record.id)
    const sent = { key, record, field: field.name, to: column.value, isLost: false, isDone: false }
    setMoves((all) => withMove(all, sent))
    try {
      const written = await ask(record, column, key)
      const now = { ...record, ...written.record }
      setMoves((all) => change(all, record.id, key, { record: now, isLost: false, isDone: true }))
      tell(record, column, written)
      await readAgain()
    } catch (error) {
      setRefused((all) => new Map(all).set(record.id, toRefused(error, record, column, { model, field, formats })))
      void readAgain()
    } finally {
      setMoves((all) => (all.get(record.id)?.key === key ? withoutMove(all, record.id) : all))
    }
  }
  return { moves, refused, move, forget, ...undoable }
}

/** Changes a move, unless its card was dropped once more. */
function change(all: Moves, id: number, key: string, part: Partial<NonNullable<ReturnType<Moves['get']>>>): Moves {
  const move = all.get(id)
  return move?.key === key ? withMove(all, { ...move, ...part }) : all
}

/** The moves that can be undone, the last one first. Something else that was done in between ends them. */
function useUndoable() {
  const undoing = useUndoing()
  const last = useRef<readonly Undoable[]>([])
  const undo = (write: Undoable) => {
    last.current = last.current.filter((each) => each !== write)
    void undoing(write)
  }
  const add = (write: Undoable) => {
    last.current = [...last.current, write]
    return () => undo(write)
  }
  /** Undoes the last move; false if there is none. */
  const undoLast = (): boolean => {
    const write = last.current.at(-1)
    if (write) undo(write)
    return write !== undefined
  }
  const endUndo = () => {
    last.current = []
  }
  return { add, undoLast, endUndo }
}

/** The moves of a board, and the ways to make and to undo them. */
export type BoardMoves = ReturnType<typeof useMoves>
