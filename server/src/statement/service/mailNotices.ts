import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { sendStatement } from './jobsSent.ts'

/** What users are told by mail that others may have done in their name. */
export type MailEvent = 'password' | 'key' | 'address'

/** What users are told, and who did it. */
export interface OrderedNotice {
  readonly event: MailEvent
  readonly by: number | null
  readonly requestId: string
}

/** Orders mails to users about their accounts, in the transaction that changes them: to the addresses of now. */
export function orderNoticesStatement(userIds: readonly number[], notice: OrderedNotice): NamedSql {
  return order(sql`users.id = any(${userIds}::bigint[])`, notice).named('mail.notice')
}

/** Orders mails to the users of API keys. */
export function orderKeyNoticesStatement(keyIds: readonly number[], notice: OrderedNotice): NamedSql {
  const holders = sql`select keys."user" from record.tabularium_key as keys where keys.id = any(${keyIds}::bigint[])`
  return order(sql`users.id in (${holders})`, notice).named('mail.keyNotice')
}

function order(which: Sql, { event, by, requestId }: OrderedNotice): Sql {
  const sent = sql`
  select 'tabularium.notice'::text as name, 'waiting'::text as state,
    jsonb_build_object('user', users.id, 'email', users.email, 'event', ${event}::text) as input,
    null::timestamp(3) with time zone as due_on, 0::bigint as failures, null::text as error
  from record.tabularium_user as users
  where ${which} and users.email_verified_on is not null and not users.disabled and users.kind = 'person'`
  return sendStatement('mail', sent, requestId, { by })
}
