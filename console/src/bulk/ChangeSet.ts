import type { ChangedRecord, UndoClash, Undone as Answer } from '@tabularium/client/undo'
import type { Entry } from '../history/Entry.ts'

/** A record of a change set, and what the change set did to it. */
export type SetRecord = Omit<ChangedRecord, 'changes'> & Pick<Entry, 'changes'>

/** A record that went back, or would: by which write. */
export type WentBack = Answer['data'][number]

/** What one or several undos did, or would do. */
export interface Undone {
  /** How many records go back, and the first of them. */
  readonly many: number
  readonly records: readonly WentBack[]
  /** How many do not, and the first of them. */
  readonly clashing: number
  readonly clashes: readonly UndoClash[]
  /** The change sets that did it, by which it can be done again; none of a dry run. */
  readonly sets: readonly number[]
}

/** What several undos do together. */
export function addUndone(all: readonly Undone[]): Undone {
  return {
    many: sum(all.map(({ many }) => many)),
    records: all.flatMap(({ records }) => records),
    clashing: sum(all.map(({ clashing }) => clashing)),
    clashes: all.flatMap(({ clashes }) => clashes),
    sets: all.flatMap(({ sets }) => sets),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
