import { connectionOf } from './guardStream.ts'
import type { PooledConnection } from './PooledConnection.ts'
import type { StatementNames } from './StatementNames.ts'

/**
 * Closes the prepared statements of a connection whose names were evicted. Otherwise its memory would grow with every
 * new statement. The messages are sent ahead of the next statement, and their answers are not awaited.
 */
export function closeStatements(pooled: PooledConnection, names: StatementNames): void {
  if (pooled.evictions === names.evictions) return
  pooled.evictions = names.evictions
  const connection = connectionOf(pooled.client)
  for (const name of Object.keys(connection.parsedStatements)) {
    if (names.has(name)) continue
    delete connection.parsedStatements[name]
    connection.close({ type: 'S', name })
  }
}
