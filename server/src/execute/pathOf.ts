import type { SaveManyPlan } from '../plan/BulkPlan.ts'
import type { CreatePlan, DeletePlan, UpdatePlan } from '../plan/Plan.ts'
import { isShownByWrite } from '../plan/Selection.ts'
import { lookupsPart } from '../statement/record/lookups.ts'
import { needsRowChecks } from './write/record/rowRules.ts'

/**
 * Decides whether a write is one statement, which can share a batch with others, or a transaction of its own. Dry runs,
 * writes with row checks, and writes that send or show collections or links need a transaction.
 */
export function pathOf(plan: CreatePlan | UpdatePlan | DeletePlan | SaveManyPlan): 'statement' | 'transaction' {
  const { model, context, operation } = plan
  if (context.dryRun || needsRowChecks(context.authorization, model, operation === 'saveMany' ? 'create' : operation))
    return 'transaction'
  return isPlain(plan) ? 'statement' : 'transaction'
}

function isPlain(plan: CreatePlan | UpdatePlan | DeletePlan | SaveManyPlan): boolean {
  if (plan.operation === 'delete') return true
  if (plan.operation === 'saveMany')
    return !plan.context.idempotency && isShown(plan) && plan.plans.every(isPlainCreate) && haveOneShape(plan.plans)
  return plan.relations.length === 0 && isShown(plan)
}

/** Whether the statement can show what the client wants to see. */
function isShown({ selection }: Pick<SaveManyPlan, 'selection'>): boolean {
  return selection === undefined || isShownByWrite(selection)
}

function isPlainCreate({ operation, relations }: CreatePlan | UpdatePlan): boolean {
  return operation === 'create' && relations.length === 0
}

/** New records have the same fields, but their references may be named by different keys. */
function haveOneShape(plans: SaveManyPlan['plans']): boolean {
  return new Set(plans.map(({ lookups }) => lookupsPart(lookups))).size <= 1
}
