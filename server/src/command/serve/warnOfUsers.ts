import type { PasswordChoice, SignInOptions } from '../../model/signIn/signIn.ts'
import type { Log } from '../../request/log.ts'
import type { Settings } from '../../settings/Settings.ts'
import { tryInspect } from './tryInspect.ts'

/** The command that makes the first administrator. */
export function howToAddUser(passwords: PasswordChoice): string {
  return `npx tabularium user add NAME --${passwords === 'break-glass' ? 'break-glass' : 'admin'}`
}

/** Warns if nobody can log in: then nobody can use the service, or make others able to. */
export async function warnOfUsers(
  settings: Settings,
  { passwords }: Pick<SignInOptions, 'passwords'>,
  log: Log,
): Promise<void> {
  const { hasAdministratorStatement } = await import('../../statement/service/users.ts')
  await tryInspect(settings, log, 'the users could not be looked up', async (connection) => {
    const [row] = await connection.query(hasAdministratorStatement(passwords))
    if (row?.['has'] === 'f') log.warn(`nobody can log in as an administrator: run ${howToAddUser(passwords)}`)
  })
}
