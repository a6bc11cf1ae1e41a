import type { ReadPlan } from '../../plan/Plan.ts'
import { readStatement } from '../../statement/read.ts'
import type { Stored } from '../../statement/part/Statement.ts'
import type { WriteTransaction } from './WriteTransaction.ts'
import { runTogether } from './runTogether.ts'

/** Records as they are in the midst of a write transaction, each as far as it is seen. */
export async function readInTransaction(
  plans: readonly ReadPlan[],
  { transaction, services }: Pick<WriteTransaction, 'transaction' | 'services'>,
): Promise<(Stored | undefined)[]> {
  const items = plans.map((item) => ({ item, path: '' }))
  return runTogether(readStatement, items, transaction, services.models)
}
