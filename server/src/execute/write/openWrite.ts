import type { Authorization } from '../../permission/Authorization.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import type { TransactionServices } from '../ExecutionServices.ts'
import { attemptPart } from './attemptPart.ts'
import { deleteChecked, deleteRecords } from './delete/deleteRecords.ts'
import { LockedRecords } from './lock/LockedRecords.ts'
import { lockInOrder } from './lock/lockInOrder.ts'
import { type DrawnByModel, SeriesNumbers } from './record/seriesNumbers.ts'
import { CascadeBudget, WrittenRecords, type WriteTransaction } from './WriteTransaction.ts'
import { writeChecked, writeRecords } from './record/writeRecords.ts'

/** How a transaction writes, where it differs from others. */
interface WriteOptions {
  /** Numbers that were drawn ahead. A transaction that is retried uses the same ones again. */
  readonly drawn?: DrawnByModel
  readonly locksOnRetry?: boolean
}

/** Makes a write transaction of one that has begun. */
export function openWrite(
  transaction: Transaction,
  authorization: Authorization,
  services: TransactionServices,
  { drawn = new Map(), locksOnRetry = false }: WriteOptions = {},
): WriteTransaction {
  return withWrites({
    transaction,
    services,
    authorization,
    budget: new CascadeBudget(services.maxBulk),
    writtenRecords: new WrittenRecords(),
    locked: new LockedRecords(),
    locksOnRetry,
    numbers: new SeriesNumbers(drawn),
  })
}

/** The same transaction with other rights: what it writes is counted and checked together. */
export function withAuthorization(tx: WriteTransaction, authorization: Authorization): WriteTransaction {
  return withWrites({ ...tx, authorization })
}

type Write = 'write' | 'remove' | 'cascadeWrites' | 'cascadeDeletes' | 'attempt'

function withWrites(parts: Omit<WriteTransaction, Write>): WriteTransaction {
  const tx: WriteTransaction = {
    ...parts,
    write: async (items) => {
      await lockInOrder({ writes: items.map(({ plan }) => plan) }, tx)
      return writeChecked(items, tx)
    },
    remove: async (model, targets, by) => {
      await lockInOrder({ deletes: [{ model, ids: targets.map(({ id }) => id) }] }, tx)
      await deleteChecked(model, targets, by, tx)
    },
    cascadeWrites: (items) => writeRecords(items, tx),
    cascadeDeletes: (model, targets, by) => deleteRecords(model, targets, by, tx),
    attempt: (part) => attemptPart(part, tx),
  }
  return tx
}
