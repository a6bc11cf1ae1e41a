import { Failure } from '../failure.ts'
import { missingFailure } from '../statement/part/refusal.ts'
import type { Stored } from '../statement/part/Statement.ts'
import type { Created } from '../statement/part/Written.ts'

/** The record, or the failure of one that is not there. */
export function requireStored(stored: Stored | undefined, id: number): Stored {
  if (stored) return stored
  throw recordNotFound(id)
}

/** The record that was written, or the failure of one that refers to others which do not exist. */
export function requireWritten(written: Created): Stored {
  if (written.is === 'written') return written
  throw missingFailure(written.fields)
}

export function recordNotFound(id: number): Failure {
  return new Failure('record-not-found', `There is no record with the id ${id}.`)
}
