import { parseTest } from '../../criteria/parseTest.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { tableName } from '../../model/names.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'
import { andSeen, Joins } from '../condition/conditionSql.ts'
import { scopeOf, wholeScope } from '../condition/ReadScope.ts'
import { testSql } from '../refusal/checks.ts'

/**
 * Tells which of some records meet a condition that the application declares: id, version, and whether it is true. It
 * may ask fields that the caller does not see, as a check does. Records that the caller does not see are left out.
 */
export function metStatement(
  holds: object | string,
  model: Model,
  ids: readonly number[],
  { authorization, models }: { readonly authorization: Authorization; readonly models: Models },
): NamedSql {
  const joins = new Joins('t', model, wholeScope(models, authorization.userId))
  const met = testSql(parseTest(holds, model, models), joins)
  return sql`select t.id, t.version, (${met}) is true
from ${tableName(model)} as t${joins.toSql()}
where t.id = any(${ids}::bigint[])${andSeen(model, 't', scopeOf(authorization, models))}`.named('action.when')
}
