import type { Authorization } from '../permission/Authorization.ts'
import { type Lookup, lookupText } from '../plan/Lookup.ts'
import { sql } from '../sql/sql.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { type InputColumn, inputTable } from './record/input.ts'
import { lookupSql } from './record/lookups.ts'
import { visibilityKey } from './condition/ReadScope.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'

/** A record that is named by a key, and who names it. */
export interface LookupQuestion {
  readonly lookup: Lookup
  readonly authorization: Authorization
}

/** Finds the ids of records by a key; undefined if no record that the caller sees has it. */
export const lookupStatement: StatementMaker<LookupQuestion, number | undefined> = {
  name: 'record.lookup',
  effect: 'read',
  shapeOf: ({ lookup, authorization }) => [lookupText(lookup), visibilityKey(authorization)],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const { rights } = firstOf(items).authorization
    const scope = { visibility: rights.visibility, models, viewer: sql`given.viewer` }
    const lookups = items.map(({ lookup }) => lookup)
    const columns: InputColumn[] = [
      { name: 'ordinal', type: 'integer', values: items.map((_, index) => index) },
      { name: 'viewer', type: 'bigint', values: items.map(({ authorization }) => authorization.userId) },
      { name: 'id', type: 'bigint', values: [], lookup: lookupSql(lookups, '_key_', scope) },
    ]
    const rows = sql`select input.ordinal, input.id from ${inputTable(columns)} where input.id is not null`
    return sql`with ${authCheck} ${authorizedRows(rows, 2)}`
  },
  toResults: (items, rows) => {
    const found = new Map(rows.map(([ordinal, id]) => [Number(ordinal), Number(id)]))
    return items.map((_, index) => found.get(index))
  },
}
