import { type NamedSql, sql } from '../../sql/sql.ts'
import { type NewSession, openStatement } from './openSession.ts'
import { type ProvenFactor, useFactor } from './useFactor.ts'

/** A session for a user whose password was correct. */
export interface PasswordSession extends NewSession {
  readonly userId: number
  /** The hash that the password was checked against. */
  readonly passwordHash: string
}

/**
 * Opens a session if the user and the password are still those that were checked; both are locked until it is open. A
 * user who has a factor must prove it.
 */
export function openSessionStatement({ userId, passwordHash, ...session }: PasswordSession): NamedSql {
  const holder = sql`holder as (
  select users.id
  from record.tabularium_user as users
  where users.id = ${userId}::bigint and not users.disabled and users.password = ${passwordHash}
    and not exists (select from record.tabularium_factor as factor where factor."user" = users.id)
  for share of users
)`
  return openStatement(holder, session, { method: 'password', factors: ['password'] }).named('session.open')
}

/** A session for a user whose password was right, and who proves a factor as well. */
export interface FactorSession extends NewSession {
  readonly factor: ProvenFactor
  /** The login that waits for the factor, by its digest, or the password that was checked in the same request. */
  readonly after: { readonly login: string } | { readonly userId: number; readonly passwordHash: string }
}

/**
 * Opens a session if the factor counts: a code once and in order, a recovery code once. The login that waits is taken
 * with it, so that it opens one session; a wrong proof leaves it there. The password must be the one that was right.
 */
export function openFactorSessionStatement({ factor, after, ...session }: FactorSession): NamedSql {
  const isWaiting = 'login' in after
  const begun = isWaiting
    ? sql`
  select pending.digest, pending.user_id, pending.password
  from tabularium.pending_logins as pending
  where pending.digest = decode(${after.login}, 'hex') and pending.expires_on > now()`
    : sql`
  select null::bytea as digest, users.id as user_id, sha256(convert_to(users.password, 'UTF8')) as password
  from record.tabularium_user as users
  where users.id = ${after.userId}::bigint and users.password = ${after.passwordHash}::text`
  const taken = isWaiting
    ? sql`
  delete from tabularium.pending_logins as pending using proven
  where pending.digest = proven.digest
  returning pending.user_id, pending.password`
    : sql`
  select proven.user_id, proven.password from proven`
  const holder = sql`begun as (${begun}
), proven as (${useFactor(factor)}
), taken as (${taken}
), holder as (
  select users.id
  from taken
  join record.tabularium_user as users on users.id = taken.user_id
  where not users.disabled and users.kind = 'person'
    and sha256(convert_to(users.password, 'UTF8')) = taken.password
  for share of users
)`
  return openStatement(holder, session, { method: 'password', factors: ['password', factor.is] }).named(
    `session.openBy${factor.is === 'totp' ? 'Totp' : 'Recovery'}`,
  )
}
