import { Failure } from '../failure.ts'
import { missingFailure } from '../statement/part/refusal.ts'
import type { Stored } from '../statement/part/Statement.ts'
import type { Created } from '../statement/part/Written.ts'

/** Returns the record. Fails if it does not exist. */
export function requireStored(stored: Stored | undefined, id: number): Stored {
  if (stored) return stored
  throw recordNotFound(id)
}

/** Returns the written record. Fails if it refers to records that do not exist. */
export function requireWritten(written: Created): Stored {
  if (written.is === 'written') return written
  throw missingFailure(written.fields)
}

/** Makes the failure of an id that no record has. */
export function recordNotFound(id: number): Failure {
  return new Failure('record-not-found', `There is no record with the id ${id}.`)
}
