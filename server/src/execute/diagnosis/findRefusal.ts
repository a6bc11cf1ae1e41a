import type { Envelope } from '../../envelope/Envelope.ts'
import type { Failure } from '../../failure/failure.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../plan/Plan.ts'
import { Problems } from '../../plan/Problems.ts'
import type { RefusedRows } from '../../plan/RefusedRows.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import type { DiagnosedRow } from './askRows.ts'
import { diagnose, tellClashes } from './Diagnosis.ts'
import { diagnoseRows } from './diagnoseRows.ts'

/** The failure with everything that is wrong with records of one model; undefined if nothing is. */
export async function findRefusal(
  rows: readonly DiagnosedRow[],
  context: WriteContext,
  services: ExecutionServices,
  known = new Problems(),
): Promise<Failure | undefined> {
  const plans = rows.flatMap(({ plan, wrong }) => (wrong.size === 0 ? [plan] : []))
  const problems = await diagnose(known, plans, context, services, async (diagnosis) => {
    await diagnoseRows(rows, diagnosis)
  })
  return problems.size === 0 ? undefined : problems.toFailure()
}

/** The failure of records that were refused when they were planned, with everything else that is wrong with them. */
export async function refusalOf(
  { problems, rows }: RefusedRows<CreatePlan | UpdatePlan>,
  context: WriteContext,
  services: ExecutionServices,
): Promise<Failure> {
  return (await findRefusal(rows, context, services, problems)) ?? problems.toFailure()
}

/** Writes a single record. If its values are not unique, the failure names all of them, and who has them. */
export function withClashes<Plan extends CreatePlan | UpdatePlan>(
  plan: Plan,
  services: ExecutionServices,
  write: (plan: Plan, services: ExecutionServices) => Promise<Envelope>,
): Promise<Envelope> {
  return write(plan, services).catch((error: unknown) =>
    tellClashes(error, () => findRefusal([{ plan, path: '', wrong: new Set() }], plan.context, services)),
  )
}
