import { type NamedSql, sql } from '../../sql/sql.ts'
import { limitsOf } from '../part/rights.ts'

/**
 * Of some API keys, those that expire later than another key or have roles that it does not have. The current roles of
 * their user do not count: a role that the user gets later would give these keys more rights.
 */
export function widerKeysStatement(ids: readonly number[], than: number): NamedSql {
  const [given, own] = [limitsOf(sql`keys.id`), limitsOf(sql`own.id`)]
  return sql`select keys.id
from record.tabularium_key as keys
cross join record.tabularium_key as own
where keys.id = any(${ids}::bigint[])
  and own.id = ${than}::bigint
  and (
    own.expires_on is not null and (keys.expires_on is null or keys.expires_on > own.expires_on)
    or exists (${own}) and (not exists (${given}) or exists (${given} and limits.target not in (${own})))
  )`.named('rights.widerKeys')
}
