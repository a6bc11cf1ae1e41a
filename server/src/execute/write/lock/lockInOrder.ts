import type { Model } from '../../../model/Model.ts'
import { collectionsOf } from '../../../model/Models.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import type { RelationWrite } from '../../../plan/relations.ts'
import {
  addFollowing,
  type IdSet,
  type LockMode,
  lockInOrderStatement,
  namedIds,
  referringIds,
} from '../../../statement/lockInOrder.ts'
import { toKey } from '../../../statement/Shape.ts'
import { updateStatement } from '../../../statement/update.ts'
import { maxBatch } from '../runBatched.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** What a transaction is about to write. */
export interface Locking {
  /** Records that are created and updated, with their members and links. */
  readonly writes?: readonly (CreatePlan | UpdatePlan)[]
  readonly deletes?: readonly RecordIds[]
  /** Records that change without their members. */
  readonly records?: readonly RecordIds[]
  /** Records whose members of all levels may change. */
  readonly wholes?: readonly RecordIds[]
  /** Whether the records are read before they are written, so that they must be locked in any case. */
  readonly isRead?: boolean
}

/** Records of one model. */
export interface RecordIds {
  readonly model: Model
  readonly ids: readonly number[]
}

/**
 * Locks what a transaction is about to write, in the one order that all transactions have: model by model, those that
 * refer to others before those (`Models.lockRankOf`), and in each model by id, in one statement. So members are locked
 * before their record, records before the ones that they link to, and what a delete clears or deletes with a record
 * before that. Two transactions wait for each other then, and never in a circle. The exceptions are records that rules
 * read, and those that fields refer to, which PostgreSQL locks itself. If it finds a circle nevertheless, one of the
 * transactions starts over (`Database.transact`).
 * A single record is left to the statement that writes it, which locks several as its plan finds them. Logic leaves
 * them to it, too: it gives up soon, and locks all that it used before its next attempt.
 */
export async function lockInOrder(locking: Locking, tx: WriteTransaction): Promise<void> {
  const { services, locked, transaction } = tx
  const wanted = new WantedLocks(locking, tx)
  const sorted = wanted.all.toSorted(
    (a, b) => services.models.lockRankOf(a.model) - services.models.lockRankOf(b.model),
  )
  const last = sorted.at(-1)
  if (last && !locking.isRead && isLockedByWrite(last, tx.locksOnRetry)) sorted.pop()
  for (const one of sorted) {
    const { model, found, mode } = one
    const rows = await transaction.run(lockInOrderStatement({ model, ids: [...one.ids], found, mode }))
    if (mode !== 'link') locked.add(mode, model, [...one.ids, ...rows.map(([id]) => Number(id))])
  }
}

/** The records of one model that are locked. */
interface WantedLock {
  readonly model: Model
  readonly ids: Set<number>
  readonly found: IdSet[]
  mode: LockMode
  /** The updates among the writes, by the shapes of their statements. */
  readonly shapes: Set<string>
  hasLinks: boolean
}

/** Whether the next statement locks these records alone, and in which order does not matter. */
function isLockedByWrite({ ids, found, mode, shapes, hasLinks }: WantedLock, inAnyOrder: boolean): boolean {
  if (found.length > 0 || hasLinks || mode === 'link') return false
  if (ids.size < 2 || !inAnyOrder) return ids.size < 2
  return mode === 'delete' ? shapes.size === 0 : shapes.size === 1 && ids.size <= maxBatch
}

const modes: readonly LockMode[] = ['link', 'update', 'delete']
/** How many levels of collections a record may have that is restored with them. */
const maxDepth = 5
/** The most current members of a collection that are locked. */
export const maxMembers = 100_000

/** Finds out which records are locked for what is about to be written. */
class WantedLocks {
  readonly #tx: WriteTransaction
  readonly #byModel = new Map<string, WantedLock>()
  /** The collections that are written, by model and reference. */
  readonly #collections = new Map<string, WrittenCollection>()

