import { type NamedSql, sql } from '../../sql/sql.ts'

/** What must be checked of some webhooks: the id, the user, the address, the models and the condition. */
export function writtenWebhooksStatement(ids: readonly number[]): NamedSql {
  return sql`select webhook.id, webhook."user", webhook.url, webhook.models, webhook.condition
from record.tabularium_webhook as webhook
where webhook.id = any(${ids}::bigint[])`.named('webhook.written')
}

/** The secrets of webhooks before they are replaced, and the moment of the write: the id, the secret, the moment. */
export function webhookSecretsStatement(ids: readonly number[]): NamedSql {
  return sql`select webhook.id, webhook.secret, now()::text
from record.tabularium_webhook as webhook
where webhook.id = any(${ids}::bigint[])`.named('webhook.secrets')
}
