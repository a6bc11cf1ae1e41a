import { actionOperation } from './actions.ts'
import { changeSetOperations } from './changeSetOperations.ts'
import { changesOperations } from './changesOperations.ts'
import { commentOperations } from './commentOperations.ts'
import { mailLinkOperations } from './mailLinkOperations.ts'
import { envelope, jsonBody, responses, success } from './OperationObject.ts'
import { ownOperations } from './ownOperations.ts'
import { readOperations } from './readOperations.ts'
import { parameters } from './parameters.ts'
import { writeResponses } from './recordAnswers.ts'
import { closedObject, listOf, responseRef, schemaRef, shownObject } from './refs.ts'
import { transactionOperation } from './transaction.ts'
import { webhookOperations } from './webhookOperations.ts'
import { writeOperations } from './writeOperations.ts'

/** The descriptions of operations, and the parts to describe further ones. */
export const descriptions = {
  ...ownOperations,
  ...mailLinkOperations,
  ...readOperations,
  ...writeOperations,
  ...changesOperations,
  ...commentOperations,
  ...changeSetOperations,
  ...webhookOperations,
  transaction: transactionOperation,
  action: actionOperation,
  parts: {
    closedObject,
    envelope,
    jsonBody,
    listOf,
    parameters,
    responseRef,
    responses,
    schemaRef,
    shownObject,
    success,
    writeResponses,
  },
}
