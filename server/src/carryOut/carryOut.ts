import type { Envelope } from '../envelope/Envelope.ts'
import { toHistoryEnvelope, toRecordEnvelope } from '../envelope/success.ts'
import type { HistoryPlan, Plan, WriteNote } from '../plan/Plan.ts'
import { readVersion } from './asItWas.ts'
import { changeAll, removeAll, saveAll } from './bulk.ts'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { find, search } from './find.ts'
import type { Means } from './Means.ts'
import { recordNotFound, requireStored } from './require.ts'
import { restore } from './restore.ts'
import { update } from './update.ts'

/** Does what a plan says, and says what came of it. */
export async function carryOut(plan: Plan, means: Means): Promise<Envelope> {
  const { run } = means
  switch (plan.operation) {
    case 'find':
      return find(plan, means)
    case 'search':
      return search(plan, means)
    case 'read':
      return toRecordEnvelope(requireStored(await run.read(plan), plan.id))
    case 'version':
      return readVersion(plan, means)
    case 'history':
      return history(plan, means)
    case 'create':
      return guard(plan, means, () => create(plan, means))
    case 'update':
      return guard(plan, means, () => update(plan, means))
    case 'delete':
      return guard(plan, means, () => remove(plan, means))
    case 'restore':
      return guard(plan, means, () => restore(plan, means))
    case 'bulk':
      return guard(plan, means, () => saveAll(plan, means))
    case 'removal':
      return guard(plan, means, () => removeAll(plan, means))
    case 'mass':
      return guard(plan, means, () => changeAll(plan, means))
  }
}

/** Recognises a write by its key. What a repeat shows of records is read as the caller may see them now. */
function guard(
  { model, note }: Extract<Plan, { note: WriteNote }>,
  { once, run }: Means,
  work: () => Promise<Envelope>,
): Promise<Envelope> {
  return once.guard(note, work, (id) => run.read({ operation: 'read', model, grant: note.grant, id }))
}

async function history(plan: HistoryPlan, { run }: Means): Promise<Envelope> {
  const page = await run.history(plan)
  if (!page) throw recordNotFound(plan.id)
  return toHistoryEnvelope(page, plan.offset)
}
