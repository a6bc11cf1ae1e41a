import { roleModel, ruleModel } from '../model/builtIn/names.ts'
import type { DeclaredRole } from '../model/role.ts'
import type { Connection } from '../postgres/Connection.ts'
import type { RoleChange, RoleStep } from '../schema/compareRoles.ts'
import { findRoleSteps } from '../schema/findRoleSteps.ts'
import { sql } from '../sql/sql.ts'
import { Records } from './Records.ts'

/** Changes the roles in the database to the declared ones, in one transaction. Other changes of roles wait for it. */
export async function applyRoles(connection: Connection, declared: readonly DeclaredRole[]): Promise<RoleStep[]> {
  if (declared.length === 0) return []
  const records = new Records(connection)
  return records.together(async () => {
    await connection.query(sql`lock table record.tabularium_role, record.tabularium_rule in share row exclusive mode`)
    const steps = await findRoleSteps((statement) => connection.query(statement), declared)
    for (const { change } of steps) await execute(change, records, connection)
    return steps
  })
}

async function execute(change: RoleChange, records: Records, connection: Connection): Promise<void> {
  switch (change.do) {
    case 'createRole':
      return void (await records.create(roleModel, { name: change.role, help: change.help }))
    case 'changeRole':
      return records.update(roleModel, change.id, { help: change.help })
    case 'createRule': {
      const [row] = await connection.query(sql`select id from record.tabularium_role where name = ${change.role}`)
      const role = { id: Number(row?.['id']) }
      return void (await records.create(ruleModel, { ...change.rule, role }))
    }
    case 'changeRule':
      return records.update(ruleModel, change.id, { ...change.rule })
    case 'deleteRule':
      return records.delete(ruleModel, change.id)
  }
}
