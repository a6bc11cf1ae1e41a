import type { Json } from '../meta/ModelMeta.ts'
import type { Entry } from './Entry.ts'

/** One write of a record, wherever it is listed. */
export interface Write extends Entry {
  readonly model: string
  readonly id: number
  /** The title of the record, where it was asked for. */
  readonly title?: Json
}

/** Writes that belong together, the newest first. */
export type Fold = readonly [Write, ...Write[]]

/** For how long the writes of one person are one thing that they did, in milliseconds. */
const together = 10 * 60_000

/**
 * Folds neighbours of one person and of the same kind that lie within ten minutes. The newest comes first. With
 * `between`, something else that the same person did may lie between them.
 */
export function foldWrites(writes: readonly Write[], kindOf: (write: Write) => string, between = false): Fold[] {
  const folds: [Write, ...Write[]][] = []
  for (const write of writes) {
    const isOfOther = folds.findLastIndex(([newest]) => newest.by?.id !== write.by?.id)
    const own = folds.slice(between ? isOfOther + 1 : Math.max(isOfOther + 1, folds.length - 1))
    const isNear = ([newest]: Fold) => Date.parse(newest.on) - Date.parse(write.on) <= together
    const found = own.findLast((fold) => kindOf(fold[0]) === kindOf(write) && isNear(fold))
    if (found) found.push(write)
    else folds.push([write])
  }
  return folds
}

/** How a write was made, as far as writes are told apart: by which logic, as an undo, and whether in a change set. */
export function madeBy({ through, name, changeSet }: Write): string {
  const set = changeSet === undefined ? 'single' : 'set'
  return name === undefined ? (through === 'undo' ? 'undo' : set) : `${through} ${name}`
}
