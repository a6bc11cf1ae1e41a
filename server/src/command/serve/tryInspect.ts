import type { Log } from '../../request/log.ts'
import type { Connection } from '../../postgres/Connection.ts'
import type { Settings } from '../../settings/Settings.ts'

/** Looks at the database with a connection of its own, for a warning. If that fails, the service works all the same. */
export async function tryInspect(
  { databaseUrl, connectTimeout }: Settings,
  log: Log,
  problem: string,
  inspect: (connection: Connection) => Promise<void>,
): Promise<void> {
  const { withConnection } = await import('../openConnection.ts')
  try {
    await withConnection(databaseUrl, connectTimeout, inspect)
  } catch (error) {
    log.warn({ err: error }, problem)
  }
}
