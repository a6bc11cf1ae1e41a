import type { Envelope } from '../envelope/Envelope.ts'
import { withMember } from '../envelope/success.ts'
import { execute } from '../execute/execute.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { type Planned, withUnhashed } from '../execute/hashPasswords.ts'
import { withSlowDigest } from '../execute/withSlowDigest.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Plan, WriteContext } from '../plan/Plan.ts'
import type { TransactionPlan } from '../plan/transaction.ts'
import { makeSecret } from './makeSecret.ts'

type Services = ExecutionServices & { newToken(): Uint8Array }
type WritePlan = Extract<Plan | TransactionPlan, { context: WriteContext }>

/** Executes a plan. The answer to a new API key or webhook that was created alone shows its secret, this one time. */
export async function executePlan(given: Plan | TransactionPlan, services: Services): Promise<Envelope> {
  const plan = 'context' in given && given.context.idempotency ? await toRecognise(given, services) : given
  if (plan.operation !== 'create' || !isBuiltIn(plan.model.name)) return execute(plan, services)
  const made = makeSecret(plan, services.newToken)
  const answered = await execute(made.plan, services)
  const shown = answered.replayed ? [] : Object.entries(made.once ?? {})
  return shown.reduce((answer, [name, value]) => withMember(answer, name, value), answered)
}

/** A plan with the digest that recognises its request. */
async function toRecognise(plan: WritePlan, { passwords }: Services): Promise<WritePlan> {
  const hasPassword = withUnhashed(recordsOf(plan)).length > 0
  return hasPassword ? { ...plan, context: await withSlowDigest(plan.context, passwords) } : plan
}

/** The records that a plan writes with values of the request. */
function recordsOf(plan: WritePlan): readonly Planned[] {
  switch (plan.operation) {
    case 'create':
    case 'update':
    case 'updateMatching':
      return [plan]
    case 'saveMany':
      return plan.plans
    case 'upsert':
      return plan.records.map((record) => (record.operation === 'upsert' ? record.change : record))
    case 'transaction':
      return plan.steps.flatMap((step) => (step.plan.operation === 'delete' ? [] : [step.plan]))
    case 'delete':
    case 'deleteMany':
    case 'restore':
    case 'undo':
      return []
  }
}
