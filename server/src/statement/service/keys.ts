import { keyModel } from '../../model/builtIn/names.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { momentText } from '../condition/momentText.ts'
import { includes, limitsOf, missingRolesOf, namesIn } from '../authorization/keyRights.ts'

/**
 * Of some API keys, those that expire later than another key, or may do what it may not by its roles, writes, models or
 * networks. The current roles of their user do not count: a role that the user gets later would give these keys more
 * rights. If the other key is gone,
 * as it may be for a job, all are wider.
 */
export function widerKeysStatement(ids: readonly number[], than: number): NamedSql {
  const [given, own] = [limitsOf(sql`keys.id`), limitsOf(sql`own.id`)]
  return sql`select keys.id
from record.tabularium_key as keys
left join record.tabularium_key as own on own.id = ${than}::bigint
where keys.id = any(${ids}::bigint[])
  and (
    own.id is null
    or own.expires_on is not null and (keys.expires_on is null or keys.expires_on > own.expires_on)
    or exists (${own}) and (not exists (${given}) or exists (${given} and limits.target not in (${own})))
    or own.writes <> 'all' and keys.writes not in ('none', own.writes)
    or ${isBeyond(sql`keys.models`, sql`own.models`, (one, held) => includes(held, one))}
    or ${isBeyond(sql`keys.networks`, sql`own.networks`, (one, held) => sql`${one}::inet <<= ${held}::inet`)}
  )`.named('rights.widerKeys')
}

/** Whether something in a list is within nothing of another one. No list means everything. */
function isBeyond(given: Sql, own: Sql, isWithin: (one: Sql, held: Sql) => Sql): Sql {
  return sql`(${own} is not null and (${given} is null or exists (
      select from (${namesIn(given)}) as given(name)
      where not exists (select from (${namesIn(own)}) as held(name) where ${isWithin(sql`given.name`, sql`held.name`)})
    )))`
}

/** The limits of some API keys: their ids, and two lists as JSON. */
export function listsOfKeysStatement(ids: readonly number[]): NamedSql {
  return sql`select keys.id, keys.models, keys.networks
from record.tabularium_key as keys
where keys.id = any(${ids}::bigint[])
order by keys.id`.named('rights.listsOfKeys')
}

/** The roles that some API keys are limited to and that their users do not have, by name. */
export function missingRolesStatement(ids: readonly number[]): NamedSql {
  return sql`select distinct missing.name
from record.tabularium_key as keys
cross join lateral (${missingRolesOf('keys')}) as missing
where keys.id = any(${ids}::bigint[])
order by missing.name`.named('rights.missingRoles')
}

/** A row if an API key has all rights of its user, works everywhere, and does not expire. */
export function lendableKeyStatement(id: number): NamedSql {
  return sql`select keys.id
from record.tabularium_key as keys
where keys.id = ${id}::bigint
  and keys.expires_on is null and keys.writes = 'all' and keys.models is null and keys.networks is null
  and not exists (${limitsOf(sql`keys.id`)})`.named('rights.lendableKey')
}

/** The API keys of a user, or of all users. */
export function listKeysStatement(userId?: number): Sql {
  const which = userId === undefined ? sql`` : sql`where keys."user" = ${userId}::bigint`
  return sql`
select keys.id, users.username, keys.name, keys.start, keys.writes, keys.models, keys.networks,
  ${momentText('keys.created_on')} as created_on,
  ${momentText('keys.expires_on')} as expires_on, ${momentText('keys.used_on')} as used_on,
  array_to_json(array(
    select roles.name
    from record.tabularium_key_roles_links as links
    join record.tabularium_role as roles on roles.id = links.target
    where links.source = keys.id
    order by roles.name)) as roles
from record.tabularium_key as keys
join record.tabularium_user as users on users.id = keys."user"
${which}
order by users.username, keys.id`
}

/** Of some API keys that this transaction wrote: whether a scope was changed, and whether one for SCIM has a person. */
export function scimKeyFaultsStatement(ids: readonly number[]): NamedSql {
  return sql`select exists (
    select
    from tabularium.journal
    where journal.model = (select models.number from tabularium.models where models.name = ${keyModel}::text)
      and journal.record = any(${ids}::bigint[]) and journal.operation = 'u'
      and journal.transaction = pg_current_xact_id() and journal.changes::jsonb ? 'scope'
  ), exists (
    select
    from record.tabularium_key as keys
    join record.tabularium_user as users on users.id = keys."user"
    where keys.id = any(${ids}::bigint[]) and keys.scope = 'scim' and users.kind <> 'service'
  )`.named('key.scimFaults')
}
