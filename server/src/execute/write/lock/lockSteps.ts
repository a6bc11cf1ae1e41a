import type { TransactionStep } from '../../../plan/transaction.ts'
import { lockInOrder } from './lockInOrder.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/**
 * Locks all records that a transaction names before it writes the first. A single record needs no order, but a merge
 * needs the record as it is.
 */
export async function lockSteps(steps: readonly TransactionStep[], tx: WriteTransaction): Promise<void> {
  const plans = steps.map(({ plan }) => plan)
  const named = plans.filter(({ operation }) => operation !== 'create')
  const merges = named.some((plan) => plan.operation === 'update' && plan.onConflict === 'merge')
  if (named.length < 2 && !merges) return
  const writes = plans.filter((plan) => plan.operation !== 'delete')
  const deleted = plans.filter((plan) => plan.operation === 'delete')
  const deletes = [...Map.groupBy(deleted, ({ model }) => model)].map(([model, own]) => ({
    model,
    ids: own.map(({ id }) => id),
  }))
  await lockInOrder({ writes, deletes, isRead: true }, tx)
}