  constructor({ writes = [], deletes = [], records = [], wholes = [] }: Locking, tx: WriteTransaction) {
    this.#tx = tx
    for (const plan of writes) this.#addWrite(plan)
    for (const collection of this.#collections.values()) this.#addMembers(collection)
    for (const { model, ids } of deletes) this.#addDeletes(model, ids)
    for (const { model, ids } of wholes) this.#addWhole(model, namedIds(ids), [])
    for (const { model, ids } of [...records, ...wholes]) for (const id of ids) this.#want(model, 'update').ids.add(id)
    const linking = writes.filter(({ relations }) => relations.some((write) => 'ids' in write))
    if (linking.length > 1) for (const { relations } of linking) this.#addLinked(relations)
  }

  get all(): WantedLock[] {
    return [...this.#byModel.values()]
  }

  #want(model: Model, mode: LockMode): WantedLock {
    const known = this.#byModel.get(model.name)
    const one = known ?? { model, ids: new Set(), found: [], mode, shapes: new Set(), hasLinks: false }
    if (!known) this.#byModel.set(model.name, one)
    if (modes.indexOf(mode) > modes.indexOf(one.mode)) one.mode = mode
    return one
  }

  #addWrite(plan: CreatePlan | UpdatePlan): void {
    const { model, relations } = plan
    const isKnown = plan.operation === 'update' && this.#tx.locked.has('update', model, plan.id)
    if (isKnown) return
    if (plan.operation === 'update') {
      const own = this.#want(model, 'update')
      own.ids.add(plan.id)
      own.shapes.add(toKey(updateStatement.shapeOf(plan)))
      own.hasLinks ||= relations.some((write) => 'ids' in write)
    }
    for (const write of relations) if ('members' in write) this.#addCollection(plan, write)
  }

  #addCollection(plan: CreatePlan | UpdatePlan, { relation, members, removed }: MembersWrite): void {
    for (const member of members) this.#addWrite(member)
    if (plan.operation === 'create') return
    const key = `${relation.target} ${relation.by}`
    const model = this.#tx.services.models.get(relation.target)
    const known = this.#collections.get(key) ?? { model, by: relation.by, parents: [], sent: [], removed: [] }
    this.#collections.set(key, known)
    known.sent.push(...members.flatMap((member) => (member.operation === 'update' ? [member.id] : [])))
    if (removed) known.removed.push(...removed)
    else known.parents.push(plan.id)
  }

  /** Adds the members that a collection has now. Those that were not sent are deleted if they need their parent. */
  #addMembers({ model, by, parents, sent, removed }: WrittenCollection): void {
    const isDeleted = model.fields.some(({ name, required }) => name === by && required)
    const own = this.#want(model, isDeleted ? 'delete' : 'update')
    if (removed.length > 0 && isDeleted) this.#addDeletes(model, removed)
    else for (const id of removed) own.ids.add(id)
    if (parents.length === 0) return
    const named = namedIds(parents)
    own.found.push(referringIds(model, by, named, maxMembers))
    if (isDeleted) this.#addFollowing(model, referringIds(model, by, named, maxMembers, sent))
  }

  #addDeletes(model: Model, named: readonly number[]): void {
    const ids = named.filter((id) => !this.#tx.locked.has('delete', model, id))
    if (ids.length === 0) return
    for (const id of ids) this.#want(model, 'delete').ids.add(id)
    this.#addFollowing(model, namedIds(ids), ids.length)
  }

  #addFollowing(model: Model, deleted: IdSet, count = 0): void {
    const { services, budget } = this.#tx
    addFollowing(model, deleted, services.models, budget.left + count + 1, (other, found) =>
      this.#want(other, 'delete').found.push(found),
    )
  }

  /** Adds the members of records, their members, and so on. */
  #addWhole(model: Model, ids: IdSet, path: readonly string[]): void {
    if (path.length >= maxDepth || path.includes(model.name)) return
    for (const { target, by } of collectionsOf(model)) {
      const member = this.#tx.services.models.get(target)
      const found = referringIds(member, by, ids, this.#tx.services.maxBulk + 1)
      this.#want(member, 'delete').found.push(found)
      this.#addFollowing(member, found)
      this.#addWhole(member, found, [...path, model.name])
    }
  }

  /** Adds the linked records, unless records of their model are locked anyway: they are locked after their source. */
  #addLinked(relations: readonly RelationWrite[]): void {
    for (const write of relations) {
      if (!('ids' in write)) continue
      const target = this.#tx.services.models.get(write.relation.target)
      const mode = this.#byModel.get(target.name)?.mode ?? 'link'
      if (mode === 'link') for (const id of write.ids) this.#want(target, 'link').ids.add(id)
    }
  }
}

type MembersWrite = Extract<RelationWrite, { readonly members: readonly unknown[] }>

interface WrittenCollection {
  readonly model: Model
  readonly by: string
  readonly parents: number[]
  /** The members that were sent, which stay. */
  readonly sent: number[]
  readonly removed: number[]
}
