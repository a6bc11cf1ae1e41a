import { webhookModel } from '../../model/builtIn/names.ts'
import { literal, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { digestSql } from '../changes.ts'
import { momentText } from '../condition/momentText.ts'
import { rolesOf, rulesJson } from '../authorization/rights.ts'
import { blocks, hasOpenBacklog } from './backlogs.ts'

/** A webhook, and the process that delivers for it. */
export interface WebhookLease {
  readonly webhook: number
  readonly holder: string
}

/** How long a process may deliver for a webhook without asking again. */
export const leaseMilliseconds = 10_000

const leaseEnd = sql`now() + ${leaseMilliseconds}::bigint * interval '1 millisecond'`

/** The active webhooks for which no process delivers. */
export const freeWebhooks: Sql = sql`select webhook.id
from record.tabularium_webhook as webhook
left join tabularium.webhook_cursors as cursors on cursors.webhook = webhook.id
where webhook.state = 'active' and (cursors.leased_until is null or cursors.leased_until < now())`

/** Finds them. */
export const freeWebhooksStatement: NamedSql = freeWebhooks.named('webhook.free')

/**
 * Lets a process deliver for webhooks, and returns those that no other process has. A new webhook begins with the first
 * write after its own creation.
 */
export function claimWebhooksStatement(ids: readonly number[], holder: string): NamedSql {
  const number = sql`(select models.number from tabularium.models where models.name = ${literal(webhookModel)})`
  return sql`insert into tabularium.webhook_cursors as cursors (webhook, position, digest, holder, leased_until)
select webhook.id, coalesce(begun.position, last.position, 0), coalesce(begun.digest, last.digest, ''), ${holder},
  ${leaseEnd}
from record.tabularium_webhook as webhook
left join lateral (
  select journal.position, ${digestSql()} as digest
  from tabularium.journal
  where journal.model = ${number} and journal.record = webhook.id and journal.operation in ('c', 'r')
  order by journal.version desc
  limit 1
) as begun on true
left join lateral (
  select journal.position, ${digestSql()} as digest
  from tabularium.journal
  where journal.position <= (select feed.released from tabularium.feed)
  order by journal.position desc
  limit 1
) as last on begun.position is null
where webhook.id = any(${ids}::bigint[]) and webhook.state = 'active'
on conflict (webhook) do update
set holder = excluded.holder, leased_until = excluded.leased_until
where cursors.leased_until is null or cursors.leased_until < now()
returning cursors.webhook`.named('webhook.claim')
}

/** Prolongs the leases of a process, and returns those that it still has. */
export function renewWebhooksStatement(ids: readonly number[], holder: string): NamedSql {
  return sql`update tabularium.webhook_cursors as cursors
set leased_until = ${leaseEnd}
where cursors.webhook = any(${ids}::bigint[]) and cursors.holder = ${holder}
returning cursors.webhook`.named('webhook.renew')
}

/** Ends the leases of a process, so that another one can deliver at once. */
export function releaseWebhooksStatement(ids: readonly number[], holder: string): NamedSql {
  return sql`update tabularium.webhook_cursors as cursors
set holder = null, leased_until = null
where cursors.webhook = any(${ids}::bigint[]) and cursors.holder = ${holder}`.named('webhook.release')
}

/** Whether a process may still deliver for a webhook. */
export function isLeased({ webhook, holder }: WebhookLease): Sql {
  return sql`exists (
  select from tabularium.webhook_cursors as own
  where own.webhook = ${webhook}::bigint and own.holder = ${holder} and own.leased_until > now()
)`
}

/** A webhook with its cursor and its user's rights, all of one moment. No row if it is gone or another process's. */
export function loadWebhookStatement(lease: WebhookLease): NamedSql {
  return sql`${webhookRows}
where webhook.id = ${lease.webhook}::bigint and ${isLeased(lease)}`.named('webhook.load')
}

/** The same whichever process delivers for it, and also if none has done so yet. */
export function readWebhookStatement(webhook: number): NamedSql {
  return sql`${webhookRows}
where webhook.id = ${webhook}::bigint`.named('webhook.read')
}

/** The address of a webhook, and the secrets that sign. */
export function webhookTargetStatement(webhook: number): NamedSql {
  return sql`select webhook.url, webhook.secret, ${validPrevious}
from record.tabularium_webhook as webhook
where webhook.id = ${webhook}::bigint`.named('webhook.target')
}

/** The secret before, as long as it signs along. */
const validPrevious = sql`case
    when webhook.secret_changed_on > now() - interval '24 hours' then webhook.previous_secret
  end`

/** How many deliveries wait at once before no more changes are read. */
export const maxWaiting = 1_000

/** How many deliveries of a webhook wait for their time; not those that are behind a backlog as well. */
function waitingCount(webhook: Sql): Sql {
  return sql`(
    select count(*)
    from (
      select from tabularium.deliveries
      where deliveries.webhook = ${webhook}
        and not deliveries.parked
        and not exists (select from tabularium.delivery_backlogs as backlogs where ${blocks(sql`backlogs`, 'record')})
      limit ${maxWaiting}::bigint
    ) as waiting
  )`
}

/** Active webhooks that send nothing, have parked deliveries, or whose receiver has failed for an hour. */
export function webhookTroubleStatement(): Sql {
  return sql`
select webhook.id, webhook.name, cursors.fault, ${momentText('cursors.failing_since')} as failing,
  parked.count as parked
from record.tabularium_webhook as webhook
join tabularium.webhook_cursors as cursors on cursors.webhook = webhook.id
cross join lateral (
  select count(*) from tabularium.deliveries where deliveries.webhook = webhook.id and deliveries.parked
) as parked
where webhook.state = 'active'
  and (cursors.fault is not null or cursors.failing_since < now() - interval '1 hour' or parked.count > 0)
order by webhook.id`
}

/** A row if neither the webhook nor the rights have changed since it was loaded. */
export function unchangedStatement({ webhook }: WebhookLease, loaded: { version: number; revision: string }): NamedSql {
  return sql`select true
from record.tabularium_webhook as webhook
cross join tabularium.access
where webhook.id = ${webhook}::bigint
  and webhook.version = ${loaded.version}::bigint
  and access.revision = ${loaded.revision}::bigint`.named('webhook.unchanged')
}

/** Notes why nothing is delivered for a webhook, or that it is again. */
export function setFaultStatement({ webhook, holder }: WebhookLease, fault: string | null): NamedSql {
  return sql`update tabularium.webhook_cursors as cursors
set fault = ${fault}::text
where cursors.webhook = ${webhook}::bigint and cursors.holder = ${holder}`.named('webhook.fault')
}

/** Deletes cursors, backlogs and deliveries of webhooks that are gone, some at a time. */
export const sweepWebhooksStatement: NamedSql = sql`with gone as (
  delete from tabularium.webhook_cursors as cursors
  where not exists (select from record.tabularium_webhook as webhook where webhook.id = cursors.webhook)
), ended as (
  delete from tabularium.delivery_backlogs as backlogs
  where not exists (select from record.tabularium_webhook as webhook where webhook.id = backlogs.webhook)
), old as (
  select deliveries.webhook, deliveries.position
  from tabularium.deliveries
  where not exists (select from record.tabularium_webhook as webhook where webhook.id = deliveries.webhook)
  limit 10000
)
delete from tabularium.deliveries using old
where deliveries.webhook = old.webhook and deliveries.position = old.position
returning deliveries.webhook`.named('webhook.sweep')

const webhookRows = sql`select webhook.version, webhook.url, webhook.models, webhook.condition, webhook.secret,
  ${validPrevious},
  webhook.state, webhook."order", cursors.position, cursors.digest, cursors.fault,
  users.id, users.admin, users.disabled, ${rulesJson(rolesOf(sql`users.id`))}, access.revision, feed.released,
  ${waitingCount(sql`webhook.id`)}, ${hasOpenBacklog(sql`webhook.id`)}
from record.tabularium_webhook as webhook
left join tabularium.webhook_cursors as cursors on cursors.webhook = webhook.id
join record.tabularium_user as users on users.id = webhook."user"
cross join tabularium.access
cross join tabularium.feed`
