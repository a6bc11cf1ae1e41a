import type { Condition } from '../criteria/Condition.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import { join, type NamedSql, sql } from '../sql/sql.ts'
import { andSeen, ruleSql } from './condition/conditionSql.ts'
import type { ReadScope } from './condition/ReadScope.ts'

/** Whether a record is visible, and one letter for each condition: met (t), not met (f) or unknown (n). */
export function explainStatement(
  model: Model,
  id: number,
  conditions: readonly (Condition | undefined)[],
  { visibility, models, viewer }: Omit<ReadScope, 'viewer'> & { readonly viewer: number },
): NamedSql {
  const scope = { visibility, models, viewer: sql`${viewer}::bigint` }
  const letters = conditions.map((condition) => {
    const met = condition ? ruleSql(condition, model, 't', scope) : sql`true`
    return sql`case when ${met} then 't' when not ${met} then 'f' else 'n' end`
  })
  return sql`select (true${andSeen(model, 't', scope)}), ${join([sql`''`, ...letters], ' || ')}
from ${tableName(model)} as t where t.id = ${id}::bigint`.named('record.explain')
}
