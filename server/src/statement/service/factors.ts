import { momentJson } from '../../model/field/dateTime.ts'
import type { Credential } from '../../permission/Credential.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { authCheckFor, authorizedRows } from '../authorization/authCheck.ts'
import { toMillisecondsSql } from './jobs.ts'

const now = toMillisecondsSql(sql`clock_timestamp()`)

/** The factors of a user that make one-time codes: id, encrypted secret, and the time. */
export function totpFactorsStatement(userId: number): NamedSql {
  return sql`select factor.id, factor.secret, ${now}
from record.tabularium_factor as factor
where factor."user" = ${userId}::bigint and factor.kind = 'totp' and factor.secret is not null
order by factor.id`.named('factor.findTotp')
}

/** What `GET /ws/factors` answers, as JSON: the caller's factors, and how many recovery codes are left. */
export function listFactorsStatement(credential: Credential, userId: number): NamedSql {
  const rows = sql`
select (
    select coalesce(json_agg(json_build_object(
      'id', factor.id, 'version', factor.version, 'kind', factor.kind, 'name', factor.name,
      'createdOn', ${momentJson(sql`factor.created_on`)}, 'usedOn', ${momentJson(sql`factor.used_on`)}
    ) order by factor.id), '[]')
    from record.tabularium_factor as factor
    where factor."user" = ${userId}::bigint
  )::text,
  (select count(*) from tabularium.recovery_codes as codes where codes.user_id = ${userId}::bigint)`
  return sql`with ${authCheckFor([credential])} ${authorizedRows(rows, 2)}`.named('factor.list')
}

/** Begins to set a factor up, in place of one that was begun before. */
export function beginFactorStatement(userId: number, secret: string): NamedSql {
  return sql`insert into tabularium.pending_factors (user_id, secret, expires_on)
values (${userId}::bigint, ${secret}::text, now() + interval '1 hour')
on conflict (user_id) do update
set secret = excluded.secret, expires_on = excluded.expires_on`.named('factor.begin')
}

/** The encrypted secret of the factor that a user sets up, and the time. */
export function pendingFactorStatement(userId: number): NamedSql {
  return sql`select pending.secret, ${now}
from tabularium.pending_factors as pending
where pending.user_id = ${userId}::bigint and pending.expires_on > now()`.named('factor.findPending')
}

/** Takes the factor that a user sets up, once. No row if another one was begun meanwhile, or if there are many. */
export function takePendingFactorStatement(userId: number, secret: string, most: number): NamedSql {
  return sql`delete from tabularium.pending_factors as pending
where pending.user_id = ${userId}::bigint and pending.secret = ${secret}::text and (
  select count(*) from record.tabularium_factor as factor where factor."user" = ${userId}::bigint
) < ${most}::integer
returning pending.user_id`.named('factor.takePending')
}

/**
 * Gives a user who has a factor recovery codes in place of all earlier ones; no row if there is none. Digests are
 * SHA-256, in hex.
 */
export function replaceRecoveryCodesStatement(userId: number, digests: readonly string[]): NamedSql {
  return sql`with old as (
  delete from tabularium.recovery_codes as codes
  where codes.user_id = ${userId}::bigint
)
insert into tabularium.recovery_codes (user_id, digest)
select ${userId}::bigint, decode(given.digest, 'hex')
from unnest(${digests}::text[]) as given(digest)
where exists (select from record.tabularium_factor as factor where factor."user" = ${userId}::bigint)
returning 1`.named('factor.replaceRecoveryCodes')
}

/** The ids of the factors of a user. */
export function idsOfFactorsStatement(userId: number): Sql {
  return sql`select id from record.tabularium_factor as factor where factor."user" = ${userId}::bigint order by id`
}

/** Forgets the recovery codes of a user. */
export function forgetRecoveryCodesStatement(userId: number): Sql {
  return sql`delete from tabularium.recovery_codes where user_id = ${userId}::bigint`
}

/** Notes that the session has proven a factor. */
export function noteFactorStatement(hash: string, factor: 'totp'): NamedSql {
  return sql`update record.tabularium_session as session
set factors = session.factors || ${factor}::text
where session.token_hash = ${hash}::text and not (${factor}::text = any(session.factors))`.named('factor.note')
}

/** Whether some factors belong to others than a user. */
export function foreignFactorsStatement(ids: readonly number[], userId: number | null): NamedSql {
  return sql`select factor.id
from record.tabularium_factor as factor
where factor.id = any(${ids}::bigint[]) and factor."user" is distinct from ${userId}::bigint
limit 1`.named('factor.findForeign')
}

/** Begins a login whose password was right, if it is so still. Returns no row if it is not. */
export function beginPendingLoginStatement(digest: string, userId: number, passwordHash: string): NamedSql {
  return sql`insert into tabularium.pending_logins (digest, user_id, password, expires_on)
select decode(${digest}, 'hex'), users.id, sha256(convert_to(users.password, 'UTF8')), now() + interval '10 minutes'
from record.tabularium_user as users
where users.id = ${userId}::bigint and users.password = ${passwordHash}::text and not users.disabled
returning 1`.named('login.beginPending')
}

/** Counts a try before the proof is looked at. The user; no row if the login has ended or had all its tries. */
export function tryPendingLoginStatement(digest: string, most: number): NamedSql {
  return sql`update tabularium.pending_logins as pending
set tries = pending.tries + 1
from record.tabularium_user as users
where pending.digest = decode(${digest}, 'hex') and pending.expires_on > now() and pending.tries < ${most}::integer
  and users.id = pending.user_id
returning users.id, users.username`.named('login.tryPending')
}

/** Deletes a batch of logins whose second step did not come, and of factors that nobody has set up. */
export const sweepPendingLoginsStatement: NamedSql = sql`with old as (
  select digest
  from tabularium.pending_logins
  where expires_on <= now()
  order by expires_on
  limit 1000
  for update skip locked
), factors as (
  delete from tabularium.pending_factors
  where expires_on <= now()
)
delete from tabularium.pending_logins as pending using old
where pending.digest = old.digest
returning 1`.named('login.sweepPending')

/** Deletes a batch of recovery codes of users who have no factor any more. */
export const sweepRecoveryCodesStatement: NamedSql = sql`with old as (
  select codes.user_id, codes.digest
  from tabularium.recovery_codes as codes
  where not exists (select from record.tabularium_factor as factor where factor."user" = codes.user_id)
  limit 1000
  for update skip locked
)
delete from tabularium.recovery_codes as codes using old
where codes.user_id = old.user_id and codes.digest = old.digest
returning 1`.named('factor.sweepRecoveryCodes')
