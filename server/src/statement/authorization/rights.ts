import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/** The columns that limit a rule, under the names of its fields. */
export const limitColumns = sql`rule.condition,
    rule.read_fields as "readFields", rule.write_fields as "writeFields",
    rule.hide_fields as "hideFields", rule.lock_fields as "lockFields"`

const ruleColumns = sql`rule.model, rule."read", rule."create", rule."update", rule."delete", rule.run,
    ${limitColumns}, rule.comment, rule.export`

/** The rules of roles, as members of a JSON array without its brackets. The same rules always give the same text. */
export function rulesJson(roles: Sql): Sql {
  return sql`(
  select coalesce(string_agg(row_to_json(_rule)::text, ',' order by _rule.id), '')
  from (
    select rule.id, role.name as role, ${ruleColumns}
    from record.tabularium_rule as rule
    join record.tabularium_role as role on role.id = rule.role
    where rule.role in (${roles})
  ) as _rule
)`
}

/** The roles of a user. */
export function rolesOf(user: Sql): Sql {
  return sql`select links.target from record.tabularium_user_roles_links as links where links.source = ${user}`
}

/** The current rights of some users: whether they are administrators, and their rules. */
export function rightsOfUsersStatement(ids: readonly number[]): NamedSql {
  return sql`select users.id, users.admin, ${rulesJson(rolesOf(sql`users.id`))}
from record.tabularium_user as users
where users.id = any(${ids}::bigint[])`.named('rights.ofUsers')
}

/** The current content of some rules. */
export function rulesStatement(ids: readonly number[]): NamedSql {
  return sql`select coalesce(string_agg(row_to_json(_rule)::text, ','), '')
from (
  select rule.id, null as role, ${ruleColumns}
  from record.tabularium_rule as rule
  where rule.id = any(${ids}::bigint[])
) as _rule`.named('rights.rules')
}

/** The current rules of some roles. */
export function rulesOfRoleIdsStatement(ids: readonly number[]): NamedSql {
  return sql`select ${rulesJson(sql`select unnest(${ids}::bigint[])`)}`.named('rights.ofRoleIds')
}

/** The current rights of one user, by id or username. */
export function rightsOfUserStatement(user: string): NamedSql {
  return /^[1-9]\d{0,15}$/.test(user)
    ? rightsOfStatement(sql`users.id = ${user}::bigint`)
    : rightsOfUsernameStatement(user)
}

/** The current rights of one user, by username alone: a username may be a number. */
export function rightsOfUsernameStatement(username: string): NamedSql {
  return rightsOfStatement(sql`users.username = ${username}`)
}

function rightsOfStatement(which: Sql): NamedSql {
  return sql`select users.id, users.username, users.admin, users.disabled, ${rulesJson(rolesOf(sql`users.id`))}
from record.tabularium_user as users
where ${which}`.named('rights.ofUser')
}

/** The rules of every role, and some of its users: both as members of a JSON array without its brackets. */
export function rulesOfRolesStatement(maxUsers: number): NamedSql {
  const users = sql`(
  select coalesce(string_agg(row_to_json(_user)::text, ',' order by _user.id), '')
  from (
    select users.id, users.username
    from record.tabularium_user_roles_links as links
    join record.tabularium_user as users on users.id = links.source
    where links.target = owner.id
    order by users.id
    limit ${maxUsers}::bigint
  ) as _user
)`
  return sql`select owner.id, owner.name, ${rulesJson(sql`owner.id`)}, ${users}
from record.tabularium_role as owner
order by owner.name`.named('rights.ofRoles')
}
