import type { ReadPlan } from '../../plan/Plan.ts'
import { readStatement } from '../../statement/read.ts'
import type { Stored } from '../../statement/Statement.ts'
import type { WriteTransaction } from './WriteTransaction.ts'
import { countAnswer, counted } from './record/countAnswer.ts'
import { runBatched } from './runBatched.ts'

/** Reads records inside a write transaction, as the caller sees them. */
export async function readInTransaction(
  plans: readonly ReadPlan[],
  { transaction, services }: Pick<WriteTransaction, 'transaction' | 'services'>,
): Promise<(Stored | undefined)[]> {
  const items = plans.map((item) => ({ item, path: '' }))
  return runBatched(counted(readStatement, countAnswer(services.answerLimit)), items, transaction, services.models)
}
