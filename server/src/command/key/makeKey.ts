import { keyModel } from '../../model/builtIn/names.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { toApiKey, toHash } from '../../session/apiKey.ts'
import { CommandFailure } from '../CommandFailure.ts'
import { Records } from '../Records.ts'
import { requireRole, requireUser, requireUsername, rolesOf } from '../user/users.ts'

/** A key that a command makes. */
export interface NewKey {
  readonly username: string | undefined
  /** What the key is for. */
  readonly name: string | undefined
  /** The roles to which the key is limited. */
  readonly roles: readonly string[]
  readonly expiresOn: string | null
}

/** Makes an API key of 32 random bytes. Returns its id, and the key itself, which is not stored. */
export async function makeKey(
  connection: Connection,
  { username, name, roles: names, expiresOn }: NewKey,
  random: Uint8Array,
): Promise<{ readonly id: number; readonly key: string }> {
  const key = toApiKey(random)
  const records = new Records(connection)
  const id = await records.together(async () => {
    const user = { id: await requireUser(connection, username) }
    const roles = []
    for (const role of names) roles.push({ id: await requireRole(connection, role) })
    refuseRolesOfOthers(requireUsername(username), names, await rolesOf(connection, user.id))
    return records.create(keyModel, { user, name, start: key.slice(0, 8), tokenHash: toHash(key), expiresOn, roles })
  })
  return { id, key }
}

/** Roles that the user does not have would give the key nothing, and nobody would notice before it is used. */
function refuseRolesOfOthers(username: string, names: readonly string[], held: readonly string[]): void {
  const missing = names.filter((name) => !held.includes(name)).map((name) => `"${name}"`)
  if (missing.length === 0) return
  throw new CommandFailure(
    'failure',
    `The user "${username}" does not have the role ${missing.join(', ')}. A key that is limited to roles has only ` +
      `those that its user has: run npx tabularium user role add ${username} ${missing.join(' ')} first.`,
  )
}
