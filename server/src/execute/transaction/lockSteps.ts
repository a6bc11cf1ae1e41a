import type { Model } from '../../model/Model.ts'
import type { TransactionStep } from '../../plan/transaction.ts'
import { lockRecordsStatement, lockUpdatedStatement } from '../../statement/links.ts'
import { lockReferrers } from './settleReferrers.ts'
import type { WriteTransaction } from './WriteTransaction.ts'

/**
 * Locks all records that a transaction names, by model and id, before it writes the first: two transactions that write
 * the same records in another order would otherwise wait for each other. A single record needs no order, but a merge
 * needs the record as it is.
 */
export async function lockSteps(steps: readonly TransactionStep[], tx: WriteTransaction): Promise<void> {
  const named = steps.flatMap(({ plan }) => (plan.operation === 'create' ? [] : [plan]))
  const merges = named.some((plan) => plan.operation === 'update' && plan.onConflict === 'merge')
  if (named.length < 2 && !merges) return
  const byModel = Map.groupBy(named, ({ model }) => model.name)
  const sorted = [...byModel].sort(([a], [b]) => (a < b ? -1 : 1))
  // Deletes lock the records that refer to theirs first, as everywhere.
  for (const [, plans] of sorted) await forEach(plans, 'delete', (model, ids) => lockReferrers(model, ids, tx))
  for (const [, plans] of sorted) {
    const hasDeletes = plans.some(({ operation }) => operation === 'delete')
    const [first] = plans
    if (!first) continue
    const ids = plans.map(({ id }) => id)
    const lock = hasDeletes ? lockRecordsStatement(first.model, ids) : lockUpdatedStatement(first.model, ids)
    await tx.transaction.run(lock)
  }
}

async function forEach(
  plans: readonly { readonly operation: string; readonly model: Model; readonly id: number }[],
  operation: string,
  work: (model: Model, ids: number[]) => Promise<void>,
): Promise<void> {
  const own = plans.filter((plan) => plan.operation === operation)
  if (own[0])
    await work(
      own[0].model,
      own.map(({ id }) => id),
    )
}
