import { literal, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { versionLeap } from '../../versions/versionLeap.ts'
import type { WebhookLease } from './webhooks.ts'

/** How many changes of a backlog become deliveries at a time. */
const refillSize = 20
/** How many changes in backlogs are counted. */
const maxCounted = 10_000

/** After a restore of the database, the next version of a record leaps. */
const leap = trusted(String(versionLeap))

const gone = 'The journal does not have the changes before this one any more.'

/** Whether another row, such as an earlier delivery, holds up a delivery: one of its record, or any one. */
export function blocks(alias: Sql, order: string): Sql {
  const sameRecord = sql`
      and ${alias}.model = deliveries.model
      and ${alias}.record = deliveries.record`
  return sql`${alias}.webhook = deliveries.webhook${order === 'all' ? sql`` : sameRecord}
      and ${alias}.position < deliveries.position`
}

/** Whether a webhook has a backlog that has become due: nothing of the record is before it any more. */
export function hasOpenBacklog(webhook: Sql): Sql {
  return sql`exists (
    select from tabularium.delivery_backlogs as backlogs
    where backlogs.webhook = ${webhook} and ${isOpen}
  )`
}

const isOpen = sql`not exists (
    select from tabularium.deliveries
    where deliveries.webhook = backlogs.webhook
      and deliveries.model = backlogs.model
      and deliveries.record = backlogs.record
      and deliveries.position <= backlogs.position
  )`

/** How many changes are in the backlogs of a webhook. */
export function backlogCount(webhook: Sql): Sql {
  return sql`(
    select count(*)
    from (
      select
      from tabularium.webhook_cursors as cursors
      join tabularium.delivery_backlogs as backlogs on backlogs.webhook = cursors.webhook
      join tabularium.journal
        on journal.model = backlogs.model
        and journal.record = backlogs.record
        and journal.version > backlogs.version
        and journal.position <= cursors.position
      where cursors.webhook = ${webhook}
      limit ${maxCounted}::bigint
    ) as later
  )`
}

/**
 * Creates the next deliveries of each due backlog. If the journal no longer has the next version, it creates a parked
 * delivery instead. Backlogs without more changes end. The cursor is locked, as by the statement that adds to it: each
 * of them sees what the other one decides.
 */
export function refillStatement({ webhook, holder }: WebhookLease, order: string): NamedSql {
  const most = order === 'all' ? 1 : 10
  return sql`with own as materialized (
  select cursors.webhook, cursors.position
  from tabularium.webhook_cursors as cursors
  where cursors.webhook = ${webhook}::bigint and cursors.holder = ${holder} and cursors.leased_until > now()
  for no key update
), open as materialized (
  select backlogs.webhook, backlogs.model, backlogs.record, backlogs.version, own.position as upto
  from own
  join tabularium.delivery_backlogs as backlogs on backlogs.webhook = own.webhook
  where ${isOpen}
  order by backlogs.position
  limit ${most}::bigint
), next as materialized (
  select open.webhook, open.model, open.record, later.position, later.version, later.follows
  from open
  cross join lateral (
    select chained.position, chained.version, row_number() over (order by chained.version) as ordinal,
      bool_and(chained.version - chained.before in (1, ${leap})) over (order by chained.version) as follows
    from (
      select entry.position, entry.version, lag(entry.version, 1, open.version) over (order by entry.version) as before
      from (
        select journal.position, journal.version
        from tabularium.journal
        where journal.model = open.model
          and journal.record = open.record
          and journal.version > open.version
          and journal.position <= open.upto
        order by journal.version
        limit ${refillSize}::bigint
      ) as entry
    ) as chained
  ) as later
  where later.follows or later.ordinal = 1
), moved as (
  update tabularium.delivery_backlogs as backlogs
  set position = last.position, version = last.version
  from (
    select next.webhook, next.model, next.record, max(next.position) as position, max(next.version) as version
    from next
    group by next.webhook, next.model, next.record
  ) as last
  where backlogs.webhook = last.webhook and backlogs.model = last.model and backlogs.record = last.record
), ended as (
  delete from tabularium.delivery_backlogs as backlogs using open
  where backlogs.webhook = open.webhook
    and backlogs.model = open.model
    and backlogs.record = open.record
    and not exists (select from next where next.model = open.model and next.record = open.record)
)
insert into tabularium.deliveries (webhook, position, model, record, version, created_on, due_on, parked, error)
select next.webhook, next.position, next.model, next.record, next.version, now(), now(), not next.follows,
  case when not next.follows then ${literal(gone)} end
from next
on conflict do nothing`.named('delivery.refill')
}
