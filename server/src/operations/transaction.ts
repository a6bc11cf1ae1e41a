import type { TransactionCall } from '../call/TransactionCall.ts'
import { parseTransaction, transactionTakes } from '../call/transaction.ts'
import { executeTransaction } from '../execute/recordPlans.ts'
import { withFirstIndex } from '../failure/failure.ts'
import { isBuiltIn } from '../model/builtIn/names.ts'
import { planTransaction, type TransactionPlan } from '../plan/transaction.ts'
import { operation } from './operation.ts'
import { answerWith, type Steps } from './answer.ts'

/** Each operation of a transaction is permitted when it is planned. */
const steps: Steps<TransactionCall, undefined, TransactionPlan> = {
  mayUseCache: (call) => !call.steps.some(({ model }) => isBuiltIn(model)),
  permit: () => undefined,
  plan: (call, _, authorization, services) => planTransaction(call, authorization, services),
  execute: executeTransaction,
}

/** A refused transaction names the operation that is the reason. */
function failWithIndex(error: unknown): never {
  throw withFirstIndex(error)
}

/** The operations on records of several models. */
export const transactionOperations = {
  transaction: operation({
    route: 'POST /ws/transaction',
    writes: true,
    takes: transactionTakes,
    parse: parseTransaction,
    answer: (call, services, context) => answerWith(steps, call, services, context).catch(failWithIndex),
    about: 'models',
    tag: 'Transaction',
    describe: (of) => of.transaction,
  }),
}
