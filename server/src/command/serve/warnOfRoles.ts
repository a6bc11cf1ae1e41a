import type { Log } from '../../log.ts'
import type { DeclaredRole } from '../../model/role.ts'
import type { Settings } from '../../settings/Settings.ts'

/** Warns if the roles differ from their files. The service works with them. */
export async function warnOfRoles(settings: Settings, roles: readonly DeclaredRole[], log: Log): Promise<void> {
  const { databaseUrl, connectTimeout } = settings
  if (roles.length === 0) return
  const [{ withConnection }, { findRoleSteps }] = await Promise.all([
    import('../openConnection.ts'),
    import('../../schema/findRoleSteps.ts'),
  ])
  try {
    const steps = await withConnection(databaseUrl, connectTimeout, (connection) =>
      findRoleSteps((statement) => connection.query(statement), roles),
    )
    const titles = steps.map(({ title }) => title)
    if (titles.length > 0)
      log.warn({ steps: titles }, 'the roles differ from their files: run tabularium migrate apply')
  } catch (error) {
    log.warn({ err: error }, 'the roles could not be compared with their files')
  }
}
