import type { Log } from '../../request/log.ts'
import type { DeclaredRole } from '../../model/role.ts'
import type { Settings } from '../../settings/Settings.ts'
import { tryInspect } from './tryInspect.ts'

/** Warns if the roles differ from their files. The service works with them. */
export async function warnOfRoles(settings: Settings, roles: readonly DeclaredRole[], log: Log): Promise<void> {
  if (roles.length === 0) return
  const { findRoleSteps } = await import('../../schema/findRoleSteps.ts')
  await tryInspect(settings, log, 'the roles could not be compared with their files', async (connection) => {
    const steps = await findRoleSteps((statement) => connection.query(statement), roles)
    const titles = steps.map(({ title }) => title)
    if (titles.length > 0)
      log.warn({ steps: titles }, 'the roles differ from their files: run npx tabularium migrate apply')
  })
}
