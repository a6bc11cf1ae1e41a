import { Failure } from '../failure.ts'

/** Whether a record can have this id at all: ids are whole numbers above 0 and below 2^53. */
export function isPossibleId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0
}

/** Refuses an id that no record can have, before the database is asked. */
export function requirePossibleId(id: number): void {
  if (!isPossibleId(id)) throw new Failure('record-not-found', 'There is no record with this id.')
}
