import { findSqlState } from './Connection.ts'

/**
 * What an operator must know of: the disk is full, or the journal has no partition for the time that the database's
 * clock shows.
 */
export type DatabaseFault = 'disk full' | 'no partition'

/** The fault behind an error of a statement, if it is one of these. */
export function findFault(error: unknown): DatabaseFault | undefined {
  const state = findSqlState(error)
  if (state === '53100') return 'disk full'
  return state === '23514' && isOfJournal(error) ? 'no partition' : undefined
}

/** PostgreSQL names the table and no constraint where it finds no partition for a row. */
function isOfJournal(error: unknown): boolean {
  const { schema, table, constraint } = error as { schema?: string; table?: string; constraint?: string }
  return schema === 'tabularium' && table === 'journal' && constraint === undefined
}
