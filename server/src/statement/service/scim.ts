import { requireValue } from '../../failure/invariant.ts'
import { join, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { momentText } from '../condition/momentText.ts'

/** A user whom a directory manages. */
export interface ScimUserRow {
  readonly id: number
  readonly version: number
  readonly username: string
  readonly name: string | null
  readonly email: string | null
  readonly disabled: boolean
  readonly externalId: string | null
  readonly createdOn: string
  readonly updatedOn: string
  /** Whether the address is known to be theirs. */
  readonly isVerified: boolean
  /** The roles that they have by groups. */
  readonly roles: readonly { readonly id: number; readonly name: string }[]
}

/** A role that is a group of a directory. */
export interface ScimGroupRow {
  readonly id: number
  readonly version: number
  readonly role: string
  readonly createdOn: string
  readonly updatedOn: string
  readonly members: readonly { readonly id: number; readonly name: string }[]
}

/** By what users are found. All of it must hold. */
export interface ScimUserTests {
  readonly id?: number
  readonly username?: string
  readonly externalId?: string
  readonly email?: string
  /** Compared without capitals. */
  readonly name?: string
}

/** How many users a directory manages of those that are asked for. */
export function countScimUsersStatement(tests: readonly ScimUserTests[]): NamedSql {
  return sql`select count(*)
from record.tabularium_user as users
where ${managed(tests)}`.named('scim.countUsers')
}

/** A page of the users whom a directory manages, as JSON, with those of their roles that are named. */
export function scimUsersStatement(
  tests: readonly ScimUserTests[],
  roles: readonly string[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): NamedSql {
  return sql`select json_build_object(
  'id', users.id, 'version', users.version, 'username', users.username, 'name', users.name, 'email', users.email,
  'disabled', users.disabled, 'externalId', users.external_id, 'isVerified', users.email_verified_on is not null,
  'createdOn', ${momentText('users.created_on')}, 'updatedOn', ${momentText('users.updated_on')},
  'roles', (
    select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.id), '[]')
    from record.tabularium_user_roles_links as links
    join record.tabularium_role as roles on roles.id = links.target
    where links.source = users.id and roles.name = any(${roles}::text[])
  )
)
from record.tabularium_user as users
where ${managed(tests)}
order by users.id
limit ${limit}::bigint offset ${offset}::bigint`.named('scim.users')
}

/** The roles of these names, as JSON, with those of their members whom a directory manages. */
export function scimGroupsStatement(roles: readonly string[], withMembers: boolean): NamedSql {
  const members = withMembers
    ? sql`(
    select coalesce(
      json_agg(json_build_object('id', users.id, 'name', coalesce(users.name, users.username)) order by users.id), '[]'
    )
    from record.tabularium_user_roles_links as links
    join record.tabularium_user as users on users.id = links.source
    where links.target = roles.id and users.provisioned
  )`
    : sql`'[]'::json`
  return sql`select json_build_object(
  'id', roles.id, 'version', roles.version, 'role', roles.name, 'createdOn', ${momentText('roles.created_on')},
  'updatedOn', ${momentText('roles.updated_on')}, 'members', ${members}
)
from record.tabularium_role as roles
where roles.name = any(${roles}::text[])
order by roles.id`.named('scim.groups')
}

/** Locks a user whom a directory manages; no row if it manages none with this id. */
export function lockScimUserStatement(id: number): NamedSql {
  return lock(sql`users.id = ${id}::bigint`).named('scim.lockUser')
}

/** Locks users whom a directory manages: those of these ids, and all who have the role if `isWhole`. */
export function lockMembersStatement(ids: readonly number[], role: number, isWhole: boolean): NamedSql {
  const holders = sql`users.id in (
    select links.source from record.tabularium_user_roles_links as links where links.target = ${role}::bigint
  )`
  return lock(
    isWhole ? sql`(users.id = any(${ids}::bigint[]) or ${holders})` : sql`users.id = any(${ids}::bigint[])`,
  ).named('scim.lockMembers')
}

/** In the order in which all writes lock users. */
function lock(which: Sql): Sql {
  return sql`select users.id
from record.tabularium_user as users
where users.provisioned and ${which}
order by users.id
for no key update of users`
}

/** The version of locked users and all of their roles: a statement of its own, which sees what the lock waited for. */
export function rolesOfUsersStatement(ids: readonly number[]): NamedSql {
  return sql`select users.id, users.version, (
  select coalesce(json_agg(links.target order by links.target), '[]')
  from record.tabularium_user_roles_links as links
  where links.source = users.id
)
from record.tabularium_user as users
where users.id = any(${ids}::bigint[])
order by users.id`.named('scim.rolesOfUsers')
}

/** The ties of a user to providers. */
export function identitiesOfStatement(user: number): NamedSql {
  return sql`select identity.id
from record.tabularium_identity as identity
where identity."user" = ${user}::bigint
order by identity.id`.named('scim.identities')
}

/** Parses rows of one column with JSON. */
export function parseScimRows<Row>(rows: readonly (readonly (string | null)[])[]): Row[] {
  return rows.map(([json]) => JSON.parse(requireValue(json, 'A resource of SCIM')))
}

function managed(tests: readonly ScimUserTests[]): Sql {
  const conditions = tests.flatMap(({ id, username, externalId, email, name }) => [
    ...(id === undefined ? [] : [sql`users.id = ${id}::bigint`]),
    ...(username === undefined ? [] : [sql`users.username = ${username}::text`]),
    ...(externalId === undefined ? [] : [sql`users.external_id = ${externalId}::text`]),
    ...(email === undefined ? [] : [sql`users.email = ${email}::text`]),
    ...(name === undefined ? [] : [sql`lower(coalesce(users.name, users.username)) = lower(${name}::text)`]),
  ])
  return join([sql`users.provisioned`, ...conditions], ' and ')
}
