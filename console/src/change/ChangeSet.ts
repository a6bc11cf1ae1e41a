import type { Json } from '../meta/ModelMeta.ts'
import type { Entry } from '../past/Entry.ts'

/** What a call that wrote several records did. */
export type SetKind =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'bulk'
  | 'removeAll'
  | 'updateMass'
  | 'upsert'
  | 'transaction'
  | 'undo'

type Author = Entry['by']

/** The writes of one call: who made them, when, and to how many records of which models. */
export interface ChangeSet {
  readonly id: number
  readonly kind: SetKind
  readonly on: string
  readonly by: Author
  readonly records: number
  readonly models: readonly string[]
  /** The change set that it undid, and the newest that undid it. */
  readonly undoes?: number
  readonly undoneBy?: number
}

/** What a change set did to a record. */
export interface SetRecord extends Pick<Entry, 'version' | 'operation' | 'changes'> {
  readonly model: string
  readonly id: number
}

/** A record that went back, or would: by which write. */
export interface WentBack {
  readonly model: string
  readonly id: number
  readonly operation: 'update' | 'delete' | 'restore'
}

/** A field that was changed since: after the writes, as it is now, and as it was before them. */
export interface UndoConflict {
  readonly field: string
  readonly base?: Json
  readonly current?: Json
  readonly yours?: Json
  readonly secret?: boolean
  readonly by?: Author
  readonly on?: string | null
}

/** A record that does not go back, or not all of it, and why. */
export interface UndoClash {
  readonly model: string
  readonly id: number
  readonly reason: 'changed' | 'deleted' | 'forgotten' | 'refused'
  readonly conflicts?: readonly UndoConflict[]
  readonly by?: Author
  readonly on?: string | null
  readonly message?: string
}

/** What an undo did, or would do. */
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
