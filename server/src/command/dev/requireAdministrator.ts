import type { Connection } from '../../postgres/Connection.ts'
import { hasAdministratorStatement, userIdStatement } from '../../statement/service/users.ts'
import { toPassword } from '../localPostgres/keepSecrets.ts'
import { addUser, changeAndEndSessions } from '../user/users.ts'

/** The user that `dev` adds. */
export const adminName = 'admin'

/** Makes sure that an administrator can log in. Returns the password if there is a new one, which is not kept. */
export async function requireAdministrator(
  connection: Connection,
  { newPassword, random }: { readonly newPassword: boolean; readonly random: Uint8Array },
): Promise<string | undefined> {
  const [row] = await connection.query(hasAdministratorStatement('all'))
  if (row?.['has'] === 't' && !newPassword) return undefined
  const password = toPassword(random)
  const [known] = await connection.query(userIdStatement(adminName))
  if (known) await changeAndEndSessions(connection, adminName, { password, admin: true, disabled: false })
  else {
    const user = { username: adminName, name: 'Administrator', password, admin: true, breakGlass: true, roles: [] }
    await addUser(connection, user)
  }
  return password
}
