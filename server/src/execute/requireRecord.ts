import { Failure } from '../failure/failure.ts'
import { toRefusedFailure } from '../statement/refusal/Reason.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import type { Stored } from '../statement/Statement.ts'
import type { Created } from '../statement/record/Written.ts'

/** Returns the record. Fails if it does not exist. */
export function requireStored(stored: Stored | undefined, id: number): Stored {
  if (stored) return stored
  throw recordNotFound(id)
}

/** Returns the written record. Fails with everything that is wrong with it, if it was refused. */
export function requireWritten(written: Created, { model, context }: CreatePlan): Stored {
  if (written.is === 'written') return written
  throw toRefusedFailure(written.reasons, model, context.authorization)
}

/** Makes the failure of an id that no record has. */
export function recordNotFound(id: number): Failure {
  return new Failure('record-not-found', `There is no record with the id ${id}.`)
}
