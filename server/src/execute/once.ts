import type { Envelope } from '../envelope/Envelope.ts'
import type { Model } from '../model/Model.ts'
import type { WriteContext } from '../plan/Plan.ts'
import type { Selection } from '../plan/Selection.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { type Planned, withUnhashed } from './hashPasswords.ts'
import { withSlowDigest } from './withSlowDigest.ts'

/** Executes plans of one kind. */
export type Execute<Plan> = (plan: Plan, services: ExecutionServices) => Promise<Envelope>

interface WritePlan {
  readonly model: Model
  readonly context: WriteContext
  readonly selection?: Selection
}

/**
 * Executes a write once per idempotency key. A repeat shows records as the caller sees them now. `recordsOf` returns
 * the records that a plan writes with values of the request, which may have passwords.
 */
export function once<Plan extends WritePlan>(
  write: Execute<Plan>,
  recordsOf: (plan: Plan) => readonly Planned[],
): Execute<Plan> {
  return recognized((plan, services) => {
    const { model, context } = plan
    if (!context.idempotency) return write(plan, services)
    const shown = plan.selection ? { selection: plan.selection } : {}
    return services.idempotency.guard(
      context,
      () => write(plan, services),
      (id) => services.run.read({ operation: 'read', model, authorization: context.authorization, id, ...shown }),
    )
  }, recordsOf)
}

/** Executes a write whose request is recognized by its digest: by a slow one if it has a password. */
export function recognized<Plan extends Pick<WritePlan, 'context'>>(
  write: Execute<Plan>,
  recordsOf: (plan: Plan) => readonly Planned[],
): Execute<Plan> {
  return (plan, services) => {
    if (!plan.context.idempotency || withUnhashed(recordsOf(plan)).length === 0) return write(plan, services)
    return withSlowDigest(plan.context, services.passwords).then((context) => write({ ...plan, context }, services))
  }
}

/** For plans that write no values of the request. */
export function noRecords(): readonly Planned[] {
  return []
}

/** For plans that are those of a record themselves. */
export function itself(plan: Planned): readonly Planned[] {
  return [plan]
}
