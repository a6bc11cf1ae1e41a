import type { Envelope } from '../envelope/Envelope.ts'
import { toHistoryEnvelope, toRecordEnvelope } from '../envelope/success.ts'
import type { HistoryPlan, Plan } from '../plan/Plan.ts'
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
  const { run, once } = means
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
      return once.guard(plan.note, () => create(plan, means))
    case 'update':
      return once.guard(plan.note, () => update(plan, means))
    case 'delete':
      return once.guard(plan.note, () => remove(plan, means))
    case 'restore':
      return once.guard(plan.note, () => restore(plan, means))
    case 'bulk':
      return once.guard(plan.note, () => saveAll(plan, means))
    case 'removal':
      return once.guard(plan.note, () => removeAll(plan, means))
    case 'mass':
      return once.guard(plan.note, () => changeAll(plan, means))
  }
}

async function history(plan: HistoryPlan, { run }: Means): Promise<Envelope> {
  const page = await run.history(plan)
  if (!page) throw recordNotFound(plan.id)
  return toHistoryEnvelope(page, plan.offset)
}
