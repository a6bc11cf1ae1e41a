import type { Envelope } from '../envelope/Envelope.ts'
import type { CreatePlan, ReadPlan, UpdatePlan } from '../plan/Plan.ts'
import { notifyStatement } from '../statement/service/notices.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { writeInTransaction, writeOne } from './inTransaction.ts'
import { itself, once } from './once.ts'
import { withoutNewIds } from './withoutNewIds.ts'

/** A write of a comment, the record that it is on, and the users who get a notice of it. */
type NoticedWrite = (CreatePlan | UpdatePlan) & {
  readonly record: ReadPlan
  readonly userIds: readonly number[]
}

/** Writes a comment and the notices of those whom it mentions, both or neither. */
export const writeWithNotices = once<NoticedWrite>(write, itself)

function write({ record, userIds, ...plan }: NoticedWrite, services: ExecutionServices): Promise<Envelope> {
  const { context } = plan
  return writeInTransaction([plan], context, services, async (tx) => {
    const { id, json, version } = await writeOne(plan, tx)
    const { requestId, authorization } = context
    const at = { model: record.model.name, record: record.id, comment: id }
    await tx.transaction.run(notifyStatement({ ...at, userIds, by: authorization.userId, requestId }))
    return { data: context.dryRun ? withoutNewIds(json, plan, tx.writtenRecords) : json, version }
  })
}
