import { userModel } from '../../model/builtIn/names.ts'
import type { Models } from '../../model/Models.ts'
import { didYouMean } from '../../text/didYouMean.ts'
import { type Connection, findSqlState } from '../../postgres/Connection.ts'
import { parseUsername } from '../../session/username.ts'
import { endSessionsStatement } from '../../statement/service/sessionWrites.ts'
import { listKeysStatement } from '../../statement/service/keys.ts'
import { keepPasswordStatement } from '../../statement/service/passwordUse.ts'
import {
  rolesOfUserStatement,
  rolesStatement,
  userIdStatement,
  usernamesStatement,
} from '../../statement/service/users.ts'
import { CommandFailure } from '../CommandFailure.ts'
import { commandRequest, Records } from '../Records.ts'

/** The username in its stored form. Throws if it is not valid. */
export function requireUsername(text = ''): string {
  const reading = parseUsername(text)
  if ('fault' in reading) throw new CommandFailure('usage', `The username ${JSON.stringify(text)} ${reading.fault}.`)
  return reading.value
}

/** A user that a command adds. */
export interface NewUser {
  readonly username: string
  readonly name: string
  /** Absent for a service. */
  readonly password?: string
  readonly kind?: 'person' | 'service'
  readonly admin: boolean
  /** Whether they may log in with a password where nobody else may. */
  readonly breakGlass?: boolean
  /** The names of their roles. */
  readonly roles: readonly string[]
}

/** Adds a user and returns their id; undefined if the username is taken. Fields of `extendUser` need the models. */
export async function addUser(
  connection: Connection,
  { roles: names, breakGlass = false, ...user }: NewUser,
  models?: Models,
): Promise<number | undefined> {
  const records = new Records(connection, models)
  try {
    return await records.together(async () => {
      const roles = []
      for (const name of names) roles.push({ id: await requireRole(connection, name) })
      const id = await records.create(userModel, { ...user, roles })
      if (breakGlass) await connection.query(keepPasswordStatement(id))
      return id
    })
  } catch (error) {
    if (findSqlState(error) === '23505') return undefined
    throw error
  }
}

/** Returns the id of a role. Throws if there is no such role. */
export async function requireRole(connection: Connection, name: string): Promise<number> {
  const rows = await connection.query(rolesStatement())
  const role = rows.find((row) => row['name'] === name)
  if (role) return Number(role['id'])
  const names = rows.map((row) => row['name'] ?? '')
  const known = names.length === 0 ? 'There is none yet.' : `There are ${names.join(', ')}.`
  throw new CommandFailure('failure', `There is no role "${name}".${didYouMean(name, names)} ${known}`)
}

/** Changes one user. */
export async function changeUser(
  connection: Connection,
  username: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const records = new Records(connection)
  await records.together(() => change(connection, records, username, values))
}

/** Changes one user and ends all their sessions in one transaction. Returns the number of ended sessions. */
export async function changeAndEndSessions(
  connection: Connection,
  username: string,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const records = new Records(connection)
  return records.together(async () => {
    const id = await change(connection, records, username, values)
    // A separate statement after the change: it sees a session that a login opened while the change waited for a lock.
    return (await connection.query(endSessionsStatement(id, commandRequest))).length
  })
}

async function change(
  connection: Connection,
  records: Records,
  username: string,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const id = await requireUser(connection, username)
  await records.update(userModel, id, values)
  return id
}

/** Returns the id of a user. Throws if there is no such user. */
export async function requireUser(connection: Connection, given: string | undefined): Promise<number> {
  const username = requireUsername(given)
  const [found] = await connection.query(userIdStatement(username))
  if (!found) throw await noSuchUser(connection, username)
  return Number(found['id'])
}

/** Deletes a user with their sessions and keys; returns how many of each there were. */
export async function removeUser(
  connection: Connection,
  username: string,
): Promise<{ id: number; sessions: number; keys: number }> {
  const records = new Records(connection)
  try {
    return await records.together(async () => {
      const id = await requireUser(connection, username)
      const sessions = await connection.query(endSessionsStatement(id, commandRequest))
      const keys = await connection.query(listKeysStatement(id))
      await records.deleteWhole(userModel, id)
      return { id, sessions: sessions.length, keys: keys.length }
    })
  } catch (error) {
    if (findSqlState(error) !== '23503') throw error
    const table = error instanceof Error && 'table' in error ? ` (table ${String(error.table)})` : ''
    throw new CommandFailure(
      'failure',
      `Other records refer to "${username}"${table}, so nothing was deleted: change or delete those first, ` +
        `or run npx tabularium user disable ${username}.`,
      error,
    )
  }
}

/** Returns the names of a user's roles. */
export async function rolesOf(connection: Connection, id: number): Promise<string[]> {
  const rows = await connection.query(rolesOfUserStatement(id))
  return rows.map((row) => row['name'] ?? '')
}

async function noSuchUser(connection: Connection, username: string): Promise<CommandFailure> {
  const names = (await connection.query(usernamesStatement())).map((row) => row['username'] ?? '')
  return new CommandFailure(
    'failure',
    `There is no user "${username}".${didYouMean(username, names)} npx tabularium user list shows all.`,
  )
}
