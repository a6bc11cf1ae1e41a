import { requireAt } from '../../../failure/invariant.ts'
import { type JsonMembers, jsonMember } from '../../../text/json.ts'
import type { TransactionStep } from '../../../plan/transaction.ts'
import type { UpdatePlan } from '../../../plan/Plan.ts'
import { pastStatement } from '../../../statement/past.ts'
import { comparedSince, findMerge } from '../../merge.ts'
import { resolveLookups } from '../record/resolveLookups.ts'
import { runBatched } from '../runBatched.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** The operations of a transaction after a merge, and what was merged, for the answer. */
interface MergedSteps {
  readonly steps: readonly TransactionStep[]
  readonly extraMembers?: JsonMembers
}

/**
 * Puts the changes whose versions are not current on top of the records as they are now, if a merge was requested and
 * nothing clashes. The records are locked. A change that clashes stays as it is, and is refused when it is written; so
 * is one with collections, links or a new record of the same transaction.
 */
export async function mergeSteps(steps: readonly TransactionStep[], tx: WriteTransaction): Promise<MergedSteps> {
  const updates = steps.flatMap(toUpdate)
  if (updates.length === 0) return { steps }
  const questions = updates.map(({ plan, path }) => {
    const { model, id, context } = plan
    return { item: { model, id, version: comparedSince(plan), authorization: context.authorization }, path }
  })
  const pasts = await runBatched(pastStatement, questions, tx.transaction, tx.services.models)
  const resolved = await resolveLookups(updates, tx)
  const merges = new Map<number, UpdatePlan>()
  for (const [index, { plan }] of resolved.entries()) {
    const past = requireAt(pasts, index)
    if (plan.operation !== 'update' || past.current?.version === plan.version) continue
    const merge = findMerge(plan, past)
    if (merge) merges.set(requireAt(updates, index).index, merge)
  }
  if (merges.size === 0) return { steps }
  return {
    steps: steps.map((step) => ({ ...step, plan: merges.get(step.index) ?? step.plan })),
    extraMembers: jsonMember(
      'merged',
      steps.flatMap((step) => toMerged(step, merges.get(step.index))),
    ),
  }
}

function toUpdate({ plan, index, uses }: TransactionStep): { plan: UpdatePlan; index: number; path: string }[] {
  if (plan.operation !== 'update' || plan.onConflict !== 'merge') return []
  return plan.relations.length > 0 || uses.length > 0 ? [] : [{ plan, index, path: `${index}.` }]
}

function toMerged({ plan, index }: TransactionStep, merge: UpdatePlan | undefined): object[] {
  if (!merge || plan.operation !== 'update') return []
  return [{ index, base: plan.version, onto: merge.version, fields: merge.fields.map(({ name }) => name) }]
}
