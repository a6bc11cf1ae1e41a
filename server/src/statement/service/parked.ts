import type { Authorization } from '../../permission/Authorization.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'
import { authCheckFor, authorizedRows } from '../authorization/authCheck.ts'

/** How many deliveries of some webhooks are parked: the id of each webhook that has some, and their number. */
export function parkedStatement(webhooks: readonly number[], { credential }: Authorization): NamedSql {
  const rows = sql`
select deliveries.webhook, count(*)
from tabularium.deliveries
where deliveries.webhook = any(${webhooks}::bigint[]) and deliveries.parked
group by deliveries.webhook
order by deliveries.webhook`
  return sql`with ${authCheckFor([credential])} ${authorizedRows(rows, 2)}`.named('webhook.parked')
}
