import { keyModel } from '../../model/builtIn/names.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { toApiKey, toHash } from '../../session/apiKey.ts'
import { Records } from '../Records.ts'
import { requireRole, requireUser } from '../user/users.ts'

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
    return records.create(keyModel, { user, name, start: key.slice(0, 8), tokenHash: toHash(key), expiresOn, roles })
  })
  return { id, key }
}
