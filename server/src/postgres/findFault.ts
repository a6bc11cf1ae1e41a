import { findSqlState } from './Connection.ts'

/**
 * A fault that the operator must know of: the disk is full, or the journal has no partition for the current time of the
 * database's clock.
 */
export type DatabaseFault = 'disk full' | 'no partition'

/** Returns the fault that caused an error of a statement, if it is one of these. */
export function findFault(error: unknown): DatabaseFault | undefined {
  const state = findSqlState(error)
  if (state === '53100') return 'disk full'
  return state === '23514' && isOfJournal(error) ? 'no partition' : undefined
}

/** If there is no partition for a row, PostgreSQL names the table and no constraint. */
function isOfJournal(error: unknown): boolean {
  const { schema, table, constraint } = error as { schema?: string; table?: string; constraint?: string }
  return schema === 'tabularium' && table === 'journal' && constraint === undefined
}
