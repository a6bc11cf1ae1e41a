import { requireValue } from '../failure/invariant.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { Allowance } from '../permission/Allowance.ts'
import type { Action } from '../permission/Rule.ts'
import type { Visibility } from '../permission/Visibility.ts'
import { join, type NamedSql, sql, trusted } from '../sql/sql.ts'
import { andUnarchived } from './condition/archivedSql.ts'
import { andSeen, ruleSql } from './condition/conditionSql.ts'
import { partialNames, toReadable } from './authorization/readable.ts'
import { plainRecordJson } from './record/recordJson.ts'
import type { ReadScope } from './condition/ReadScope.ts'
import { journaledFields } from './journal/journalChanges.ts'

/** The result of the rules for a record. */
export interface RuleVerdict {
  readonly isSeen: boolean
  /** Whether each of the given allowances holds for it. */
  readonly holds: readonly boolean[]
  /** Its plain values, as JSON. */
  readonly values: string
  /** Its visible fields and relations; undefined means all. */
  readonly readable: ReadonlySet<string> | undefined
}

/**
 * Locks records until the end of the transaction, and evaluates rules for each as it is now. Only a delete locks them
 * against others that refer to them.
 */
export function evaluateRulesStatement(
  model: Model,
  ids: readonly number[],
  allowances: readonly Allowance[],
  scope: ReadScope,
  action: Action = 'update',
): NamedSql {
  const verdicts = allowances.map(({ condition }) => (condition ? ruleSql(condition, model, 't', scope) : sql`true`))
  const held = verdicts.map((verdict) => sql`case when ${verdict} then 't' else 'f' end`)
  return sql`select t.id, (true${andSeen(model, 't', scope)}), ${join([sql`''`, ...held], ' || ')},
  ${plainRecordJson(journaledFields(model), 't')}, ${partialNames(model, 't', scope)}
from ${tableName(model)} as t
where t.id = any(${ids}::bigint[])
order by t.id
for ${action === 'delete' ? trusted('update') : trusted('no key update')} of t`.named('record.evaluateRules')
}

/** The verdict from a row of that statement. */
export function toRuleVerdict(
  [, seen, held, values, names]: readonly (string | null)[],
  model: Model,
  visibility: Visibility,
): RuleVerdict {
  return {
    isSeen: seen === 't',
    holds: Array.from(requireValue(held, 'The result of the rules for a record'), (letter) => letter === 't'),
    values: requireValue(values, 'The values of a record'),
    readable: toReadable(model, names, visibility),
  }
}

/** Of some records, those that are visible, by id; with a field, those in which the field is visible too. */
export function seenStatement(
  model: Model,
  ids: readonly number[],
  scope: ReadScope,
  field?: string,
  inLists = false,
): NamedSql {
  const rows = field === undefined ? undefined : scope.visibility.rowsOfField(model, field)
  const shows = rows ? sql` and ${ruleSql(rows, model, 't', scope)}` : sql``
  const listed = inLists ? andUnarchived(model, 't', scope) : sql``
  return sql`select t.id
from ${tableName(model)} as ${trusted('t')}
where t.id = any(${ids}::bigint[])${andSeen(model, 't', scope)}${shows}${listed}
order by t.id`.named('record.seen')
}
