import type { Envelope } from '../envelope/Envelope.ts'
import { toPageEnvelope, withMember } from '../envelope/success.ts'
import type { AggregatePlan } from '../plan/AggregatePlan.ts'
import type { ExecutionServices } from './ExecutionServices.ts'

/**
 * Returns a page of groups, and as its total the number of all groups. Groups overlap if a record can be in several:
 * their figures must not be added up.
 */
export async function aggregate(plan: AggregatePlan, { run }: ExecutionServices): Promise<Envelope> {
  const { total, groups } = await run.aggregate(plan)
  const page = toPageEnvelope(plan.offset, { total, records: groups }, undefined)
  return plan.groups.some(({ each }) => each) ? withMember(page, 'overlapping', true) : page
}
