import { isDeepStrictEqual } from 'node:util'
import { requireValue } from '../../../failure/invariant.ts'
import type { Model } from '../../../model/Model.ts'
import { collectionsOf } from '../../../model/Models.ts'
import type { RestorePlan } from '../../../plan/RestorePlan.ts'
import { toChange } from '../../../plan/toChange.ts'
import type { Boundary } from '../../../statement/membersAt.ts'
import { toPlainRecord } from '../../../versions/plainValues.ts'
import { lastVersion } from '../../../versions/stateAt.ts'
import { requireFullRights, toDeletedValues, toOldValues } from '../../oldValues.ts'
import { type Collection, loadMembersAt, type Member } from '../relation/loadMembersAt.ts'
import { findLinkable, findOldLinks, type RecreateItem, recreateRecords, toRecreation } from './recreateRecords.ts'
import { atPath, type WriteItem } from '../record/WriteItem.ts'
import { removeMembers } from '../relation/writeMembers.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** How many members a restore has recreated, changed and removed. */
export interface RestoredMembers {
  recreated: number
  changed: number
  removed: number
}

/** How many levels of collections are restored: members, their members, and so on. */
const maxDepth = 5

/**
 * Gives a restored record the members that it had, in all collections or in those that were named, and these their own
 * members in all.
 */
export async function restoreMembers(
  { model, id, context, members }: RestorePlan,
  boundary: Boundary,
  tx: WriteTransaction,
): Promise<RestoredMembers> {
  const counts = { recreated: 0, changed: 0, removed: 0 }
  const restored = new Set([`${model.name} ${id}`])
  let level = [{ model, ids: [id] }]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: { model: Model; ids: number[] }[] = []
    for (const { model: parent, ids } of level)
      for (const relation of collectionsOf(parent)) {
        if (depth === 0 && Array.isArray(members) && !members.includes(relation.name)) continue
        const target = tx.services.models.get(relation.target)
        const found = await restoreCollection({ relation, model: target, parents: ids, context }, boundary, counts, tx)
        const fresh = found.filter((member) => !restored.has(`${target.name} ${member}`))
        for (const member of fresh) restored.add(`${target.name} ${member}`)
        if (fresh.length > 0) next.push({ model: target, ids: fresh })
      }
    level = next
  }
  return counts
}

/**
 * Restores one collection, and returns the ids of the members that it had. Those that were added since are removed
 * first: they may have taken unique values.
 */
async function restoreCollection(
  collection: Collection,
  boundary: Boundary,
  counts: RestoredMembers,
  tx: WriteTransaction,
): Promise<number[]> {
  const { relation, model, context } = collection
  requireFullRights(model, ['create', 'update', 'delete'], tx.authorization.rights)
  const members = await loadMembersAt(collection, boundary, tx)
  const added = members.filter(({ isMember, state }) => isMember && !state)
  const versions = added.map(({ id, past }) => [id, requireCurrent(past).version] as const)
  await removeMembers(model, relation.by, versions, context, `${relation.name}.`, tx)
  const had = members.filter(({ state }) => state)
  const changes: WriteItem[] = []
  const recreations: RecreateItem[] = []
  for (const member of had) {
    if (!member.past.current) recreations.push(await toRecreated(member, collection, tx))
    else changes.push(...(await toChanged(member, collection, tx)))
  }
  await tx.write(changes)
  await recreateRecords(recreations, tx)
  counts.removed += added.length
  counts.changed += changes.length
  counts.recreated += recreations.length
  return had.map(({ id }) => id)
}

/** The current state of a member that was not deleted. */
function requireCurrent({ current }: Member['past']): NonNullable<Member['past']['current']> {
  return requireValue(current, 'The current state of a member')
}

async function toRecreated(
  { id, path, past, state = {} }: Member,
  { model, context }: Collection,
  tx: WriteTransaction,
): Promise<RecreateItem> {
  try {
    const { links } = await findLinkable(findOldLinks(model, state), tx)
    const old = { ...toDeletedValues(model, state, tx.services.models, tx.authorization), links }
    return toRecreation(
      { model, id, version: requireValue(lastVersion(past), 'The version of a delete'), context, path },
      past,
      old,
    )
  } catch (error) {
    throw atPath(error, path)
  }
}

/** The update that gives a member its old values; none if it has them. */
async function toChanged(
  { id, path, past, state = {} }: Member,
  { model, context }: Collection,
  tx: WriteTransaction,
): Promise<WriteItem[]> {
  try {
    const { fields, values } = toOldValues(model, state, tx.services.models)
    const old = toPlainRecord({ fields, values })
    const { version, values: now } = requireCurrent(past)
    const isNew = fields.map(({ name }) => !isDeepStrictEqual(now[name] ?? null, old[name] ?? null))
    const { links: relations } = await findLinkable(findOldLinks(model, state), tx)
    if (!isNew.includes(true) && relations.length === 0) return []
    const { authorization, requestId, dryRun } = context
    const plan = toChange({
      model,
      id,
      version,
      context: { authorization, requestId, dryRun },
      fields: fields.filter((_, index) => isNew[index]),
      values: values.filter((_, index) => isNew[index]),
      relations,
      journaledAs: 'restore',
      answers: 'nothing',
    })
    return [{ plan, path }]
  } catch (error) {
    throw atPath(error, path)
  }
}
