import { plainUser } from '../../model/builtIn/plainModels.ts'
import { columnOf } from '../../model/names.ts'
import { join, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { journalRows } from '../journal/journal.ts'
import { oldColumn, updatedChanges } from '../journal/journalChanges.ts'
import { nextVersion } from '../record/nextVersion.ts'
import { toMillisecondsSql } from './jobs.ts'

/** What a link is for. */
export type LinkPurpose = 'reset' | 'invitation' | 'address'

/** The link of a mail that is about to be sent. */
export interface NewLink {
  readonly purpose: LinkPurpose
  readonly userId: number
  /** SHA-256 of its token, in hex. */
  readonly digest: string
  readonly email: string
  /** In milliseconds. */
  readonly lifetime: number
}

/** Makes a link in place of an earlier one, for the password that the user has now. Returns when it ends. */
export function makeLinkStatement({ purpose, userId, digest, email, lifetime }: NewLink): NamedSql {
  return sql`insert into tabularium.mail_links (user_id, purpose, digest, password, email, expires_on)
select users.id, ${purpose}::text, decode(${digest}, 'hex'), ${sha256Sql(sql`users.password`)}, ${email}::text,
  now() + ${lifetime}::bigint * interval '1 millisecond'
from record.tabularium_user as users
where users.id = ${userId}::bigint and not users.disabled
on conflict (user_id, purpose) do update
set digest = excluded.digest, password = excluded.password, email = excluded.email, expires_on = excluded.expires_on
returning ${toMillisecondsSql(sql`expires_on`)}`.named('link.make')
}

/** A link that somebody wants to use. */
export interface UsedLink {
  readonly purpose: LinkPurpose
  /** SHA-256 of its token, in hex. */
  readonly digest: string
  /** The user whose link it must be; absent if the token alone decides. */
  readonly userId?: number
}

/** The username behind a link that can be used; no row if there is none. */
export function findLinkStatement(link: UsedLink): NamedSql {
  return sql`select users.username
from tabularium.mail_links as links
join record.tabularium_user as users on users.id = links.user_id
where ${isUsable(link)}`.named('link.find')
}

/** Uses a link up, sets a password, and verifies the address that it was sent to. Returns no row if it is not valid. */
export function setPasswordStatement(link: UsedLink, hash: string, requestId: string): NamedSql {
  const set = { password: sql`${hash}::text`, emailVerifiedOn: sql`now()::timestamp(3) with time zone` }
  return useStatement(link, set, requestId).named('link.password')
}

/** Uses a link up, and gives its user the address that it was sent to. Returns no row if it is not valid. */
export function setAddressStatement(link: UsedLink, requestId: string): NamedSql {
  const set = { email: sql`usable.new_email`, emailVerifiedOn: sql`now()::timestamp(3) with time zone` }
  return useStatement(link, set, requestId).named('link.address')
}

/**
 * Whoever comes second waits for the lock of the link and finds it used. The user is locked as well, so that no session
 * is opened with the password of before once this has ended.
 */
function useStatement(link: UsedLink, set: Readonly<Record<string, Sql>>, requestId: string): Sql {
  const fields = plainUser.fields.filter(({ name }) => Object.hasOwn(set, name))
  const own = (name: string) => trusted(columnOf(name))
  const assigned = Object.entries(set).map(([name, value]) => sql`${own(name)} = ${value}`)
  const shown = fields.flatMap((field) => [
    sql`users.${own(field.name)}`,
    sql`usable.${own(field.name)} as ${trusted(oldColumn(field))}`,
  ])
  return sql`with usable as materialized (
  select users.id, links.email as new_email, ${join(fields.map(({ name }) => sql`users.${own(name)}`))}
  from tabularium.mail_links as links
  join record.tabularium_user as users on users.id = links.user_id
  where ${isUsable(link)}
  for update
), used as (
  update tabularium.mail_links as links
  set digest = null
  from usable
  where links.user_id = usable.id and links.purpose = ${link.purpose}::text
), updated as (
  update record.tabularium_user as users
  set ${join(assigned)}, version = ${nextVersion(sql`users.version`, sql`users.updated_on`)}, updated_on = now(),
    updated_by = users.id
  from usable
  where users.id = usable.id
  returning users.id, users.version, users.id as _by, ${requestId}::text as _request, ${join(shown)}
), ${journalRows(plainUser, 'updated', 'update', updatedChanges(fields, 'updated'))}
select updated.id
from updated`
}

/** A link is for the password and the address that its user had when it was made, and not for disabled users. */
function isUsable({ purpose, digest, userId }: UsedLink): Sql {
  const isSent = purpose === 'address' ? sql`` : sql` and links.email is not distinct from users.email`
  const isOwn = userId === undefined ? sql`` : sql` and users.id = ${userId}::bigint`
  return sql`links.digest = decode(${digest}, 'hex') and links.purpose = ${purpose}::text
    and links.expires_on > now() and not users.disabled
    and links.password is not distinct from ${sha256Sql(sql`users.password`)}${isSent}${isOwn}`
}

/** SHA-256 of a text. */
export function sha256Sql(text: Sql): Sql {
  return sql`sha256(convert_to(${text}, 'UTF8'))`
}

/** Deletes a batch of links that can't be used any more. Those of the last hour are counted. */
export const sweepLinksStatement: NamedSql = sql`delete from tabularium.mail_links as links
where (links.user_id, links.purpose) in (
  select old.user_id, old.purpose
  from tabularium.mail_links as old
  where (old.digest is null or old.expires_on < now())
    and not now() - interval '1 hour' < any(old.ordered_on)
  limit 1000
  for update skip locked
)
returning links.user_id`.named('link.sweep')
