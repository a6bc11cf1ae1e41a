import type { WriteContext } from '../plan/Plan.ts'
import { Rejected } from '../postgres/errors.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import { findKeyTaken } from '../statement/refusal/toRecordFailure.ts'
import { storeResponseStatement } from '../statement/service/responses.ts'
import type { WriteResult } from './inTransaction.ts'

/** Stores the response of a write under its key, in the same transaction. Without a key it does nothing. */
export async function storeResponse(
  { authorization, idempotency }: Pick<WriteContext, 'authorization' | 'idempotency'>,
  answer: WriteResult,
  transaction: Transaction,
): Promise<void> {
  if (!idempotency) return
  try {
    await transaction.run(storeResponseStatement({ authorization, key: idempotency.key }, idempotency.hash, answer))
  } catch (error) {
    throw error instanceof Rejected ? (findKeyTaken(error) ?? error) : error
  }
}
