import { requireValue } from '../failure/invariant.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import { columnOf } from '../model/names.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { join, name, sql } from '../sql/sql.ts'
import { fieldColumns, type InputColumn, inputColumns, inputTable } from './record/input.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { uncutRecordJson } from './record/recordJson.ts'
import type { StatementMaker } from './Statement.ts'
import { visibilityKey } from './condition/ReadScope.ts'
import { journaledFields } from './journal/journalChanges.ts'
import { firstOf } from './Shape.ts'

/** Values to be shown as a record that is not stored: a record as it was. */
export interface PastRecord {
  readonly authorization: Authorization
  readonly model: Model
  readonly id: number
  readonly version: number
  readonly createdOn: string | null
  readonly createdBy: number | null
  readonly updatedOn: string | null
  readonly updatedBy: number | null
  /** In the order of `journaledFields`. */
  readonly values: readonly ColumnValue[]
}

/** The JSON of records that are not stored, made like that of stored ones, with computed fields and titles. */
export const renderPastStatement: StatementMaker<PastRecord, string> = {
  name: 'record.renderPast',
  effect: 'read',
  shapeOf: ({ model, authorization }) => [model.name, visibilityKey(authorization)],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const { model, authorization } = firstOf(items)
    const scope = { visibility: authorization.rights.visibility, models, viewer: sql`shown._viewer` }
    const columns = toColumns(items, model)
    const computed = model.fields.flatMap((field) => computedColumn(field, model))
    return sql`with ${authCheck}, input as (select ${inputColumns(columns)} from ${inputTable(columns)}),
shown as (select ${join([inputColumns(columns), ...computed])} from input)
${authorizedRows(sql`select shown._ordinal, ${uncutRecordJson(model, scope, 'shown')} from shown`, 2)}`
  },
  toResults: (items, rows) => {
    const byOrdinal = new Map(rows.map(([ordinal, json]) => [Number(ordinal), json]))
    return items.map((_, ordinal) => requireValue(byOrdinal.get(ordinal), 'The JSON of a record'))
  },
}

/** A formula that did not fit its present type then has no value in the record as it was. */
export function computedColumn(field: Field, model: Model) {
  const type = typeOf(field)
  const generated = type.generated?.(field, model, typeOf)
  if (!generated) return []
  const { expression } = generated
  const fits = type.violation && type.constraint?.(field, expression)
  return [sql`${fits ? sql`case when ${fits} then ${expression} end` : expression} as ${name(columnOf(field.name))}`]
}

/** The columns of records that are not stored: `_ordinal`, `_viewer`, and those of the table that are not computed. */
export function toColumns(items: readonly PastRecord[], model: Model): InputColumn[] {
  const moment = 'timestamp(3) with time zone'
  return [
    { name: '_ordinal', type: 'integer', values: items.map((_, ordinal) => ordinal) },
    { name: '_viewer', type: 'bigint', values: items.map(({ authorization }) => authorization.userId) },
    { name: 'id', type: 'bigint', values: items.map(({ id }) => id) },
    { name: 'version', type: 'bigint', values: items.map(({ version }) => version) },
    { name: 'created_on', type: moment, values: items.map(({ createdOn }) => createdOn) },
    { name: 'created_by', type: 'bigint', values: items.map(({ createdBy }) => createdBy) },
    { name: 'updated_on', type: moment, values: items.map(({ updatedOn }) => updatedOn) },
    { name: 'updated_by', type: 'bigint', values: items.map(({ updatedBy }) => updatedBy) },
    ...fieldColumns(
      journaledFields(model),
      items.map(({ values }) => values),
    ),
  ]
}
