import { type NamedSql, sql } from '../../sql/sql.ts'
import { toMillisecondsSql } from './jobs.ts'

/** The most mails an hour to one recipient. */
export const maxPerRecipient = 20

/**
 * Counts a mail of this hour, first for its recipient and then for all. It may be sent if both rows are returned, with
 * the milliseconds that are left of the hour. Recipients are known by a digest, so that the table has no addresses.
 * Counts of past hours are deleted.
 */
export function takeMailStatement(recipient: string, rate: number): NamedSql {
  const hour = sql`date_trunc('hour', now())`
  return sql`with swept as (
  delete from tabularium.mail_counts as t
  where t.ctid in (
    select counts.ctid
    from tabularium.mail_counts as counts
    where counts.hour < ${hour}
    limit 1000
    for update skip locked
  )
), own as (
  insert into tabularium.mail_counts as counts (hour, recipient, count)
  values (${hour}, ${recipient}::text, 1)
  on conflict (hour, recipient) do update
  set count = counts.count + 1
  where counts.count < ${maxPerRecipient}::bigint
  returning counts.recipient
), every as (
  insert into tabularium.mail_counts as counts (hour, recipient, count)
  select ${hour}, '', 1 from own
  on conflict (hour, recipient) do update
  set count = counts.count + 1
  where counts.count < ${rate}::bigint
  returning counts.recipient
)
select taken.recipient, ${toMillisecondsSql(sql`${hour} + interval '1 hour'`)} - ${toMillisecondsSql(sql`now()`)}
from (select own.recipient from own union all select every.recipient from every) as taken`.named('mail.take')
}

/** Whom a mail of the service is for: a user who is a person and not disabled. */
export function recipientStatement(userId: number): NamedSql {
  return sql`select users.username, users.name, users.email, users.email_verified_on is not null, users.language,
  users.time_zone
from record.tabularium_user as users
where users.id = ${userId}::bigint and not users.disabled and users.kind = 'person'`.named('mail.recipient')
}

/** How many mails wait to be sent. */
export const waitingMailsStatement: NamedSql = sql`select count(*) as count
from record.tabularium_job as jobs
where jobs.kind = 'mail' and jobs.state = 'waiting'`.named('mail.waiting')
