import { keyModel } from '../../model/builtIn/names.ts'
import { momentJson } from '../../model/field/dateTime.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { momentText } from '../condition/momentText.ts'
import { includes, isAdminKey, limitsOf, missingRolesOf, namesIn } from '../authorization/keyRights.ts'

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

/** When a key ends that is rotated, and its successor. */
export interface Rotation {
  /** In milliseconds. */
  readonly overlap: number
  /** The end of the new key; undefined: that of the old one. */
  readonly expiresOn: string | undefined
}

/** Locks an API key until it is rotated. */
export function lockKeyStatement(id: number): NamedSql {
  return sql`select keys.id
from record.tabularium_key as keys
where keys.id = ${id}::bigint
for update of keys`.named('key.lock')
}

/**
 * A locked API key that is rotated: its version, its end after the overlap, whether its successor would have ended
 * already, and the successor as somebody would send it. A statement of its own: it sees what the lock waited for.
 */
export function rotatedKeyStatement(id: number, { overlap, expiresOn }: Rotation): NamedSql {
  const next = expiresOn === undefined ? sql`keys.expires_on` : sql`${expiresOn}::timestamp(3) with time zone`
  const end = sql`least(keys.expires_on, now() + ${overlap}::bigint * interval '1 millisecond')`
  // Administrators alone write the scope, which almost all keys have by default.
  const scope = sql`case when keys.scope = 'api' then '{}' else jsonb_build_object('scope', keys.scope) end`
  return sql`select keys.version, ${momentJson(end)}, coalesce(${next} <= now(), false),
  jsonb_build_object(
    'user', jsonb_build_object('id', keys."user"), 'name', keys.name, 'expiresOn', ${momentJson(next)},
    'writes', keys.writes, 'models', keys.models, 'networks', keys.networks,
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('id', limits.target)), '[]')
      from (${limitsOf(sql`keys.id`)}) as limits)
  ) || ${scope}
from record.tabularium_key as keys
where keys.id = ${id}::bigint`.named('key.rotated')
}

/** Why an operator should look at an API key. */
export type KeyRisk = 'unused' | 'endless' | 'administrator'

/**
 * The API keys that work and that nobody has used for a time, that have no end, or that have all rights of an
 * administrator: how many there are, and the first of them.
 */
export function riskyKeysStatement(unusedFor: number): Sql {
  const old = (moment: Sql) => sql`${moment} < now() - ${unusedFor}::bigint * interval '1 millisecond'`
  return sql`
select risk, count(*) as total,
  to_json((array_agg(format('%s "%s" of "%s"', id, name, username) order by id))[1:5]) as first
from (
  select keys.id, keys.name, users.username, risks.risk
  from record.tabularium_key as keys
  join record.tabularium_user as users on users.id = keys."user"
  cross join lateral (values
    ('unused', ${old(sql`coalesce(keys.used_on, keys.created_on)`)}),
    ('endless', keys.expires_on is null),
    ('administrator', ${isAdminKey('keys')})
  ) as risks(risk, applies)
  where risks.applies and not users.disabled and (keys.expires_on is null or keys.expires_on > now())
) as found
group by risk
order by risk`
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
