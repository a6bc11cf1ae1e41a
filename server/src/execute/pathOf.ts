import type { SaveManyPlan, CreatePlan, DeletePlan, UpdatePlan } from '../plan/Plan.ts'
import { needsRowChecks } from './transaction/rowRules.ts'

/**
 * How a write is carried out: by one statement, which shares a group with others, or by a transaction of its own. A
 * transaction takes what is only tried, what rules must be asked about record by record, and what belongs to a record
 * and is written with it.
 */
export function pathOf(plan: CreatePlan | UpdatePlan | DeletePlan | SaveManyPlan): 'statement' | 'transaction' {
  const { model, context, operation } = plan
  if (context.dryRun || needsRowChecks(context.authorization, model, operation === 'saveMany' ? 'create' : operation))
    return 'transaction'
  return isPlain(plan) ? 'statement' : 'transaction'
}

function isPlain(plan: CreatePlan | UpdatePlan | DeletePlan | SaveManyPlan): boolean {
  if (plan.operation === 'delete') return true
  if (plan.operation === 'saveMany') return !plan.context.idempotency && plan.plans.every((one) => isPlainCreate(one))
  return plan.relations.length === 0
}

function isPlainCreate({ operation, relations }: CreatePlan | UpdatePlan): boolean {
  return operation === 'create' && relations.length === 0
}
