import { requireAt, requireValue } from '../../../failure/invariant.ts'
import { Faults, refuseFaults } from '../../../plan/Faults.ts'
import type { FieldLookup, Lookup } from '../../../plan/Lookup.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import { namedTwice, type RelationWrite } from '../../../plan/relations.ts'
import { lookupStatement } from '../../../statement/lookup.ts'
import { toRefusedFailure, unknownKey } from '../../../statement/refusal/Reason.ts'
import type { ExecutionServices } from '../../ExecutionServices.ts'
import { runBatched } from '../runBatched.ts'
import type { WriteItem } from './WriteItem.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** Finds the id of a record that a plan names by a key; undefined if there is none. */
export type FindId = (lookup: Lookup) => number | undefined

/**
 * Replaces the keys by which records refer to others by the ids of these. A transaction does this before it writes,
 * because rules, links and comparisons need the ids. All keys that no record has are reported at once.
 */
export async function resolveLookups(items: readonly WriteItem[], tx: WriteTransaction): Promise<readonly WriteItem[]> {
  const faults = new Faults()
  const resolved = await findLookups(items, faults, tx)
  refuseFaults(faults)
  return resolved
}

/** The same, with a fault for each key that no record has. */
export async function findLookups<Item extends WriteItem>(
  items: readonly Item[],
  faults: Faults,
  tx: WriteTransaction,
): Promise<readonly Item[]> {
  const lookups = [...new Set(items.flatMap(({ plan }) => lookupsIn(plan)))]
  if (lookups.length === 0) return items
  const questions = lookups.map((lookup) => ({ item: { lookup, authorization: tx.authorization }, path: '' }))
  const found = await runBatched(lookupStatement, questions, tx.transaction, tx.services.models)
  const ids = new Map(lookups.map((lookup, index) => [lookup, found[index]]))
  return items.map((item) => ({ ...item, plan: withIds(item, (lookup) => ids.get(lookup), faults) }))
}

/** All keys in a plan, except those of its members, which are plans themselves. */
function lookupsIn({ lookups = [], relations }: CreatePlan | UpdatePlan): Lookup[] {
  const linked = relations.flatMap((write) => ('ids' in write ? (write.lookups ?? []) : []))
  return [...lookups, ...linked].map(({ lookup }) => lookup)
}

function withIds({ plan, path }: WriteItem, findId: FindId, faults: Faults): CreatePlan | UpdatePlan {
  const { authorization } = plan.context
  const find = (lookup: Lookup, member: string) => {
    const id = findId(lookup)
    if (id === undefined) faults.set(`${path}${member}`, unknownKey(namesOf(lookup), lookup.target, authorization))
    return id
  }
  const relations = plan.relations.map((write): RelationWrite => {
    if (!('ids' in write) || !write.lookups) return write
    const { relation, lookups } = write
    const found = lookups.map(({ index, lookup }) => find(lookup, `${relation.name}.${index}`))
    const known = found.filter((id) => id !== undefined)
    const ids = [...write.ids, ...known]
    const areAllKnown = known.length === found.length
    if (new Set(ids).size < ids.length && areAllKnown) faults.set(`${path}${relation.name}`, namedTwice)
    return { relation, ids: [...new Set(ids)].sort((a, b) => a - b) }
  })
  return { ...withFoundIds(plan, find), relations }
}

/** Returns the plan with ids in place of the keys of its references; one without an id keeps no value. */
export function withFoundIds<Plan extends CreatePlan | UpdatePlan>(
  plan: Plan,
  find: (lookup: Lookup, field: string) => number | undefined,
): Plan {
  const { lookups } = plan
  if (!lookups) return plan
  const ids = new Map(lookups.map(({ field, lookup }: FieldLookup) => [field, find(lookup, field)]))
  const values = plan.fields.map(({ name }, index) => ids.get(name) ?? requireAt(plan.values, index))
  return { ...plan, values, lookups: undefined }
}

function namesOf({ key }: Lookup): string[] {
  return key.map(({ field }) => field.name)
}

/**
 * Returns a change with the ids of the records that it names by keys. A comparison with the changes of others needs
 * them. Fails if no record has one of the keys.
 */
export async function withLookedUpIds(plan: UpdatePlan, { run }: ExecutionServices): Promise<UpdatePlan> {
  const { lookups, model, context } = plan
  if (!lookups) return plan
  const { authorization } = context
  const found = await Promise.all(lookups.map(({ lookup }) => run.lookup({ lookup, authorization })))
  const unknown = lookups.filter((_, index) => found[index] === undefined)
  if (unknown.length > 0) {
    const reasons = unknown.map(({ field, lookup }) => ({
      kind: 'unknownKey' as const,
      field,
      key: lookup.key.map((part) => part.field.name),
    }))
    throw toRefusedFailure(reasons, model, authorization)
  }
  return withFoundIds(plan, (lookup) =>
    requireValue(found[lookups.findIndex((one) => one.lookup === lookup)], 'The id of a record that was looked up'),
  )
}
