import { Failure } from '../../failure.ts'
import type { Model } from '../../model/Model.ts'
import type { WriteNote } from '../../plan/Plan.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import type { Stored } from '../../statement/Statement.ts'
import type { Means } from '../Means.ts'
import type { WriteItem } from './WriteItem.ts'

/** A write of several records under way: its transaction, and how much more it may touch beyond what was asked for. */
export interface Deed {
  readonly transaction: Transaction
  readonly means: Means
  readonly ledger: Ledger
  /** Writes records and all that belongs to them. Here, since members and their parents write each other in turn. */
  write(items: readonly WriteItem[]): Promise<WrittenRecord[]>
  /** Deletes records by the rules of those that refer to them. */
  remove(model: Model, targets: readonly DeleteTarget[], note: WriteNote): Promise<void>
}

/** A record that was written, with its id. */
export interface WrittenRecord extends Stored {
  readonly id: number
}

/** A record that is to go; its version is checked where given. */
export interface DeleteTarget {
  readonly id: number
  readonly version: number | null
  readonly prefix: string
}

/**
 * Counts what a deed changes beside the records that were named: cleared references, cascaded deletes. It knows the records that
 * are about to go, so that those which refer to each other in a ring are met once.
 */
export class Ledger {
  readonly most: number
  readonly #going = new Map<string, Set<number>>()
  cleared = 0
  deleted = 0

  constructor(most: number) {
    this.most = most
  }

  get left(): number {
    return this.most - this.cleared - this.deleted
  }

  isGoing(model: Model, id: number): boolean {
    return this.#going.get(model.name)?.has(id) ?? false
  }

  /** Notes records that are about to go. */
  letGo(model: Model, ids: readonly number[]): void {
    const going = this.#going.get(model.name) ?? new Set()
    for (const id of ids) going.add(id)
    this.#going.set(model.name, going)
  }

  /** Notes so many more, unless they are too many. */
  note(what: 'cleared' | 'deleted', count: number): void {
    if (count > this.left)
      throw new Failure(
        'too-many-affected',
        `More than ${this.most} other records would be cleared or deleted with this: change or delete them in smaller steps first.`,
        {
          data: { most: this.most },
        },
      )
    this[what] += count
  }

  /** What the answer says of it, as JSON members without braces; undefined where there was nothing. */
  toBeside(): string | undefined {
    return this.cleared + this.deleted === 0
      ? undefined
      : `"also":${JSON.stringify({ cleared: this.cleared, deleted: this.deleted })}`
  }
}
