import { accountOperations } from './account.ts'
import { factorOperations } from './factors.ts'
import { actionOperations } from './action.ts'
import type { AnsweredOperation } from './AnsweredOperation.ts'
import { changeSetOperations } from './changeSets.ts'
import { changeOperations } from './changes.ts'
import { commentOperations } from './comments.ts'
import { exportOperations } from './exports.ts'
import { mailLinkOperations } from './mailLinks.ts'
import { historyOperations } from './history.ts'
import { metadataOperations } from './metadata.ts'
import { recordOperations } from './records.ts'
import { scimOperations } from './scim.ts'
import { sessionOperations } from './sessions.ts'
import { signInOperations } from './signIns.ts'
import { transactionOperations } from './transaction.ts'
import { webhookOperations } from './webhooks.ts'

/** All that is particular to each operation. The routes and the OpenAPI document are in this order. */
const table = {
  ...sessionOperations,
  ...signInOperations,
  ...recordOperations,
  ...exportOperations,
  ...historyOperations,
  ...commentOperations,
  ...transactionOperations,
  ...actionOperations,
  ...changeOperations,
  ...changeSetOperations,
  ...webhookOperations,
  ...metadataOperations,
  ...accountOperations,
  ...factorOperations,
  ...mailLinkOperations,
  ...scimOperations,
}

/** The name of an operation. */
export type OperationName = keyof typeof table

/** The name of an operation that changes records. */
export type WritingOperation = {
  [Name in OperationName]: (typeof table)[Name]['writes'] extends true ? Name : never
}[OperationName]

/** An operation with its name. */
export type OfferedOperation = AnsweredOperation & { readonly name: OperationName }

/** Every operation of the service. */
export const operations: readonly OfferedOperation[] = Object.entries(table).map(([name, row]) => ({
  ...row,
  name: name as OperationName,
}))
