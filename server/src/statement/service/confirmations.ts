import type { Credential } from '../../permission/Credential.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'
import { mayUsePassword } from './passwordUse.ts'
import { type ProvenFactor, useFactor } from './useFactor.ts'

/**
 * Whether the user of a session has proven lately who they are, and by what they can: whether they have a password that
 * counts, the providers that they are tied to as JSON, and whether they have an app for codes. No row if the session
 * has ended.
 */
export function confirmedStatement({ hash, confirm: { within, passwordUse } }: Credential): NamedSql {
  const tied = sql`
    select identity.provider
    from record.tabularium_identity as identity
    where identity."user" = session."user"
    order by identity.provider collate "C"
  `
  return sql`select
  coalesce(session.confirmed_on, session.created_on) > now() - ${within}::bigint * interval '1 millisecond',
  users.password is not null and ${mayUsePassword(passwordUse)},
  array_to_json(array(${tied})),
  exists (select from record.tabularium_factor as factor where factor."user" = users.id and factor.kind = 'totp')
from record.tabularium_session as session
join record.tabularium_user as users on users.id = session."user"
where session.token_hash = ${hash}::text`.named('session.isConfirmed')
}

/**
 * Notes that the user of a session has proven who they are, if the password is still the one that was checked. This
 * makes no new version: it says nothing of the session that others need.
 */
export function confirmStatement(hash: string, passwordHash: string): NamedSql {
  return sql`update record.tabularium_session as session
set confirmed_on = now()
from record.tabularium_user as users
where session.token_hash = ${hash}::text and users.id = session."user" and not users.disabled
  and users.password = ${passwordHash}::text
returning session.id`.named('session.confirm')
}

/** Notes the same by a factor, which counts once. */
export function confirmByFactorStatement(hash: string, userId: number, factor: ProvenFactor): NamedSql {
  const begun = sql`
  select null::bytea as digest, ${userId}::bigint as user_id, null::bytea as password`
  return sql`with begun as (${begun}
), proven as (${useFactor(factor)}
)
update record.tabularium_session as session
set confirmed_on = now()
from proven
where session.token_hash = ${hash}::text and session."user" = proven.user_id
returning session.id`.named(`session.confirmBy${factor.is === 'totp' ? 'Totp' : 'Recovery'}`)
}
