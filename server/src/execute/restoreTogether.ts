import type { Envelope } from '../envelope/Envelope.ts'
import { Failure } from '../failure.ts'
import { joinMembers, jsonMember } from '../json.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import type { RestorePlan, UpdatePlan } from '../plan/Plan.ts'
import type { RelationWrite } from '../plan/relations.ts'
import { toChange } from '../plan/toChange.ts'
import { addLinksStatement, lockRecordStatement, lockTargetsStatement } from '../statement/links.ts'
import { laterEntriesStatement, type Recreation, recreateStatement } from '../statement/recreate.ts'
import { toRefusedFailure } from '../statement/part/Reason.ts'
import type { Stored } from '../statement/part/Statement.ts'
import type { Past, PlainRecord } from '../versions/Past.ts'
import { createdOf } from './readVersion.ts'
import { toConflict } from './conflict.ts'
import { inTransaction, withExtraMembers, withoutKey, writeOne } from './inTransaction.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { visibleAmong } from './transaction/rowRules.ts'
import type { WriteTransaction } from './transaction/WriteTransaction.ts'
import { readInTransaction } from './transaction/readInTransaction.ts'
import { runTogether } from './transaction/runTogether.ts'
import { toLinkChange } from './transaction/writeLinks.ts'

type LinksWrite = Extract<RelationWrite, { ids: readonly number[] }>

/** The old state that a record gets again. */
export interface OldRecord {
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  /** Only the relations that differed from now. */
  readonly links: readonly LinksWrite[]
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
 * Restores a record in one transaction: a deleted one, or one with links. Linked records that do not exist any more are
 * left out, and the answer lists them.
 */
export async function restoreTogether(
  plan: RestorePlan,
  past: Past,
  old: OldRecord,
  services: ExecutionServices,
): Promise<Envelope> {
  return inTransaction(plan.context, services, async (tx) => {
    // Lock in the same order as every write of links: first the record, then the linked records.
    await tx.transaction.run(lockRecordStatement(plan.model, plan.id))
    const { links, missing } = await findLinkable(old.links, tx)
    const found = { ...old, links }
    const { json, version } = past.current
      ? await writeOne(toUpdate(plan, found), tx)
      : await showRestored(plan, await recreate(toRecreation(plan, past, found), links, tx), tx)
    return withExtraMembers({ data: json, version }, missing && jsonMember('missing', missing))
  })
}

/** Shows the chosen fields of a recreated record. */
async function showRestored(plan: RestorePlan, stored: Stored, tx: WriteTransaction): Promise<Stored> {
  const { model, id, selection } = plan
  if (!selection) return stored
  const [shown] = await readInTransaction(
    [{ operation: 'read', model, authorization: tx.authorization, id, selection }],
    tx,
  )
  return shown ?? stored
}

/** Plans the update that gives a record its old values. */
export function toUpdate(
  { model, id, version, context, selection }: RestorePlan,
  { fields, values, links }: OldRecord,
): UpdatePlan {
  const shown = selection ? { selection } : {}
  return toChange({ model, id, version, context, fields, values, relations: links, journaledAs: 'restore', ...shown })
}

/** Plans the new row of a deleted record. */
function toRecreation(plan: RestorePlan, past: Past, { fields, values, links }: OldRecord): Recreation {
  const { model, id, version, context } = plan
  const changes = links
    .filter(({ ids }) => ids.length > 0)
    .map(({ relation, ids }) => toLinkChange(relation.name, [], ids))
  const linkChanges = changes.length === 0 ? {} : { linkChanges: joinMembers(changes) }
  return { model, id, version, context: withoutKey(context), fields, values, ...createdOf(past), ...linkChanges }
}

/** Makes the failure of a restore that does not name the version of the delete. */
export function deletedConflict(version: number): Failure {
  const message = `The record was deleted as version ${version}: send that as data.version.`
  return new Failure('version-conflict', message, { data: { current: null } })
}

/**
 * Returns the linked records that still exist and, by relation, the ids of those that do not. Records that the caller
 * does not see are in neither.
 */
async function findLinkable(
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

async function recreate(
  recreation: Recreation,
  links: readonly LinksWrite[],
  { transaction, services, authorization, writtenRecords }: WriteTransaction,
): Promise<Stored> {
  const { model, id, version, context, fields, values } = recreation
  writtenRecords.add({ operation: 'create', model, context, fields, values, given: [], relations: [] }, id)
  const [written] = await runTogether(recreateStatement, [{ item: recreation, path: '' }], transaction, services.models)
  if (!written) throw new TypeError('A written record has no result.')
  if (written.is === 'refused') throw toRefusedFailure(written.reasons, model, authorization)
  if (written.is === 'stale') {
    const [current] = await readInTransaction([{ operation: 'read', model, authorization, id }], {
      transaction,
      services,
    })
    if (current) throw toConflict(current)
  }
  const [later] = await transaction.run(laterEntriesStatement(model, id, version))
  if (written.is === 'stale' || Number(later?.[0]) !== 1) throw deletedConflict(Number(later?.[1] ?? version))
  for (const { relation, ids } of links)
    if (ids.length > 0)
      await transaction.run(addLinksStatement(model, services.models.get(relation.target), relation, id, ids))
  return written
}
