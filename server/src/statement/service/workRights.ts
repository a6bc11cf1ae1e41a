import { type NamedSql, sql } from '../../sql/sql.ts'
import { keyLives } from '../authorization/authCheck.ts'
import { isAdminKey, rulesOfKey } from '../authorization/keyRights.ts'
import { rolesOf, rulesJson } from '../authorization/rights.ts'

/** The rights with which logic runs, and the revision of all rights in which they were read. */
export interface WorkRights {
  readonly revision: string
  readonly admin: boolean
  /** The rules, as members of a JSON array without its brackets. */
  readonly rules: string
}

/** The rights of a user who may still log in, or of an API key of that user which is still valid. */
export function rightsOfSenderStatement(user: number, key: number | null): NamedSql {
  if (key !== null) return rightsOfSendingKeyStatement(user, key)
  return sql`select access.revision, users.admin, ${rulesJson(rolesOf(sql`users.id`))}
from record.tabularium_user as users
cross join tabularium.access
where users.id = ${user}::bigint and not users.disabled`.named('work.rightsOfUser')
}

function rightsOfSendingKeyStatement(user: number, key: number): NamedSql {
  return sql`select access.revision, ${isAdminKey('keys')}, ${rulesOfKey('keys')}
from record.tabularium_key as keys
join record.tabularium_user as users on users.id = keys."user"
cross join tabularium.access
where keys.id = ${key}::bigint and users.id = ${user}::bigint and not users.disabled
  and ${keyLives('keys')}`.named('work.rightsOfKey')
}

/** Reads the one row. */
export function toWorkRights([row]: readonly (readonly (string | null)[])[]): WorkRights | undefined {
  if (!row) return undefined
  const [revision, admin, rules] = row
  return { revision: revision ?? '', admin: admin === 't', rules: rules ?? '' }
}

/** Whether no rights have changed since a revision, and the key is still valid: asked at the end of a transaction. */
export function sameRevisionStatement(revision: string, key: number | null): NamedSql {
  const lives = sql`exists (
    select from record.tabularium_key as keys where keys.id = ${key}::bigint and ${keyLives('keys')}
  )`
  return sql`select (
    access.revision = ${revision}::bigint
    or access.changed_in = pg_current_xact_id_if_assigned() and access.before = ${revision}::bigint
  )${key === null ? sql`` : sql` and ${lives}`}
from tabularium.access`.named('work.sameRevision')
}
