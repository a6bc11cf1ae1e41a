import type { CreatePlan, UpdatePlan } from '../../plan/Plan.ts'
import type { RelationWrite } from '../../plan/relations.ts'
import {
  addLinksStatement,
  lockRecordStatement,
  readLinksStatement,
  removeLinksStatement,
} from '../../statement/links.ts'
import { missingFailure } from '../../statement/refusal.ts'
import { Refused } from '../../postgres/trouble.ts'
import type { Deed } from './Deed.ts'
import { atPlace } from './WriteItem.ts'

type LinksWrite = Extract<RelationWrite, { ids: readonly number[] }>

/**
 * The plan with what it changes in links, for its journal row. The record is locked first, so that nobody else changes its
 * links between reading them here and writing them behind the record.
 */
export async function withLinkChanges<Plan extends CreatePlan | UpdatePlan>(plan: Plan, deed: Deed): Promise<Plan> {
  const writes = plan.relations.filter((write) => 'ids' in write)
  if (writes.length === 0) return plan
  if (plan.operation === 'update') await deed.transaction.run(lockRecordStatement(plan.model, plan.id))
  const changes: string[] = []
  for (const write of writes) {
    const before = plan.operation === 'update' ? await readLinks(plan, plan.id, write, deed) : []
    if (before.join() !== write.ids.join()) changes.push(toLinkChange(write.relation.name, before, write.ids))
  }
  return changes.length === 0 ? plan : { ...plan, linkChanges: changes.join() }
}

/** A change of links as the journal keeps it: the ids before and after. */
export function toLinkChange(name: string, before: readonly number[], after: readonly number[]): string {
  return `${JSON.stringify(name)}:[[${before.join()}],[${after.join()}]]`
}

/** Makes the links of a record those that were sent. */
export async function changeLinks(
  plan: CreatePlan | UpdatePlan,
  id: number,
  write: LinksWrite,
  prefix: string,
  deed: Deed,
): Promise<void> {
  const { transaction, means } = deed
  const { model } = plan
  const { relation, ids } = write
  const before = plan.operation === 'update' ? await readLinks(plan, id, write, deed) : []
  const [gone, added] = [before.filter((one) => !ids.includes(one)), ids.filter((one) => !before.includes(one))]
  if (gone.length > 0) await transaction.run(removeLinksStatement(model, relation, id, gone))
  if (added.length === 0) return
  const target = means.models.get(relation.target)
  try {
    const linked = await transaction.run(addLinksStatement(model, target, relation, id, added))
    if (linked.length < added.length) throw missingFailure([relation.name])
  } catch (error) {
    // Its foreign key: the record went between our look at it and the link.
    const missing = error instanceof Refused && error.sqlState === '23503' ? missingFailure([relation.name]) : error
    throw atPlace(missing, prefix)
  }
}

async function readLinks(
  { model }: CreatePlan | UpdatePlan,
  id: number,
  { relation }: LinksWrite,
  { transaction }: Deed,
): Promise<number[]> {
  const rows = await transaction.run(readLinksStatement(model, relation, [id]))
  return rows.map(([, target]) => Number(target))
}
