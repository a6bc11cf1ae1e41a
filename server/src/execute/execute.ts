import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { jsonMember } from '../text/json.ts'
import { toRecordMay } from '../permission/mayWrite.ts'
import type { Plan, ReadPlan, WriteContext } from '../plan/Plan.ts'
import type { Stored } from '../statement/Statement.ts'
import { aggregate } from './aggregate.ts'
import type { TransactionPlan } from '../plan/transaction.ts'
import { readVersion } from './readVersion.ts'
import { updateMatching, deleteMany, saveMany } from './bulk.ts'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { listDeleted } from './deleted.ts'
import { refusalOf, withClashes } from './diagnosis/findRefusal.ts'
import { findTransactionRefusal } from './diagnosis/findTransactionRefusal.ts'
import { findUpsertRefusal } from './diagnosis/findUpsertRefusal.ts'
import { find, search } from './find.ts'
import { history } from './history.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { requireStored } from './requireRecord.ts'
import { restore } from './restore.ts'
import { transactModels } from './multiModel.ts'
import { undoWrite } from './undo/undoWrite.ts'
import { update } from './update.ts'
import { upsert } from './upsert.ts'

/** Executes a plan and returns the reply. */
export async function execute(plan: Plan | TransactionPlan, services: ExecutionServices): Promise<Envelope> {
  const { run } = services
  switch (plan.operation) {
    case 'find':
      return find(plan, services)
    case 'search':
      return search(plan, services)
    case 'aggregate':
      return aggregate(plan, services)
    case 'read':
      return toReadEnvelope(requireStored(await run.read(plan), plan.id), plan)
    case 'version':
      return readVersion(plan, services)
    case 'history':
      return history(plan, services)
    case 'deleted':
      return listDeleted(plan, services)
    case 'create':
      return guard(plan, services, () => withClashes(plan, services, create))
    case 'update':
      return guard(plan, services, () => withClashes(plan, services, update))
    case 'delete':
      return guard(plan, services, () => remove(plan, services))
    case 'restore':
      return guard(plan, services, () => restore(plan, services))
    case 'undo':
      return guard(plan, services, () => undoWrite(plan, services))
    case 'saveMany':
      if (plan.refused) throw await refusalOf(plan.refused, plan.context, services)
      return guard(plan, services, () => saveMany(plan, services))
    case 'deleteMany':
      return guard(plan, services, () => deleteMany(plan, services))
    case 'transaction':
      if (plan.refused)
        throw (await findTransactionRefusal(plan, services, plan.refused)) ?? plan.refused.problems.toFailure()
      return transactModels(plan, services)
    case 'updateMatching':
      return guard(plan, services, () => updateMatching(plan, services))
    case 'upsert':
      if (plan.refused)
        throw (await findUpsertRefusal(plan, services, plan.refused)) ?? plan.refused.problems.toFailure()
      return guard(plan, services, () => upsert(plan, services))
  }
}

/** The record, and what the caller may do with it if the plan asks for it. */
function toReadEnvelope(stored: Stored, { id, model, authorization }: ReadPlan): Envelope {
  if (stored.held === undefined) return toRecordEnvelope(stored)
  const may = toRecordMay({ id, letters: stored.held }, model, authorization)
  return toRecordEnvelope(stored, jsonMember('may', may))
}

/** Executes a write once per idempotency key. A repeat shows records as the caller sees them now. */
function guard(
  plan: Extract<Plan, { context: WriteContext }>,
  { idempotency, run }: ExecutionServices,
  work: () => Promise<Envelope>,
): Promise<Envelope> {
  const { model, context } = plan
  const shown = 'selection' in plan && plan.selection ? { selection: plan.selection } : {}
  return idempotency.guard(context, work, (id) =>
    run.read({ operation: 'read', model, authorization: context.authorization, id, ...shown }),
  )
}
