import type { WriteTransaction } from './WriteTransaction.ts'

/** Does a part of the work in a savepoint. If it throws, what the transaction knows of its writes is forgotten, too. */
export async function attemptPart<T>(
  part: () => Promise<T>,
  { transaction, budget, writtenRecords, locked }: WriteTransaction,
): Promise<T> {
  const forget = [budget.savepoint(), writtenRecords.savepoint(), locked.savepoint()]
  try {
    return await transaction.attempt(part)
  } catch (error) {
    for (const undo of forget) undo()
    throw error
  }
}
