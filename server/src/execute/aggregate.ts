import type { Envelope } from '../envelope/Envelope.ts'
import { toPageEnvelope } from '../envelope/success.ts'
import type { AggregatePlan } from '../plan/AggregatePlan.ts'
import type { ExecutionServices } from './ExecutionServices.ts'

/** Returns a page of groups, and as its total the number of all groups. */
export async function aggregate(plan: AggregatePlan, { run }: ExecutionServices): Promise<Envelope> {
  const { total, groups } = await run.aggregate(plan)
  return toPageEnvelope(plan.offset, { total, records: groups }, undefined)
}
