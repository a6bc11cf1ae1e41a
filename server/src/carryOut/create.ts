import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import { inTransaction, writeOne } from './inTransaction.ts'
import type { Means } from './Means.ts'
import { requireWritten } from './require.ts'
import { takesCare } from './tree/care.ts'
import { withoutId } from './withoutId.ts'

/** Creates a record; with its collections and links, or with care, it takes a transaction of its own. */
export async function create(plan: CreatePlan, means: Means): Promise<Envelope> {
  const { model, note, relations } = plan
  if (relations.length === 0 && !note.dryRun && !takesCare(note.grant, model, 'create'))
    return toRecordEnvelope(requireWritten(await means.run.create(plan)))
  return inTransaction(note, means, async (deed) => {
    const { json, version } = await writeOne(plan, deed)
    return { data: note.dryRun ? withoutId(json) : json, version }
  })
}
