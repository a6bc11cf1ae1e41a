import { type NamedSql, sql } from '../../sql/sql.ts'

/** What must be checked of some webhooks: the id, the user, the address, the models and the condition. */
export function writtenWebhooksStatement(ids: readonly number[]): NamedSql {
  return sql`select webhook.id, webhook."user", webhook.url, webhook.models, webhook.condition
from record.tabularium_webhook as webhook
where webhook.id = any(${ids}::bigint[])`.named('webhook.written')
}

/** Keeps the secrets of webhooks as their previous ones, before they are replaced. */
export function keepSecretsStatement(ids: readonly number[]): NamedSql {
  return sql`update record.tabularium_webhook as webhook
set previous_secret = webhook.secret, secret_changed_on = now()
where webhook.id = any(${ids}::bigint[])`.named('webhook.keepSecret')
}
