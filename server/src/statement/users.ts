import { type Sql, sql } from '../sql/sql.ts'

/** All users by name. */
export function listUsersStatement(): Sql {
  return sql`select id, username, name, admin, disabled, to_char(created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_on
from record.tabularium_user
order by username`
}

/** The names alone, to suggest one where somebody mistyped. */
export function usernamesStatement(): Sql {
  return sql`select username from record.tabularium_user order by username limit 10000`
}

/** The id of a user; no row where there is none. */
export function userIdStatement(username: string): Sql {
  return sql`select id from record.tabularium_user where username = ${username}`
}

/** The roles that there are, by name. */
export function rolesStatement(): Sql {
  return sql`select id, name from record.tabularium_role order by name limit 10000`
}
