import { Failure, withIndex } from '../failure.ts'
import { keyModel, userModel, webhookModel } from '../model/builtIn/names.ts'
import type { TransactionPlan, TransactionStep } from '../plan/transaction.ts'
import { type PrepareServices, requireSecret, withHash, withSlowDigest } from './Access.ts'

/** Prepares the writes of users, API keys and webhooks in a transaction, as `prepare` does for single writes. */
export async function prepareTransaction(plan: TransactionPlan, services: PrepareServices): Promise<TransactionPlan> {
  const steps: TransactionStep[] = []
  for (const step of plan.steps) steps.push(await prepareStep(step, services))
  if (steps.every((step, index) => step === plan.steps[index])) return plan
  return { ...plan, steps, context: await withSlowDigest(plan.context, services.access) }
}

async function prepareStep(step: TransactionStep, services: PrepareServices): Promise<TransactionStep> {
  const { plan, index } = step
  if (plan.model.name === keyModel && plan.operation === 'create')
    throw withIndex(
      new Failure(
        'invalid-parameter',
        'Create API keys one by one: each is shown only once, in the response to its creation.',
      ),
      index,
    )
  if (plan.model.name === webhookModel && plan.operation !== 'delete') requireSecret(plan, `${index}.`)
  if (plan.model.name !== userModel || plan.operation === 'delete') return step
  const hashed = await withHash(plan, `${index}.`, services)
  return hashed === plan ? step : { ...step, plan: hashed }
}
