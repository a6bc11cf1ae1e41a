import { Failure } from '../failure/failure.ts'

/** Parses of how many records a dry run shows the changes; undefined if the client does not ask for them. */
export function parseShow(show: unknown, dryRun: boolean, maxRecords: number): { show?: number } {
  if (show === undefined) return {}
  if (!dryRun)
    throw new Failure('invalid-parameter', 'The member show is for dry runs: send ?dryRun=true, or leave it out.')
  if (typeof show !== 'number' || !Number.isSafeInteger(show) || show < 0 || show > maxRecords)
    throw new Failure(
      'invalid-parameter',
      `The member show must be a whole number from 0 to ${maxRecords}: of how many records to show the changes.`,
    )
  return { show }
}

/** Refuses `show` for an upsert, which says what becomes of each record by itself. */
export function refuseShow(show: unknown): void {
  if (show !== undefined)
    throw new Failure('invalid-parameter', 'There is no show with a key: outcomes says what becomes of each record.')
}
