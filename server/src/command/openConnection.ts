import { withoutPassword } from '../postgres/address.ts'
import { Connection, findSqlState } from '../postgres/Connection.ts'
import { NoPrimary } from '../postgres/findPrimary.ts'
import { CommandFailure } from './CommandFailure.ts'

/** Runs the work with a new connection and closes it afterwards. */
export async function withConnection<T>(
  url: string,
  connectTimeout: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(url, connectTimeout)
  try {
    return await work(connection)
  } catch (error) {
    throw isLost(error) ? lost(error) : error
  } finally {
    await connection.close().catch(() => {})
  }
}

/** Whether the connection was lost. For a broken connection the driver reports a system code or none, no SQLSTATE. */
function isLost(error: unknown): boolean {
  if (/^(08|57P0[123])/.test(findSqlState(error) ?? '')) return true
  const { code, message } = error as { code?: unknown; message?: unknown }
  return (
    ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(String(code)) || String(message).startsWith('Connection terminated')
  )
}

function lost(error: unknown): CommandFailure {
  const message =
    'The connection to the database was lost. Run the command again when the database is back: ' +
    'it continues from the last completed step.'
  return new CommandFailure('unreachable', message, error)
}

async function openConnection(url: string, connectTimeout: number): Promise<Connection> {
  try {
    return await Connection.open(url, connectTimeout)
  } catch (error) {
    throw new CommandFailure('unreachable', `${whyUnreachable(error)} The address is ${withoutPassword(url)}.`, error)
  }
}

const reasons: Readonly<Record<string, string>> = {
  '28P01': 'The database refused the password: correct it in DATABASE_URL.',
  '28000': 'The database does not let this user in: correct DATABASE_URL or pg_hba.conf.',
  '3D000': 'The database does not exist: create it (createdb), or correct its name in DATABASE_URL.',
  '53300': 'The database has no connection left: try again later, or raise max_connections.',
  '57P03': 'The database is starting or stopping: try again in a moment.',
  ECONNREFUSED: 'Nothing answers at the database address: start PostgreSQL, or correct DATABASE_URL.',
  ENOTFOUND: 'The host of the database is unknown: correct DATABASE_URL.',
  EAI_AGAIN: 'The host of the database cannot be looked up at the moment: try again, or correct DATABASE_URL.',
}

/** Why the database is not available, and what to do. The reason can be the cause of another error. */
export function whyUnreachable(error: unknown): string {
  if (error instanceof NoPrimary) return `None of the hosts can be used as primary. ${error.message}`
  const code = findSqlState(error) ?? (error as { code?: unknown } | undefined)?.code
  if (code === undefined && error instanceof Error && error.cause !== undefined) return whyUnreachable(error.cause)
  const reason = typeof code === 'string' ? reasons[code] : undefined
  const detail = error instanceof Error && error.message ? error.message.replace(/\.$/, '') : String(code)
  return reason ?? `The database cannot be reached (${detail}).`
}
