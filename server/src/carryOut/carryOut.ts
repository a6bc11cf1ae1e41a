import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope, toHistoryEnvelope, toPageEnvelope, toRecordEnvelope } from '../envelope/success.ts'
import type { CreatePlan, DeletePlan, HistoryPlan, Plan } from '../plan/Plan.ts'
import { stillReferenced } from '../statement/delete.ts'
import { readVersion } from './asItWas.ts'
import { toConflict } from './conflict.ts'
import type { Means } from './Means.ts'
import { recordNotFound, requireStored, requireWritten } from './require.ts'
import { restore } from './restore.ts'
import { update } from './update.ts'

/** Does what a plan says, and says what came of it. */
export async function carryOut(plan: Plan, means: Means): Promise<Envelope> {
  const { run, once } = means
  switch (plan.operation) {
    case 'find':
      return toPageEnvelope(await run.find(plan), plan.offset)
    case 'read':
      return toRecordEnvelope(requireStored(await run.read(plan), plan.id))
    case 'version':
      return readVersion(plan, means)
    case 'history':
      return history(plan, means)
    case 'create':
      return once.guard(plan.note, () => create(plan, means))
    case 'update':
      return once.guard(plan.note, () => update(plan, means))
    case 'delete':
      return once.guard(plan.note, () => remove(plan, means))
    case 'restore':
      return once.guard(plan.note, () => restore(plan, means))
  }
}

async function history(plan: HistoryPlan, { run }: Means): Promise<Envelope> {
  const page = await run.history(plan)
  if (!page) throw recordNotFound(plan.id)
  return toHistoryEnvelope(page, plan.offset)
}

async function create(plan: CreatePlan, { run }: Means): Promise<Envelope> {
  return toRecordEnvelope(requireWritten(await run.create(plan)))
}

async function remove(plan: DeletePlan, means: Means): Promise<Envelope> {
  const { model, id, version } = plan
  const deleted = await means.run.delete(plan)
  if (deleted.done) return toEnvelope([id])
  const current = requireStored(await means.run.read({ operation: 'read', model, id }), id)
  // Nobody refers to it: so it was the version that did not match, although it may match by now.
  if (version !== null && (current.version !== version || deleted.referrers.length === 0)) throw toConflict(current)
  throw stillReferenced(deleted.referrers)
}
