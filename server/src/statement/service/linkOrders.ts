import type { PasswordChoice } from '../../model/signIn/signIn.ts'
import { serviceRequestId } from '../../request/requestIds.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { momentSql } from './claimJobs.ts'
import { sendStatement } from './jobsSent.ts'
import { type LinkPurpose, sha256Sql } from './mailLinks.ts'
import { mayUsePassword } from './passwordUse.ts'

/** How many links of one kind are sent to a user in an hour. */
export const maxLinksAnHour = 3

/** Up to how many milliseconds pass until it is looked up who asked for a link. */
export const maxLookUpDelay = 5_000

/** Notes that somebody asked for a link. It is the same for all texts. */
export function requestLinkStatement(digest: string): NamedSql {
  return sql`insert into tabularium.mail_requests (digest, due_on)
values (
  decode(${digest}, 'hex'), clock_timestamp() + random() * ${maxLookUpDelay}::bigint * interval '1 millisecond'
)`.named('link.request')
}

/**
 * Looks up who asked for a link, and orders mails for those with an account whose address is verified, if they may log
 * in with a password. `at` is a later moment: what is due by then is looked up already now. Returns a row for each
 * mail.
 */
export function orderRequestedStatement(choice: PasswordChoice, at?: number): NamedSql {
  const getsMail = sql`users.email_verified_on is not null and not users.disabled and users.kind = 'person'
    and ${mayUsePassword(choice)}`
  const before = sql`due as (
  delete from tabularium.mail_requests as requests
  where requests.id in (
    select asked.id
    from tabularium.mail_requests as asked
    where asked.due_on <= ${momentSql(at)}
    order by asked.due_on
    limit 1000
    for update skip locked
  )
  returning requests.digest
), named as (
  select users.id, users.username as name
  from record.tabularium_user as users
  where ${getsMail}
  union all
  select users.id, users.email
  from record.tabularium_user as users
  where ${getsMail}
), asked as (
  select distinct named.id
  from named
  join due on due.digest = ${sha256Sql(sql`named.name`)}
), `
  return order({ from: sql`asked`, purpose: 'reset', before, requestId: serviceRequestId('job') }).named('link.look')
}

/** Who wants a mail with a link. */
export interface LinkOrder {
  readonly purpose: LinkPurpose
  readonly userId: number
  /** The new address of a user. */
  readonly email?: string
  /** The user who orders it. */
  readonly by: number | null
  readonly requestId: string
}

/** Orders a mail with a link. Returns no row if there were enough in the last hour. */
export function orderLinkStatement({ purpose, userId, email, by, requestId }: LinkOrder): NamedSql {
  const from = sql`(select ${userId}::bigint as id) as asked`
  return order({ from, purpose, email, by, requestId }).named('link.order')
}

/** What `order` needs. */
interface Order extends Pick<LinkOrder, 'purpose' | 'requestId'> {
  readonly email?: string | undefined
  /** A table with the ids of users. */
  readonly from: Sql
  readonly by?: number | null
  readonly before?: Sql
}

function order({ from, purpose, email, by = null, requestId, before = sql`` }: Order): Sql {
  const recent = sql`array(
    select moments.moment
    from unnest(links.ordered_on) as moments(moment)
    where moments.moment > now() - interval '1 hour'
  )`
  const sent = sql`
  select ${`tabularium.${purpose}`}::text as name, 'waiting'::text as state,
    jsonb_strip_nulls(jsonb_build_object('user', ordered.user_id, 'email', ${email ?? null}::text)) as input,
    null::timestamp(3) with time zone as due_on, 0::bigint as failures, null::text as error
  from ordered`
  const all = sql`${before}ordered as (
  insert into tabularium.mail_links as links (user_id, purpose, ordered_on)
  select asked.id, ${purpose}::text, array[now()::timestamp(3) with time zone]
  from ${from}
  order by asked.id
  on conflict (user_id, purpose) do update
  set ordered_on = ${recent} || now()::timestamp(3) with time zone
  where cardinality(${recent}) < ${maxLinksAnHour}::bigint
  returning user_id
), `
  return sendStatement('mail', sent, requestId, { by, before: all })
}

/** Deletes a batch of requests that nobody has looked up: no process sends mails any more. */
export const sweepRequestsStatement: NamedSql = sql`delete from tabularium.mail_requests as requests
where requests.id in (
  select old.id
  from tabularium.mail_requests as old
  where old.due_on < now() - interval '1 hour'
  order by old.due_on
  limit 1000
  for update skip locked
)
returning requests.id`.named('link.sweepRequests')

/** How many requests have waited for more than 15 minutes. */
export const lateRequestsStatement: NamedSql = sql`select count(*) as count
from tabularium.mail_requests as requests
where requests.due_on < now() - interval '15 minutes'`.named('link.late')
