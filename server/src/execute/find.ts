import type { Envelope } from '../envelope/Envelope.ts'
import { toPageEnvelope, withMember } from '../envelope/success.ts'
import { type HeldAllowances, toPageMay } from '../permission/mayWrite.ts'
import { searchIdentity } from '../plan/pageToken.ts'
import type { FindPlan } from '../plan/Plan.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import type { ExecutionServices } from './ExecutionServices.ts'

/** Finds a page in the order of the ids. Its token continues in a search without criteria or sort keys. */
export async function find(plan: FindPlan, { run, tokens }: ExecutionServices): Promise<Envelope> {
  const page = await run.find(plan)
  const next =
    page.last === undefined ? undefined : tokens.toToken([String(page.last)], searchIdentity(plan.model.name))
  return withMay(toPageEnvelope(plan.offset, page, next), page, plan)
}

/** Finds a page of the records that meet a condition. */
export async function search(plan: SearchPlan, { run, tokens }: ExecutionServices): Promise<Envelope> {
  const page = await run.search(plan)
  const next = page.next && tokens.toToken(page.next, plan.identity)
  return withMay(toPageEnvelope(plan.offset, page, next), page, plan)
}

/** Adds which records of the page the caller may change, if the plan asks for it. */
function withMay(
  envelope: Envelope,
  { held }: { readonly held?: readonly HeldAllowances[] },
  { model, authorization }: FindPlan | SearchPlan,
): Envelope {
  return held ? withMember(envelope, 'may', toPageMay(held, model, authorization)) : envelope
}
