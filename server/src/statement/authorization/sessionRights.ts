import { type Sql, sql, trusted } from '../../sql/sql.ts'
import { rolesOf, rulesJson } from './rights.ts'

/** The name under which a statement reads the sessions. Their user is always called `users`. */
type Alias = 'sessions' | 'session'

/** Whether a session has all rights of an administrator: one that is limited to roles never has. */
export function isAdminSession(alias: Alias): Sql {
  return sql`(users.admin and ${trusted(alias)}.roles is null)`
}

/** The rules of a session, as members of a JSON array without its brackets: of the roles that count in it. */
export function rulesOfSession(alias: Alias): Sql {
  return rulesJson(sql`${rolesOf(sql`users.id`)}${withinSession(alias)}`)
}

/** The condition on the links to the roles of a user that they count in a session. */
export function withinSession(alias: Alias): Sql {
  const roles = trusted(`${alias}.roles`)
  return sql` and (${roles} is null or exists (
    select from record.tabularium_role as role where role.id = links.target and ${roles} ? role.name
  ))`
}
