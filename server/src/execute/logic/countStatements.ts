import type { Transaction } from '../../postgres/Transaction.ts'
import { Rejected } from '../../postgres/errors.ts'
import { LogicFault, SavepointsNeeded } from './errors.ts'

/** How the statements of an attempt are sent. */
export interface StatementLimits {
  /** The name of the logic, for messages. */
  readonly name: string
  /** The most statements. */
  readonly most: number
  /** With savepoints, a rejected statement can be repeated for fewer records; each takes two more round trips. */
  readonly withSavepoints: boolean
}

/** A transaction that counts its statements, and that can be stopped while one is under way. */
export interface CountedTransaction extends Transaction {
  /** Sends nothing more. */
  stop(): void
}

/** Counts the statements of a transaction. Savepoints are not counted. */
export function countStatements(transaction: Transaction, limits: StatementLimits): CountedTransaction {
  const { name, most, withSavepoints } = limits
  let count = 0
  let isStopped = false
  return {
    stop: () => {
      isStopped = true
    },
    run: async (statement) => {
      if (isStopped) throw new LogicFault(`${name} has ended: nothing more is sent.`)
      if (++count > most)
        throw new LogicFault(
          `${name} needs more than ${most} statements: make calls together with Promise.all or with readAll, ` +
            'createAll and updateAll, or declare statements.',
        )
      return transaction.run(statement)
    },
    attempt: (part) => (withSavepoints ? transaction.attempt(part) : part().catch(failWithoutSavepoint)),
  }
}

function failWithoutSavepoint(error: unknown): never {
  throw error instanceof Rejected ? new SavepointsNeeded('A statement was rejected.', { cause: error }) : error
}
