import { type Sql, sql } from '../sql/sql.ts'

export interface NewUser {
  readonly username: string
  readonly name: string
  readonly passwordHash: string
  readonly admin: boolean
}

/** Adds a user; gives no row where the username is taken. */
export function addUserStatement({ username, name, passwordHash, admin }: NewUser): Sql {
  return sql`insert into tabularium.users (username, name, password_hash, admin)
values (${username}, ${name}, ${passwordHash}, ${admin})
on conflict (username) do nothing
returning id`
}

/** Gives a user another password; gives no row where there is no such user. */
export function changePasswordStatement(username: string, passwordHash: string): Sql {
  return sql`update tabularium.users set password_hash = ${passwordHash}, version = version + 1, updated_on = now()
where username = ${username}
returning id`
}

/** Shuts a user out, or lets them in again; gives no row where there is no such user. */
export function disableUserStatement(username: string, disabled: boolean): Sql {
  return sql`update tabularium.users set disabled = ${disabled}, version = version + 1, updated_on = now()
where username = ${username}
returning id`
}

/**
 * Ends all sessions of a user. It must be a statement of its own, after the change that is its reason: only so does it see a
 * session that a login opened while the change waited for it.
 */
export function endSessionsStatement(username: string): Sql {
  return sql`delete from tabularium.sessions using tabularium.users
where users.id = sessions.user_id and users.username = ${username}
returning sessions.user_id`
}

/** All users by name. */
export function listUsersStatement(): Sql {
  return sql`select id, username, name, admin, disabled, to_char(created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_on
from tabularium.users
order by username`
}

/** The names alone, to suggest one where somebody mistyped. */
export function usernamesStatement(): Sql {
  return sql`select username from tabularium.users order by username limit 10000`
}

/** The id of a user; no row where there is none. */
export function userIdStatement(username: string): Sql {
  return sql`select id from tabularium.users where username = ${username}`
}
