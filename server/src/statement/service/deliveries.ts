import type { FeedPosition } from '../../plan/changeToken.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'
import { blocks } from './backlogs.ts'
import { type WebhookLease, isLeased } from './webhooks.ts'

/** A change to deliver. */
export interface Delivery {
  readonly position: number
  /** The full name of the model. */
  readonly model: string
  readonly id: number
  readonly version: number
  /** How often it was tried. */
  readonly attempts: number
  readonly createdOn: string
}

/** A change that was read from the feed. */
export interface ReadChange {
  readonly position: number
  readonly model: string
  readonly id: number
  readonly version: number
}

/**
 * Adds changes to the deliveries of a webhook and moves its cursor behind them, both or neither. It returns a row if
 * that was done; not if the process has lost the webhook, or the cursor was moved since. What is behind a
 * parked delivery of its record is in the backlog and not added.
 */
export function addDeliveriesStatement(
  { webhook, holder }: WebhookLease,
  changes: readonly ReadChange[],
  { from, to }: { readonly from: number; readonly to: FeedPosition },
): NamedSql {
  const columns = {
    positions: changes.map(({ position }) => position),
    models: changes.map(({ model }) => model),
    ids: changes.map(({ id }) => id),
    versions: changes.map(({ version }) => version),
  }
  return sql`with moved as (
  update tabularium.webhook_cursors as cursors
  set position = ${to.position}::bigint, digest = ${to.digest}
  where cursors.webhook = ${webhook}::bigint
    and cursors.position = ${from}::bigint
    and cursors.holder = ${holder}
    and cursors.leased_until > now()
  returning cursors.webhook
), given as materialized (
  select moved.webhook, read.position, models.number as model, read.record, read.version
  from moved
  cross join unnest(
    ${columns.positions}::bigint[], ${columns.models}::text[], ${columns.ids}::bigint[], ${columns.versions}::bigint[]
  ) as read(position, model, record, version)
  join tabularium.models on models.name = read.model
), behind as materialized (
  -- Locked after the cursor: a backlog that has just ended is not seen any more.
  select backlogs.model, backlogs.record, backlogs.position
  from tabularium.delivery_backlogs as backlogs
  where (backlogs.webhook, backlogs.model, backlogs.record) in (
    select given.webhook, given.model, given.record from given
  )
  for key share
), added as (
  insert into tabularium.deliveries (webhook, position, model, record, version, created_on, due_on)
  select given.webhook, given.position, given.model, given.record, given.version, now(), now()
  from given
  where not exists (
    select from behind
    where behind.model = given.model and behind.record = given.record and behind.position < given.position
  )
  on conflict do nothing
)
select moved.webhook from moved`.named('delivery.add')
}

/**
 * The deliveries whose time has come, the oldest first. Each is the first of its record, whatever the state of that:
 * later changes of a record wait, also for a backlog. If all changes are in one order, it is the first of all.
 */
export function dueDeliveriesStatement(
  lease: WebhookLease,
  order: string,
  limit: number,
  except: readonly number[],
): NamedSql {
  return sql`select deliveries.position, models.name, deliveries.record, deliveries.version, deliveries.attempts,
  to_char(deliveries.created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
from tabularium.deliveries
join tabularium.models on models.number = deliveries.model
where deliveries.webhook = ${lease.webhook}::bigint
  and not deliveries.parked
  and deliveries.due_on <= now()
  and deliveries.position <> all(${except}::bigint[])
  and not exists (
    select from tabularium.deliveries as earlier
    where ${blocks(sql`earlier`, order)}
  )
  and not exists (
    select from tabularium.delivery_backlogs as backlogs
    where ${blocks(sql`backlogs`, order)}
  )
  and ${isLeased(lease)}
order by deliveries.due_on, deliveries.position
limit ${limit}::bigint`.named('delivery.due')
}

/** Names the columns of a due delivery. */
export function toDelivery([position, model, id, version, attempts, createdOn]: readonly (string | null)[]): Delivery {
  return {
    position: Number(position),
    model: model ?? '',
    id: Number(id),
    version: Number(version),
    attempts: Number(attempts),
    createdOn: createdOn ?? '',
  }
}

/** Deletes a delivery that has arrived, or that the user does not see any more: then it has no status. */
export function endDeliveryStatement(lease: WebhookLease, position: number, status: number | null): NamedSql {
  const { webhook, holder } = lease
  return sql`with ended as (
  delete from tabularium.deliveries
  where deliveries.webhook = ${webhook}::bigint
    and deliveries.position = ${position}::bigint
    and ${isLeased(lease)}
)
update tabularium.webhook_cursors as cursors
set attempted_on = now(), status = ${status}::integer, failing_since = null
where cursors.webhook = ${webhook}::bigint
  and cursors.holder = ${holder}
  and ${status}::integer is not null`.named('delivery.end')
}

/** What a failed attempt leaves behind. */
export interface FailedAttempt {
  readonly position: number
  readonly attempts: number
  readonly status: number | null
  readonly error: string | null
  readonly answer: string
  /** After how many milliseconds it is tried again; absent: it is parked. */
  readonly wait?: number
}

/** Notes a failed attempt. If it was the last one, what follows for the record is left to the backlog. */
export function failDeliveryStatement(
  lease: WebhookLease,
  { position, attempts, status, error, answer, wait }: FailedAttempt,
): NamedSql {
  const { webhook, holder } = lease
  return sql`with failed as (
  update tabularium.deliveries
  set attempts = ${attempts}::integer,
    parked = ${wait === undefined}::boolean,
    due_on = coalesce(now() + ${wait ?? null}::bigint * interval '1 millisecond', deliveries.due_on),
    attempted_on = now(),
    status = ${status}::integer,
    error = ${error}::text,
    answer = ${answer}
  where deliveries.webhook = ${webhook}::bigint
    and deliveries.position = ${position}::bigint
    and ${isLeased(lease)}
  returning deliveries.webhook, deliveries.model, deliveries.record, deliveries.position, deliveries.version,
    deliveries.parked
), kept as (
  insert into tabularium.delivery_backlogs as backlogs (webhook, model, record, position, version)
  select failed.webhook, failed.model, failed.record, failed.position, failed.version
  from failed
  where failed.parked
  on conflict (webhook, model, record) do update
  set position = excluded.position, version = excluded.version
  where excluded.position < backlogs.position
), later as (
  delete from tabularium.deliveries using failed
  where failed.parked
    and deliveries.webhook = failed.webhook
    and deliveries.model = failed.model
    and deliveries.record = failed.record
    and deliveries.position > failed.position
)
update tabularium.webhook_cursors as cursors
set attempted_on = now(),
  status = ${status}::integer,
  failing_since = coalesce(cursors.failing_since, now())
where cursors.webhook = ${webhook}::bigint and cursors.holder = ${holder}`.named('delivery.fail')
}
