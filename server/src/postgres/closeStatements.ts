import { connectionOf } from './guardStream.ts'
import type { PooledConnection } from './Link.ts'
import type { StatementNames } from './StatementNames.ts'

/**
 * Makes a connection forget the statements whose names were taken back, or its memory would grow with every statement
 * that ever was. The messages go out ahead of the next statement, and nobody waits for their answers.
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
