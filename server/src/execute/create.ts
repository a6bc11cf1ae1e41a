import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import { withChangeSet, writeInTransaction, writeOne } from './inTransaction.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { pathOf } from './pathOf.ts'
import { requireWritten } from './requireRecord.ts'
import { withoutNewIds } from './withoutNewIds.ts'

/** Creates a record, in one statement if possible. A record with collections or links needs a transaction. */
export async function create(plan: CreatePlan, services: ExecutionServices): Promise<Envelope> {
  const { context } = plan
  if (pathOf(plan) === 'statement') return toRecordEnvelope(requireWritten(await services.run.create(plan), plan))
  return writeInTransaction([plan], withChangeSet(context, plan), services, async (tx) => {
    const { json, version } = await writeOne(plan, tx)
    return { data: context.dryRun ? withoutNewIds(json, plan, tx.writtenRecords) : json, version }
  })
}
