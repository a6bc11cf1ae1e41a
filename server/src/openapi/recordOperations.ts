import type { Operation } from '../call/Request.ts'
import type { RecordCall } from '../call/Call.ts'
import { readOperations } from './readOperations.ts'
import type { RecordDescription } from './recordAnswers.ts'
import { writeOperations } from './writeOperations.ts'

/** The operations on the records of one model. */
export type RecordOperation = RecordCall['operation']

/** Every operation on records. One that is not described does not compile. */
export const recordOperations: Readonly<Record<RecordOperation, RecordDescription>> = {
  ...readOperations,
  ...writeOperations,
}

/** Whether an operation is about the records of one model. */
export function isRecordOperation(operation: Operation): operation is RecordOperation {
  return Object.hasOwn(recordOperations, operation)
}
