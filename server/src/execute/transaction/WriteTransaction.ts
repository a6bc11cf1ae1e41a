import { Failure } from '../../failure.ts'
import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../plan/Plan.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import type { Stored } from '../../statement/part/Statement.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import type { WriteItem } from './WriteItem.ts'

/** A write of several records under way: its transaction, and how much more it may touch beyond what was asked for. */
export interface WriteTransaction {
  readonly transaction: Transaction
  readonly services: ExecutionServices
  readonly budget: CascadeBudget
  readonly writtenRecords: WrittenRecords
  /** By whose leave it is done. */
  readonly authorization: Authorization
  /**
   * Writes records and all that belongs to them, as the caller asked for. Here, since members and their parents write
   * each other in turn.
   */
  write(items: readonly WriteItem[]): Promise<WrittenRecord[]>
  /** Deletes records, as the caller asked for. */
  remove(model: Model, targets: readonly DeleteTarget[], context: WriteContext): Promise<void>
  /** Writes what the models declare to follow from it, whether the caller may do such a thing or not. */
  writeAlso(items: readonly WriteItem[]): Promise<WrittenRecord[]>
  removeAlso(model: Model, targets: readonly DeleteTarget[], context: WriteContext): Promise<void>
}

/** A record that was written, with its id. */
export interface WrittenRecord extends Stored {
  readonly id: number
}

/** A record that is to go; its version is checked where given. */
export interface DeleteTarget {
  readonly id: number
  readonly version: number | null
  readonly path: string
}

/**
 * Counts what a write transaction changes beside the records that were named: cleared references, cascaded deletes. It knows the
 * records that are about to go, so that those which refer to each other in a ring are met once.
 */
export class CascadeBudget {
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

  isMarkedDeleted(model: Model, id: number): boolean {
    return this.#going.get(model.name)?.has(id) ?? false
  }

  /** Notes records that are about to go. */
  markDeleted(model: Model, ids: readonly number[]): void {
    const going = this.#going.get(model.name) ?? new Set()
    for (const id of ids) going.add(id)
    this.#going.set(model.name, going)
  }

  /** Notes so many more, unless they are too many. */
  spend(what: 'cleared' | 'deleted', count: number): void {
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
  toExtraMembers(): string | undefined {
    return this.cleared + this.deleted === 0
      ? undefined
      : `"also":${JSON.stringify({ cleared: this.cleared, deleted: this.deleted })}`
  }
}

/** What a write transaction has written, for who watches over some of it. */
export class WrittenRecords {
  readonly #writes: WrittenPlan[] = []
  /** What rules ask of the caller's own user, as it was before. */
  caller: ReadonlyMap<string, string> | undefined

  add(plan: WrittenPlan['plan'], id: number): void {
    this.#writes.push({ plan, id })
  }

  get writes(): readonly WrittenPlan[] {
    return this.#writes
  }

  /** The ids of all records of a model that were written. */
  idsOf(modelName: string): number[] {
    return this.#writes.filter(({ plan }) => plan.model.name === modelName).map(({ id }) => id)
  }
}

interface WrittenPlan {
  readonly plan: CreatePlan | UpdatePlan
  readonly id: number
}
