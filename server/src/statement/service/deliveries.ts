import type { Place } from '../../plan/changeToken.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'
import { type Holding, isHeld } from './webhooks.ts'

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
 * that was done; not if the process has lost the webhook, or somebody has moved the cursor since.
 */
export function addDeliveriesStatement(
  { webhook, holder }: Holding,
  changes: readonly ReadChange[],
  { from, to, now }: { readonly from: number; readonly to: Place; readonly now: string },
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
), added as (
  insert into tabularium.deliveries (webhook, position, model, record, version, created_on, due_on)
  select moved.webhook, given.position, models.number, given.record, given.version,
    ${now}::timestamptz, ${now}::timestamptz
  from moved
  cross join unnest(
    ${columns.positions}::bigint[], ${columns.models}::text[], ${columns.ids}::bigint[], ${columns.versions}::bigint[]
  ) as given(position, model, record, version)
  join tabularium.models on models.name = given.model
  on conflict do nothing
)
select moved.webhook from moved`.named('delivery.add')
}

/**
 * The deliveries whose time has come, the oldest first. Each is the first of its record, whatever the state of that:
 * later changes of a record wait. If all changes are in one order, it is the first of all.
 */
export function dueDeliveriesStatement(
  held: Holding,
  order: string,
  limit: number,
  { except, now }: { readonly except: readonly number[]; readonly now: string },
): NamedSql {
  const same =
    order === 'all'
      ? sql``
      : sql`
      and earlier.model = deliveries.model
      and earlier.record = deliveries.record`
  return sql`select deliveries.position, models.name, deliveries.record, deliveries.version, deliveries.attempts,
  to_char(deliveries.created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
from tabularium.deliveries
join tabularium.models on models.number = deliveries.model
where deliveries.webhook = ${held.webhook}::bigint
  and not deliveries.parked
  and deliveries.due_on <= ${now}::timestamptz
  and deliveries.position <> all(${except}::bigint[])
  and not exists (
    select from tabularium.deliveries as earlier
    where earlier.webhook = deliveries.webhook${same}
      and earlier.position < deliveries.position
  )
  and ${isHeld(held)}
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
export function endDeliveryStatement(held: Holding, position: number, status: number | null, now: string): NamedSql {
  const { webhook, holder } = held
  return sql`with ended as (
  delete from tabularium.deliveries
  where deliveries.webhook = ${webhook}::bigint
    and deliveries.position = ${position}::bigint
    and ${isHeld(held)}
)
update tabularium.webhook_cursors as cursors
set attempted_on = ${now}::timestamptz, status = ${status}::integer, failing_since = null
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
  /** When it is tried again; absent: it is parked. */
  readonly dueOn?: string
}

/** Notes a failed attempt. */
export function failDeliveryStatement(
  held: Holding,
  { position, attempts, status, error, answer, dueOn }: FailedAttempt,
  now: string,
): NamedSql {
  const { webhook, holder } = held
  return sql`with failed as (
  update tabularium.deliveries
  set attempts = ${attempts}::integer,
    parked = ${dueOn === undefined}::boolean,
    due_on = coalesce(${dueOn ?? null}::timestamptz, deliveries.due_on),
    attempted_on = ${now}::timestamptz,
    status = ${status}::integer,
    error = ${error}::text,
    answer = ${answer}
  where deliveries.webhook = ${webhook}::bigint
    and deliveries.position = ${position}::bigint
    and ${isHeld(held)}
)
update tabularium.webhook_cursors as cursors
set attempted_on = ${now}::timestamptz,
  status = ${status}::integer,
  failing_since = coalesce(cursors.failing_since, ${now}::timestamptz)
where cursors.webhook = ${webhook}::bigint and cursors.holder = ${holder}`.named('delivery.fail')
}
