import { Failure } from '../failure/failure.ts'

/** Whether a record can have this id: ids are whole numbers from 1 to 2^53 - 1. */
export function isPossibleId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0
}

/** Rejects an id that no record can have, without a query. */
export function requirePossibleId(id: number): void {
  if (!isPossibleId(id)) throw new Failure('record-not-found', 'There is no record with this id.')
}
