import { Failure } from '../../../failure/failure.ts'
import { requireAt } from '../../../failure/invariant.ts'
import { joinMembers } from '../../../text/json.ts'
import type { Field } from '../../../model/field/Field.ts'
import type { ColumnValue } from '../../../model/field/FieldType.ts'
import type { Model } from '../../../model/Model.ts'
import type { Authorization } from '../../../permission/Authorization.ts'
import type { WriteContext } from '../../../plan/Plan.ts'
import type { RelationWrite } from '../../../plan/relations.ts'
import { addLinksStatement, lockTargetsStatement } from '../../../statement/links.ts'
import { toRefusedFailure } from '../../../statement/refusal/Reason.ts'
import type { Stored } from '../../../statement/Statement.ts'
import type { Updated } from '../../../statement/record/Written.ts'
import { laterEntriesStatement, type Recreation, recreateStatement } from '../../../statement/recreate.ts'
import type { Past, PlainRecord } from '../../../versions/Past.ts'
import { toConflict } from '../../conflict.ts'
import { createdOf } from '../../readVersion.ts'
import { readInTransaction } from '../readInTransaction.ts'
import { visibleAmong } from '../record/rowRules.ts'
import { runBatched } from '../runBatched.ts'
import { atPath } from '../record/WriteItem.ts'
import { toLinkChange } from '../relation/writeLinks.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** A write of links. */
export type LinksWrite = Extract<RelationWrite, { ids: readonly number[] }>

/** The old state that a record gets again. */
export interface OldRecord {
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  /** Only the relations that differed from now. */
  readonly links: readonly LinksWrite[]
}

/** A deleted record to recreate with its links, and what the failures of the request call it. */
export interface RecreateItem {
  readonly recreation: Recreation
  readonly links: readonly LinksWrite[]
  readonly path: string
}

/** The deleted record to recreate. */
export interface DeletedTarget {
  readonly model: Model
  readonly id: number
  /** The version of the delete. */
  readonly version: number
  readonly context: WriteContext
  readonly path: string
}

/** Plans the new row of a deleted record. */
export function toRecreation(target: DeletedTarget, past: Past, { fields, values, links }: OldRecord): RecreateItem {
  const { model, id, version, path } = target
  const { authorization, requestId, dryRun } = target.context
  const changes = links
    .filter(({ ids }) => ids.length > 0)
    .map(({ relation, ids }) => toLinkChange(relation.name, [], ids))
  const linkChanges = changes.length === 0 ? {} : { linkChanges: joinMembers(changes) }
  const context = { authorization, requestId, dryRun }
  return {
    recreation: { model, id, version, context, fields, values, ...createdOf(past), ...linkChanges },
    links,
    path,
  }
}

/**
 * Recreates deleted records of one model with their links. The first that fails fails them all. Of a record that is
 * there already, only what the asker sees is said.
 */
export async function recreateRecords(
  items: readonly RecreateItem[],
  tx: WriteTransaction,
  asker: Authorization = tx.authorization,
): Promise<Stored[]> {
  const { transaction, services, writtenRecords } = tx
  const [first] = items
  if (!first) return []
  const rows = items.map(({ recreation: item, path }) => ({ item, path }))
  const results = await runBatched(recreateStatement, rows, transaction, services.models)
  const targets = items.map(({ recreation }) => recreation)
  const later = await transaction.run(laterEntriesStatement(first.recreation.model, targets))
  const laterById = new Map(
    later.map(([id, count, last]) => [Number(id), { count: Number(count), last: Number(last) }]),
  )
  const written: Stored[] = []
  for (const [index, item] of items.entries()) {
    const stored = await requireRecreated(item, requireAt(results, index), laterById.get(item.recreation.id), {
      ...tx,
      authorization: asker,
    })
    const { model, id, context, fields, values } = item.recreation
    const plan = { operation: 'create', model, context, fields, values, given: [], relations: [] } as const
    writtenRecords.add(plan, id, stored.version)
    await addLinks(item, tx)
    written.push(stored)
  }
  return written
}

/** Only one entry may follow that of the delete: the one of this restore. */
async function requireRecreated(
  { recreation: { model, id, version }, path }: RecreateItem,
  written: Updated,
  later: { readonly count: number; readonly last: number } | undefined,
  tx: WriteTransaction,
): Promise<Stored> {
  const { authorization } = tx
  if (written.is === 'refused') throw atPath(toRefusedFailure(written.reasons, model, authorization), path)
  if (written.is === 'stale') {
    const [current] = await readInTransaction([{ operation: 'read', model, authorization, id }], tx)
    if (current) throw atPath(toConflict(current), path)
  }
  if (written.is === 'stale' || later?.count !== 1) throw atPath(deletedConflict(later?.last ?? version), path)
  return written
}

async function addLinks({ recreation: { model, id }, links }: RecreateItem, tx: WriteTransaction): Promise<void> {
  for (const { relation, ids } of links)
    if (ids.length > 0) {
      const target = tx.services.models.get(relation.target)
      await tx.transaction.run(addLinksStatement(model, target, relation, id, ids))
    }
}

/** Makes the failure of a restore that does not name the version of the delete. */
export function deletedConflict(version: number): Failure {
  const message = `The record was deleted as version ${version}: send that as data.version.`
  return new Failure('version-conflict', message, { data: { current: null } })
}

/** Returns the links of an old version. Relations that the journal does not mention have not changed since. */
export function findOldLinks({ relations }: Model, state: PlainRecord): LinksWrite[] {
  return relations.flatMap((relation) => {
    if (relation.type !== 'links' || !Object.hasOwn(state, relation.name)) return []
    const journaled = state[relation.name]
    const ids = Array.isArray(journaled) ? journaled.filter((id) => typeof id === 'number') : []
    return [{ relation, ids: ids.toSorted((a, b) => a - b) }]
  })
}

/**
 * Returns the linked records that still exist and, by relation, the ids of those that do not. Records that the caller
 * does not see are in neither.
 */
export async function findLinkable(
  links: readonly LinksWrite[],
  tx: WriteTransaction,
): Promise<{ links: LinksWrite[]; missing: Record<string, number[]> | undefined }> {
  const found: LinksWrite[] = []
  const missing: Record<string, number[]> = {}
  for (const { relation, ids: old } of links) {
    const target = tx.services.models.get(relation.target)
    const visible = await visibleAmong(target, old, tx)
    const ids = old.filter((id) => visible.has(id))
    const rows = await tx.transaction.run(lockTargetsStatement(target, ids))
    const existing = new Set(rows.map(([id]) => Number(id)))
    const deleted = ids.filter((id) => !existing.has(id))
    found.push({ relation, ids: ids.filter((id) => existing.has(id)) })
    if (deleted.length > 0) missing[relation.name] = deleted
  }
  return { links: found, missing: Object.keys(missing).length > 0 ? missing : undefined }
}
