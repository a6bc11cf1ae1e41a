import { Failure } from '../../../failure/failure.ts'
import { requireAt } from '../../../failure/invariant.ts'
import type { Model } from '../../../model/Model.ts'
import type { CollectionRelation } from '../../../model/relation/collection.ts'
import type { WriteContext } from '../../../plan/Plan.ts'
import type { RestorePlan } from '../../../plan/RestorePlan.ts'
import { lockReferrersStatement } from '../../../statement/links.ts'
import {
  type Boundary,
  membersAtStatement,
  nextVersionWrittenStatement,
  versionWrittenStatement,
} from '../../../statement/membersAt.ts'
import { pastStatement } from '../../../statement/past.ts'
import type { Past, PlainRecord } from '../../../versions/Past.ts'
import { findStateAt } from '../../../versions/stateAt.ts'
import { isNextVersion } from '../../../versions/versionLeap.ts'
import { runBatched } from '../runBatched.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** One collection of some records. */
export interface Collection {
  readonly relation: CollectionRelation
  readonly model: Model
  readonly parents: readonly number[]
  readonly context: WriteContext
}

/** A record that is in a collection, or was, with what it was at the boundary. */
export interface Member {
  readonly id: number
  readonly isMember: boolean
  readonly path: string
  readonly past: Past
  /** Undefined if it was no member then. */
  readonly state: PlainRecord | undefined
}

/**
 * Finds the moment whose members are restored: just before the next version of the record was written. The members of
 * the current version are those that it had when it was written.
 */
export async function findBoundary(
  { model, id, version, toVersion }: RestorePlan,
  { transaction }: WriteTransaction,
): Promise<Boundary> {
  const isIncluded = toVersion === version
  const written = isIncluded
    ? versionWrittenStatement(model, id, version)
    : nextVersionWrittenStatement(model, id, toVersion)
  const [row] = await transaction.run(written)
  const [on, by, next] = row ?? []
  const isKnown = isIncluded || isNextVersion(Number(next), toVersion)
  if (!on || !by || !isKnown) throw membersUnknown(`version ${toVersion}`)
  return { on, transaction: by, isIncluded }
}

/** Loads the records that are in a collection, or ever were, and locks those that are. */
export async function loadMembersAt(
  { relation, model, parents }: Collection,
  boundary: Boundary,
  tx: WriteTransaction,
): Promise<Member[]> {
  const { transaction, services, authorization } = tx
  const limit = services.maxBulk + 1
  await transaction.run(lockReferrersStatement(model, relation.by, parents, limit))
  const rows = await transaction.run(membersAtStatement(model, relation.by, parents, boundary, limit))
  if (rows.length > services.maxBulk)
    throw new Failure('too-many-affected', `More than ${services.maxBulk} records are or were in ${relation.name}.`, {
      data: { most: services.maxBulk },
    })
  const found = rows.map(([id, , parent, version]) => ({ id: Number(id), parent: Number(parent), at: Number(version) }))
  const questions = found.map(({ id, at }) => ({
    item: { model, id, version: Math.max(at, 0), authorization },
    path: '',
  }))
  const pasts = await runBatched(pastStatement, questions, transaction, services.models)
  return found.map(({ id, parent, at }, index) => {
    const past = requireAt(pasts, index)
    const path = `${relation.name}.${id}.`
    const state = findMemberState(past, at, path)
    const wasMember = parents.some((one) => state?.[relation.by] === one)
    return { id, isMember: parents.includes(parent), path, past, state: wasMember ? state : undefined }
  })
}

/** What a record was at a version; undefined if it did not exist. */
function findMemberState(past: Past, version: number, path: string): PlainRecord | undefined {
  if (version < 0) return undefined
  const isDelete = past.entries.some((entry) => entry.version === version && entry.operation === 'd')
  if (isDelete) return undefined
  const state = findStateAt(past, version)
  if (!state) throw membersUnknown(path.slice(0, -1))
  return state
}

function membersUnknown(what: string): Failure {
  return new Failure(
    'version-not-found',
    `The journal does not say any more what ${what} was then: restore the record without members.`,
  )
}
