import type { Envelope } from '../envelope/Envelope.ts'
import { withMember } from '../envelope/success.ts'
import { execute } from '../execute/execute.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Plan } from '../plan/Plan.ts'
import type { TransactionPlan } from '../plan/transaction.ts'
import { type PrepareServices, prepare } from './Access.ts'
import { prepareTransaction } from './prepareTransaction.ts'

type Services = ExecutionServices & PrepareServices

/** Executes a plan. Only those of the service's own records have something to prepare. */
export async function executePlan(plan: Plan | TransactionPlan, services: Services): Promise<Envelope> {
  if (plan.operation === 'transaction') return execute(await prepareTransaction(plan, services), services)
  return isBuiltIn(plan.model.name) ? executePrepared(plan, services) : execute(plan, services)
}

/** Prepares and executes a plan. The answer to a new API key or webhook shows its secret, this one time. */
async function executePrepared(plan: Plan, services: Services): Promise<Envelope> {
  const prepared = await prepare(plan, services)
  const answered = await execute(prepared.plan, services)
  const shown = answered.replayed ? [] : Object.entries(prepared.once ?? {})
  return shown.reduce((answer, [name, value]) => withMember(answer, name, value), answered)
}
