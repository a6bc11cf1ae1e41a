import { momentJson } from '../../model/field/dateTime.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { DeliveryKey } from '../../plan/webhooks.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { digestSql } from '../changes.ts'
import { authCheckFor, authorized, authorizedRows } from '../authorization/authCheck.ts'
import { backlogCount } from './backlogs.ts'

/** How the deliveries of a webhook go, as JSON. */
export function webhookStatusStatement(webhook: number, authorization: Authorization): NamedSql {
  return read(
    sql`
select row_to_json(_status)
from (
  select ${webhook}::bigint as "id",
    count(*) filter (where not own.parked) as "waiting",
    count(*) filter (where own.parked) as "parked",
    ${backlogCount(sql`${webhook}::bigint`)} as "behind",
    ${momentJson(sql`min(own.created_on)`)} as "oldest",
    max(cursors.fault) as "fault",
    ${momentJson(sql`max(cursors.attempted_on)`)} as "lastOn",
    max(cursors.status) as "lastStatus",
    ${momentJson(sql`max(cursors.failing_since)`)} as "failingSince"
  from (select) as one
  left join tabularium.webhook_cursors as cursors on cursors.webhook = ${webhook}::bigint
  left join tabularium.deliveries as own on own.webhook = ${webhook}::bigint
) as _status`,
    authorization,
  ).named('webhook.status')
}

/** A page of deliveries as JSON, oldest first, and one more if there is one. */
export function listDeliveriesStatement(
  webhook: number,
  { state, offset, limit }: { readonly state?: string; readonly offset: number; readonly limit: number },
  authorization: Authorization,
): NamedSql {
  const ofState = state === undefined ? sql`` : sql`and deliveries.parked = ${state === 'parked'}::boolean`
  const answer = authorization.rights.isAdmin ? sql`, deliveries.answer as "lastAnswer"` : sql``
  return read(
    sql`
select (
  select row_to_json(_delivery)
  from (
    select models.name || '/' || deliveries.record || '/' || deliveries.version as "delivery",
      models.name as "model", deliveries.record as "id", deliveries.version as "version",
      case when deliveries.parked then 'parked' else 'waiting' end as "state",
      deliveries.attempts as "attempts", ${momentJson(sql`deliveries.created_on`)} as "createdOn",
      ${momentJson(sql`deliveries.due_on`)} as "dueOn", ${momentJson(sql`deliveries.attempted_on`)} as "lastOn",
      deliveries.status as "lastStatus", deliveries.error as "lastError"${answer}
  ) as _delivery
)
from tabularium.deliveries
join tabularium.models on models.number = deliveries.model
where deliveries.webhook = ${webhook}::bigint ${ofState}
order by deliveries.position
offset ${offset}::bigint
limit ${limit + 1}::bigint`,
    authorization,
  ).named('delivery.list')
}

/** Lets all parked deliveries be tried again from the beginning, and returns how many there are. */
export function resendParkedStatement(webhook: number, authorization: Authorization): NamedSql {
  return write(
    sql`update tabularium.deliveries
  set parked = false, attempts = 0, due_on = deliveries.created_on
  where deliveries.webhook = ${webhook}::bigint and deliveries.parked and ${authorized}
  returning deliveries.position`,
    authorization,
  ).named('delivery.resendParked')
}

/** The position of a change; no row if the journal does not have it. */
export function findPositionStatement(key: DeliveryKey, authorization: Authorization): NamedSql {
  return read(
    sql`
select journal.position
from tabularium.journal
where ${isChange(key)}`,
    authorization,
  ).named('webhook.findChange')
}

function isChange({ model, id, version }: DeliveryKey): Sql {
  return sql`journal.model = (select models.number from tabularium.models where models.name = ${model})
    and journal.record = ${id}::bigint
    and journal.version = ${version}::bigint
    and journal.position is not null`
}

/** Delivers one change, whether it has arrived before or not. Returns 0 if the journal does not have it. */
export function resendStatement(webhook: number, key: DeliveryKey, authorization: Authorization): NamedSql {
  return write(
    sql`insert into tabularium.deliveries as deliveries (webhook, position, model, record, version, created_on, due_on)
  select ${webhook}::bigint, journal.position, journal.model, journal.record, journal.version, journal.written_on,
    journal.written_on
  from tabularium.journal
  where ${isChange(key)}
    and ${authorized}
  on conflict (webhook, position) do update
  set parked = false, attempts = 0, due_on = deliveries.created_on
  returning deliveries.position`,
    authorization,
  ).named('delivery.resend')
}

/**
 * Deletes one delivery, or all parked ones, and returns how many. If no failed delivery is left, the webhook is
 * no longer marked as failing.
 */
export function discardStatement(
  webhook: number,
  which: DeliveryKey | 'parked',
  authorization: Authorization,
): NamedSql {
  const chosen =
    which === 'parked'
      ? sql`deliveries.parked`
      : sql`deliveries.record = ${which.id}::bigint and deliveries.version = ${which.version}::bigint
    and deliveries.model = (select models.number from tabularium.models where models.name = ${which.model})`
  const settled = sql`settled as (
  update tabularium.webhook_cursors as cursors
  set failing_since = null
  where cursors.webhook = ${webhook}::bigint
    and exists (select from changed)
    and not exists (
      select from tabularium.deliveries
      where deliveries.webhook = ${webhook}::bigint
        and deliveries.attempts > 0
        and deliveries.position not in (select changed.position from changed)
    )
)`
  return write(
    sql`delete from tabularium.deliveries
  where deliveries.webhook = ${webhook}::bigint
    and ${chosen}
    and ${authorized}
  returning deliveries.position`,
    authorization,
    settled,
  ).named('delivery.discard')
}

/**
 * Moves the cursor of a webhook to the position before the first change since a moment, or to the oldest one that the
 * journal has of all models.
 */
export function rewindStatement(webhook: number, since: string, authorization: Authorization): NamedSql {
  return write(
    sql`insert into tabularium.webhook_cursors as cursors (webhook, position, digest)
  select ${webhook}::bigint,
    greatest(coalesce(start.position, 0), forgotten.position),
    case when coalesce(start.position, 0) >= forgotten.position then coalesce(start.digest, '') else '' end
  from (select coalesce(max(forgotten.position), 0) as position from tabularium.forgotten) as forgotten
  left join lateral (
    select journal.position, ${digestSql()} as digest
    from tabularium.journal
    where journal.position < coalesce(
      (
        select min(later.position)
        from tabularium.journal as later
        where later.written_on >= ${since}::timestamptz and later.position is not null
      ),
      (select feed.released + 1 from tabularium.feed)
    )
    order by journal.position desc
    limit 1
  ) as start on true
  where ${authorized}
  on conflict (webhook) do update
  set position = excluded.position, digest = excluded.digest, fault = null
  returning cursors.webhook`,
    authorization,
  ).named('webhook.rewind')
}

function read(rows: Sql, { credential }: Authorization): Sql {
  return sql`with ${authCheckFor([credential])} ${authorizedRows(rows, 1)}`
}

/** Counts what is changed. `after` is a further part that sees it. */
function write(changes: Sql, { credential }: Authorization, after?: Sql): Sql {
  return sql`with ${authCheckFor([credential])}, changed as (
  ${changes}
)${after ? sql`, ${after}` : sql``}
${authorizedRows(sql`select count(*) from changed`, 1)}`
}
