import { serviceRequestId } from '../../request/requestIds.ts'
import { type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { sendStatement } from './jobsSent.ts'

/** What users are told by mail that others may have done in their name. */
export type MailEvent = 'password' | 'key' | 'address' | 'network' | 'factor'

/** What users are told, and who did it. */
export interface OrderedNotice {
  readonly event: Exclude<MailEvent, 'network'>
  readonly by: number | null
  readonly requestId: string
}

const getsMail = sql`users.email_verified_on is not null and not users.disabled and users.kind = 'person'`

/** Orders mails to users about their accounts, in the transaction that changes them: to the addresses of now. */
export function orderNoticesStatement(userIds: readonly number[], notice: OrderedNotice): NamedSql {
  return order(sql`users.id = any(${userIds}::bigint[])`, notice).named('mail.notice')
}

/** Orders mails to the users of API keys. */
export function orderKeyNoticesStatement(keyIds: readonly number[], notice: OrderedNotice): NamedSql {
  const holders = sql`select keys."user" from record.tabularium_key as keys where keys.id = any(${keyIds}::bigint[])`
  return order(sql`users.id in (${holders})`, notice).named('mail.keyNotice')
}

/** Orders mails to the users of new factors. */
export function orderFactorNoticesStatement(factorIds: readonly number[], notice: OrderedNotice): NamedSql {
  const ids = sql`${factorIds}::bigint[]`
  const holders = sql`select factor."user" from record.tabularium_factor as factor where factor.id = any(${ids})`
  return order(sql`users.id in (${holders})`, notice).named('mail.factorNotice')
}

function order(which: Sql, { event, by, requestId }: OrderedNotice): Sql {
  const sent = sql`
  select 'tabularium.notice'::text as name, 'waiting'::text as state,
    jsonb_build_object('user', users.id, 'email', users.email, 'event', ${event}::text) as input,
    null::timestamp(3) with time zone as due_on, 0::bigint as failures, null::text as error
  from record.tabularium_user as users
  where ${which} and ${getsMail}`
  return sendStatement('mail', sent, requestId, { by })
}

/** The most logins that one statement compares. */
const comparedLogins = 1_000

/**
 * Compares logins with those before, and orders a mail to users who logged in from a network that is new to them. A
 * first login is from nowhere new, and programs log in from everywhere. Logins of long ago tell nobody anything: no
 * process has sent mails meanwhile. Returns a row for each mail.
 */
export function orderNetworkNoticesStatement(): NamedSql {
  const before = sql`fresh as (
  update tabularium.sign_ins as logins
  set compared = true
  where logins.id in (
    select others.id
    from tabularium.sign_ins as others
    where not others.compared
    order by others.id
    limit ${comparedLogins}::bigint
    for update skip locked
  )
  returning logins.id, logins.at, logins."user", logins.method, logins.result, logins.network
), told as (
  select distinct on (fresh."user", ${near('fresh')}) fresh."user", fresh.network
  from fresh
  where ${isByPerson('fresh')} and fresh.network is not null and fresh.at > now() - interval '1 day'
    and exists (select ${earlier})
    and not exists (select ${earlier} and ${near('earlier')} = ${near('fresh')})
  order by fresh."user", ${near('fresh')}, fresh.id
), `
  const sent = sql`
  select 'tabularium.notice'::text as name, 'waiting'::text as state, jsonb_build_object(
      'user', users.id, 'email', users.email, 'event', 'network', 'network', told.network
    ) as input,
    null::timestamp(3) with time zone as due_on, 0::bigint as failures, null::text as error
  from told
  join record.tabularium_user as users on users.id = told."user"
  where ${getsMail}`
  return sendStatement('mail', sent, serviceRequestId('job'), { before }).named('mail.networks')
}

/** A login of the same user before, with which somebody got in. */
const earlier = sql`from tabularium.sign_ins as earlier
      where earlier."user" = fresh."user" and earlier.id < fresh.id and ${isByPerson('earlier')}`

function isByPerson(alias: 'fresh' | 'earlier'): Sql {
  const own = (name: string) => trusted(`${alias}.${name}`)
  return sql`${own('result')} = 'ok' and ${own('method')} not in ('token', 'see-as')`
}

/** Addresses of IPv4 that share all but the last number are one network here: who has one often gets another. */
function near(alias: 'fresh' | 'earlier'): Sql {
  return sql`regexp_replace(${trusted(`${alias}.network`)}, '[.][0-9]+$', '')`
}
