import { didYouMean } from '../../nearest.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { readUsername } from '../../session/username.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { endSessionsStatement, usernamesStatement } from '../../statement/users.ts'
import { CommandFailure } from '../CommandFailure.ts'

/** The username that somebody wrote, as it is kept. */
export function requireUsername(text: string): string {
  const reading = readUsername(text)
  if ('fault' in reading) throw new CommandFailure('usage', `The username ${JSON.stringify(text)} ${reading.fault}.`)
  return reading.value
}

/** Changes one user and ends all their sessions, both or neither; gives the number of sessions. */
export async function changeAndEndSessions(connection: Connection, username: string, change: Sql): Promise<number> {
  await connection.query(sql`begin`)
  if ((await connection.query(change)).length === 0) throw await noSuchUser(connection, username)
  const ended = await connection.query(endSessionsStatement(username))
  await connection.query(sql`commit`)
  return ended.length
}

export async function noSuchUser(connection: Connection, username: string): Promise<CommandFailure> {
  const names = (await connection.query(usernamesStatement())).map((row) => row.username ?? '')
  return new CommandFailure(
    'failure',
    `There is no user "${username}".${didYouMean(username, names)} tabularium user list shows all.`,
  )
}
