import { Failure } from '../../failure/failure.ts'
import { type JsonMembers, jsonMember } from '../../text/json.ts'
import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../plan/Plan.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import type { Stored } from '../../statement/Statement.ts'
import type { TransactionServices } from '../ExecutionServices.ts'
import type { LockedRecords } from './lock/LockedRecords.ts'
import type { SeriesNumbers } from './record/seriesNumbers.ts'
import type { WriteItem } from './record/WriteItem.ts'

/** A write in progress: its transaction, and how many more records it may change than the request names. */
export interface WriteTransaction {
  readonly transaction: Transaction
  readonly services: TransactionServices
  readonly budget: CascadeBudget
  readonly writtenRecords: WrittenRecords
  readonly locked: LockedRecords
  /** Whether it gives up soon where others hold a record, and locks what it used before it starts over: logic does. */
  readonly locksOnRetry: boolean
  /** The numbers of plain series that were drawn for new records before the transaction began. */
  readonly numbers: SeriesNumbers
  /** The caller's authorization. */
  readonly authorization: Authorization
  /**
   * Writes records with their collections and links, and checks the caller's rights. It is a member of this interface
   * because parents write members, which write their own members in turn.
   */
  write(items: readonly WriteItem[]): Promise<WrittenRecord[]>
  /** Deletes records, and checks the caller's rights. */
  remove(model: Model, targets: readonly DeleteTarget[], context: WriteContext): Promise<void>
  /** Writes what follows from the models' declarations, without a check of the caller's rights. */
  cascadeWrites(items: readonly WriteItem[]): Promise<WrittenRecord[]>
  /** Deletes what follows from the models' declarations, without a check of the caller's rights. */
  cascadeDeletes(model: Model, targets: readonly DeleteTarget[], context: WriteContext): Promise<void>
  /** Does a part of the work. If it throws, its writes are taken back, and the transaction can continue. */
  attempt<T>(part: () => Promise<T>): Promise<T>
}

/** A written record, with its id. */
export interface WrittenRecord extends Stored {
  readonly id: number
}

/** A record to delete; its version is checked unless null. */
export interface DeleteTarget {
  readonly id: number
  readonly version: number | null
  readonly path: string
}

/**
 * Counts the records that a transaction changes besides the named ones: cleared references and cascaded deletes. It
 * knows the records that will be deleted, so that records which refer to each other in a cycle are handled once.
 */
export class CascadeBudget {
  readonly limit: number
  readonly #marked = new Map<string, Set<number>>()
  readonly #cascaded: RecordName[] = []
  cleared = 0
  deleted = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get left(): number {
    return this.limit - this.cleared - this.deleted
  }

  isMarkedDeleted(model: Model, id: number): boolean {
    return this.#marked.get(model.name)?.has(id) ?? false
  }

  /** Marks records that will be deleted. */
  markDeleted(model: Model, ids: readonly number[]): void {
    const marked = this.#marked.get(model.name) ?? new Set()
    for (const id of ids) marked.add(id)
    this.#marked.set(model.name, marked)
  }

  /** The records that were cleared or deleted besides the named ones. */
  get cascaded(): readonly RecordName[] {
    return this.#cascaded
  }

  /** Returns a function that forgets what was marked and counted since. */
  savepoint(): () => void {
    const sizes = new Map([...this.#marked].map(([name, ids]) => [name, ids.size]))
    const { cleared, deleted } = this
    const cascaded = this.#cascaded.length
    return () => {
      for (const [name, ids] of this.#marked) for (const id of [...ids].slice(sizes.get(name) ?? 0)) ids.delete(id)
      this.#cascaded.length = cascaded
      this.cleared = cleared
      this.deleted = deleted
    }
  }

  /** Counts more records. Fails if they exceed the limit. */
  spend(what: 'cleared' | 'deleted', model: Model, ids: readonly number[]): void {
    const count = ids.length
    if (count > this.left)
      throw new Failure(
        'too-many-affected',
        `More than ${this.limit} other records would be cleared or deleted with this: ` +
          'change or delete them in smaller steps first.',
        {
          data: { most: this.limit },
        },
      )
    this[what] += count
    for (const id of ids) this.#cascaded.push({ model: model.name, id })
  }

  /** The counts as members of the answer; undefined if both are 0. */
  toExtraMembers(): JsonMembers | undefined {
    const { cleared, deleted } = this
    return cleared + deleted === 0 ? undefined : jsonMember('also', { cleared, deleted })
  }
}

/** A record by its model and id. */
export interface RecordName {
  readonly model: string
  readonly id: number
}

/** The records that a transaction has written and deleted so far, for the checks at its end. */
export class WrittenRecords {
  readonly #all: (WrittenPlan | DeletedRecord)[] = []
  readonly #created = new Map<string, Set<unknown>>()
  /** The fields of the caller's own user that rules refer to, as they were before the transaction. */
  caller: ReadonlyMap<string, string> | undefined

  /** Adds a record at the version that it got. */
  add(plan: WrittenPlan['plan'], id: number, version: number): void {
    this.#all.push({ plan, id, version })
    this.#noteCreated(plan, id)
  }

  addDeleted(model: Model, ids: readonly number[]): void {
    for (const id of ids) this.#all.push({ deleted: model, id })
  }

  /** Returns a function that forgets what was added since. */
  savepoint(): () => void {
    const { length } = this.#all
    return () => {
      this.#all.length = length
      this.#created.clear()
      for (const { plan, id } of this.writes) this.#noteCreated(plan, id)
    }
  }

  #noteCreated({ operation, model }: WrittenPlan['plan'], id: number): void {
    if (operation !== 'create') return
    const ids = this.#created.get(model.name)
    if (ids) ids.add(id)
    else this.#created.set(model.name, new Set([id]))
  }

  /** The ids of the records that were created, by model. */
  get created(): ReadonlyMap<string, ReadonlySet<unknown>> {
    return this.#created
  }

  /** All that was written and deleted, in order. A record that was written twice is there twice. */
  get all(): readonly (WrittenPlan | DeletedRecord)[] {
    return this.#all
  }

  get writes(): readonly WrittenPlan[] {
    return this.#all.filter((one) => 'plan' in one)
  }

  /** Returns the ids of all written records of a model. */
  idsOf(modelName: string): number[] {
    return this.writes.filter(({ plan }) => plan.model.name === modelName).map(({ id }) => id)
  }
}

interface WrittenPlan {
  readonly plan: CreatePlan | UpdatePlan
  readonly id: number
  readonly version: number
}

interface DeletedRecord {
  readonly deleted: Model
  readonly id: number
}
