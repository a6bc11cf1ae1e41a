import { requireValue } from '../failure/invariant.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { toRefusedFailure } from '../statement/refusal/Reason.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { withFoundIds } from './write/record/resolveLookups.ts'

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
