import { type NamedSql, sql } from '../../sql/sql.ts'
import { rolesOf, rulesJson } from '../part/rights.ts'

/** The rights with which logic runs, and the revision of all rights in which they were read. */
export interface WorkRights {
  readonly revision: string
  readonly admin: boolean
  /** The rules, as members of a JSON array without its brackets. */
  readonly rules: string
}

/** The rights of a user who may still log in. */
export function rightsOfSenderStatement(user: number): NamedSql {
  return sql`select access.revision, users.admin, ${rulesJson(rolesOf(sql`users.id`))}
from record.tabularium_user as users
cross join tabularium.access
where users.id = ${user}::bigint and not users.disabled`.named('work.rightsOfUser')
}

/** Reads the one row. */
export function toWorkRights([row]: readonly (readonly (string | null)[])[]): WorkRights | undefined {
  if (!row) return undefined
  const [revision, admin, rules] = row
  return { revision: revision ?? '', admin: admin === 't', rules: rules ?? '' }
}

/** Whether no rights have changed since a revision: asked at the end of a transaction. */
export function sameRevisionStatement(revision: string): NamedSql {
  return sql`select access.revision = ${revision}::bigint
  or access.changed_in = pg_current_xact_id_if_assigned() and access.before = ${revision}::bigint
from tabularium.access`.named('work.sameRevision')
}
