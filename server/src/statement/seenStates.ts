import { join, sql } from '../sql/sql.ts'
import { inputColumns, inputTable } from './record/input.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { ruleSql } from './condition/conditionSql.ts'
import { partialNames } from './authorization/readable.ts'
import { visibilityKey } from './condition/ReadScope.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'
import { computedColumn, type PastRecord, toColumns } from './renderPast.ts'

/** Whether the caller would see a record in an old state, and the partly visible fields that it would show. */
export interface SeenState {
  readonly isSeen: boolean
  readonly names: string | null
}

/**
 * Evaluates the caller's rules on records that are not stored: as they were before and after a write. Rules that look
 * at other records see those as they are now.
 */
export const seenStatesStatement: StatementMaker<PastRecord, SeenState> = {
  name: 'record.seenStates',
  effect: 'read',
  shapeOf: ({ model, authorization }) => [model.name, visibilityKey(authorization)],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const { model, authorization } = firstOf(items)
    const { visibility } = authorization.rights
    const scope = { visibility, models, viewer: sql`shown._viewer` }
    const columns = toColumns(items, model)
    const computed = model.fields.flatMap((field) => computedColumn(field, model))
    const rows = visibility.rowsOf(model)
    const isSeen = rows ? ruleSql(rows, model, 'shown', scope) : sql`true`
    return sql`with ${authCheck}, input as (select ${inputColumns(columns)} from ${inputTable(columns)}),
shown as (select ${join([inputColumns(columns), ...computed])} from input)
${authorizedRows(sql`select shown._ordinal, ${isSeen}, ${partialNames(model, 'shown', scope)} from shown`, 3)}`
  },
  toResults: (items, rows) => {
    const byOrdinal = new Map(
      rows.map(([ordinal, isSeen, names]) => [Number(ordinal), { isSeen: isSeen === 't', names }]),
    )
    return items.map((_, ordinal) => {
      const { isSeen = false, names = null } = byOrdinal.get(ordinal) ?? {}
      return { isSeen, names: names ?? null }
    })
  },
}
