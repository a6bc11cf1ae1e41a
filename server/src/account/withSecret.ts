import type { Envelope } from '../envelope/Envelope.ts'
import { withMember } from '../envelope/success.ts'
import type { Execute } from '../execute/once.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import type { UpsertPlan } from '../plan/UpsertPlan.ts'
import { makeSecret } from './makeSecret.ts'

type Plan = CreatePlan | UpsertPlan
type Services = ExecutionServices & { newToken(): Uint8Array }

/** The answer to a new API key or webhook that was created alone shows its secret, this one time. */
export function withSecret(create: Execute<Plan>): (plan: Plan, services: Services) => Promise<Envelope> {
  return (plan, services) => {
    if (plan.operation !== 'create' || !isBuiltIn(plan.model.name)) return create(plan, services)
    return createWithSecret(plan, services, create)
  }
}

async function createWithSecret(plan: CreatePlan, services: Services, create: Execute<Plan>): Promise<Envelope> {
  const made = makeSecret(plan, services.newToken)
  const answered = await create(made.plan, services)
  const shown = answered.replayed ? [] : Object.entries(made.once ?? {})
  return shown.reduce((answer, [name, value]) => withMember(answer, name, value), answered)
}
