import type { Condition } from '../criteria/Condition.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import { type NamedSql, sql } from '../sql/sql.ts'
import { ruleSql } from './condition/conditionSql.ts'
import type { ReadScope } from './condition/ReadScope.ts'

/** The numbers of records that meet the first condition, the second, only the second, and only the first. */
export function previewStatement(
  model: Model,
  before: Condition | undefined,
  after: Condition | undefined,
  scope: ReadScope,
): NamedSql {
  const [was, is] = [before, after].map((condition) =>
    condition ? sql`(${ruleSql(condition, model, 't', scope)}) is true` : sql`true`,
  )
  return sql`select count(*) filter (where ${was}),
  count(*) filter (where ${is}),
  count(*) filter (where ${is} and not (${was})),
  count(*) filter (where ${was} and not (${is}))
from ${tableName(model)} as t`.named('rights.preview')
}
