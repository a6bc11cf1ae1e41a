import { type NamedSql, sql } from '../../sql/sql.ts'

/** A person at a provider. */
export interface Subject {
  readonly issuer: string
  readonly subject: string
}

/** A user who may be the person. */
export interface PossibleUser {
  readonly id: number
  readonly username: string
  readonly admin: boolean
  readonly disabled: boolean
  /** Whether the address was verified here. */
  readonly verified: boolean
  /** Whether the user is tied to somebody at this issuer. */
  readonly tied: boolean
}

/** What claims say that may name a user; null if they do not say it. */
export interface NamedBy {
  readonly email: string | null
  /** The id in the directory. */
  readonly externalId: string | null
}

/**
 * The user to whom the person is tied, those who have the address, and the one whom the directory made under the id: as
 * JSON, in three columns.
 */
export function findPersonStatement({ issuer, subject }: Subject, { email, externalId }: NamedBy): NamedSql {
  const columns = sql`users.id, users.username, users.admin, users.disabled,
    users.email_verified_on is not null as verified`
  const isTied = sql`exists (
      select from record.tabularium_identity as identity
      where identity."user" = users.id and identity.issuer = ${issuer}::text
    ) as tied`
  return sql`select (
  select row_to_json(_known)
  from (
    select ${columns}, true as tied
    from record.tabularium_identity as identity
    join record.tabularium_user as users on users.id = identity."user"
    where identity.issuer = ${issuer}::text and identity.subject = ${subject}::text
  ) as _known
), (
  select json_agg(row_to_json(_holder))
  from (
    select ${columns}, ${isTied}
    from record.tabularium_user as users
    where users.email = ${email}::text
    order by users.id
    limit 2
  ) as _holder
), (
  select row_to_json(_made)
  from (
    select ${columns}, ${isTied}
    from record.tabularium_user as users
    where users.external_id = ${externalId}::text and users.provisioned and users.kind = 'person'
  ) as _made
)`.named('identity.findPerson')
}

/** Locks the user who alone has a verified address until the tie is written; no row if that is not so any more. */
export function lockHolderStatement(userId: number, email: string): NamedSql {
  return sql`select users.id
from record.tabularium_user as users
where users.id = ${userId}::bigint and users.email = ${email}::text and users.email_verified_on is not null
  and not users.admin and not users.disabled and users.kind = 'person'
  and not exists (
    select from record.tabularium_user as others where others.email = ${email}::text and others.id <> users.id
  )
for share of users`.named('identity.lockHolder')
}

/** Locks the user whom a directory made under an id until the tie is written; no row if that is not so any more. */
export function lockMadeStatement(userId: number, externalId: string): NamedSql {
  return sql`select users.id
from record.tabularium_user as users
where users.id = ${userId}::bigint and users.external_id = ${externalId}::text and users.provisioned
  and not users.admin and not users.disabled and users.kind = 'person'
for share of users`.named('identity.lockMade')
}

/** The first of some usernames that nobody has. */
export function freeUsernameStatement(usernames: readonly string[]): NamedSql {
  return sql`select wanted.username
from unnest(${usernames}::text[]) with ordinality as wanted(username, place)
where not exists (select from record.tabularium_user as users where users.username = wanted.username)
order by wanted.place
limit 1`.named('identity.freeUsername')
}

/** Locks a user until their roles are written. */
export function lockUserStatement(userId: number): NamedSql {
  return sql`select users.id
from record.tabularium_user as users
where users.id = ${userId}::bigint
for no key update of users`.named('identity.lockUser')
}

/**
 * The version of a locked user, whether they are an administrator, and their roles as a JSON array: a statement of its
 * own, which sees what the lock waited for.
 */
export function rolesOfUserStatement(userId: number): NamedSql {
  return sql`select users.version, users.admin, (
  select coalesce(json_agg(json_build_object('id', roles.id, 'name', roles.name) order by roles.id), '[]')
  from record.tabularium_user_roles_links as links
  join record.tabularium_role as roles on roles.id = links.target
  where links.source = users.id
)
from record.tabularium_user as users
where users.id = ${userId}::bigint`.named('identity.rolesOfUser')
}

/** The ids of roles by their names. */
export function roleIdsStatement(names: readonly string[]): NamedSql {
  return sql`select roles.name, roles.id
from record.tabularium_role as roles
where roles.name = any(${names}::text[])`.named('identity.roles')
}
