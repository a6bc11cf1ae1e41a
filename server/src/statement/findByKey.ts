import { requireValue } from '../failure/invariant.ts'
import type { Field } from '../model/field/Field.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import { columnOf, tableName } from '../model/names.ts'
import { lookupText } from '../plan/Lookup.ts'
import type { UpsertRecord } from '../plan/UpsertPlan.ts'
import { join, type Sql, sql } from '../sql/sql.ts'
import { defaultAnswerLimit, findExcess, TooLarge } from './limit/answerSize.ts'
import { authorizedRecords, authorizedRows } from './authorization/authCheck.ts'
import { column } from './record/columns.ts'
import { ruleSql, seenColumn } from './condition/conditionSql.ts'
import { type InputColumn, inputTable, plannedColumns } from './record/input.ts'
import { wholeLength } from './limit/jsonLength.ts'
import { lookupSql, lookupsPart } from './record/lookups.ts'
import { sentNumberColumns } from './record/numbers.ts'
import { type ReadScope, visibilityKey } from './condition/ReadScope.ts'
import { wholeRecordJson } from './record/recordJson.ts'
import { fieldsPart, firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'

/** The record with a key; its JSON if it has the sent values already, so that nothing needs to be written. */
export interface FoundByKey {
  readonly id: number
  readonly version: number
  readonly unchanged: string | undefined
}

/**
 * Finds records by their key, and compares each with what was sent. It writes nothing and locks nothing: a repeated
 * synchronization costs no more than reading its records. A record that the caller does not see is not found.
 */
export const findByKeyStatement: StatementMaker<UpsertRecord, FoundByKey | undefined> = {
  name: 'record.findByKey',
  effect: 'read',
  shapeOf: ({ key, change }) => [
    lookupText(key),
    fieldsPart(change.fields),
    lookupsPart(change.lookups),
    change.increments?.join() ?? '',
    fieldsPart(change.numbers?.map(({ field }) => field) ?? []),
    visibilityKey(change.context.authorization),
  ],
  authorizationOf: ({ change }) => change.context.authorization,
  toSql: (items, models, authCheck) => {
    const { model, fields, lookups = [], increments = [], numbers = [], context } = firstOf(items).change
    const { visibility } = context.authorization.rights
    const scope = { visibility, models, viewer: sql`input._by` }
    const looked = lookups.map(({ field }) => sql`${column('input', columnOf(field))} is null`)
    const compared = fields.map((field) =>
      increments.includes(field.name) ? sql`true` : differsSql(field, model, scope),
    )
    const renumbered = numbers.map(({ field: { name } }) => {
      const own = seenColumn(model, name, 't', scope)
      return sql`${own} is distinct from ${column('input', columnOf(name))}`
    })
    const differs = join([sql`false`, ...looked, ...compared, ...renumbered], ' or ')
    const rows = sql`
select input._ordinal, t.id, t.version, case when not (${differs}) then ${wholeRecordJson(model, scope, 't')} end
from ${inputTable(toColumns(items, { ...scope, viewer: sql`given._by` }))}
join ${tableName(model)} as t on t.id = input.id`
    // A single record is always answered.
    const share = items.length === 1 ? Number.MAX_SAFE_INTEGER : Math.floor(defaultAnswerLimit / items.length)
    const isLarge = wholeLength(model, models) > Math.floor(defaultAnswerLimit / items.length)
    return sql`with ${authCheck} ${isLarge ? authorizedRecords(rows, 4, share) : authorizedRows(rows, 4)}`
  },
  toResults: (items, rows) => {
    const found = new Map(rows.map(([ordinal, ...columns]) => [Number(ordinal), toFound(columns)]))
    return items.map((_, index) => found.get(index))
  },
}

/** A field that the caller may not read counts as changed: the outcome must not tell whether a guess is right. */
function differsSql(field: Field, model: Model, scope: ReadScope): Sql {
  if (isSecret(field)) return sql`true`
  const [own, sent] = [column('t', columnOf(field.name)), column('input', columnOf(field.name))]
  const rows = scope.visibility.rowsOfField(model, field.name)
  const hidden = rows ? sql`(${ruleSql(rows, model, 't', scope)}) is not true or ` : sql``
  return sql`${hidden}${own} is distinct from ${sent}`
}

function toColumns(items: readonly UpsertRecord[], scope: ReadScope): InputColumn[] {
  const changes = items.map(({ change }) => change)
  const keys = items.map(({ key }) => key)
  return [
    { name: '_ordinal', type: 'integer', values: items.map((_, index) => index) },
    { name: '_by', type: 'bigint', values: changes.map(({ context }) => context.authorization.userId) },
    { name: 'id', type: 'bigint', values: [], lookup: lookupSql(keys, '_own_', scope) },
    // A secret is not compared.
    ...plannedColumns(
      changes.map(({ fields, values, lookups }) => ({ fields, values, lookups })),
      scope,
    ),
    ...sentNumberColumns(changes),
  ]
}

function toFound([id, version, json]: readonly (string | null)[]): FoundByKey {
  const excess = findExcess(json ?? '')
  if (excess) throw new TooLarge(excess)
  return {
    id: Number(requireValue(id, 'The id of a record')),
    version: Number(requireValue(version, 'The version of a record')),
    unchanged: json ?? undefined,
  }
}
