import type { Field } from '../../model/field/Field.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { join, name, type Sql, sql } from '../../sql/sql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { isAccepted, type RowsToWrite } from '../refusal/refusals.ts'
import { column } from './columns.ts'
import {
  carriedColumns,
  drawnByPeriod,
  followingColumns,
  seriesOfUpdate,
  toFollowingNumber,
  toFollowingText,
} from './followingNumbers.ts'

/** What an update adds to its statement to number records that first meet the criteria of their series. */
export interface DrawnByUpdate {
  /** The fields that get numbers. */
  readonly fields: readonly Field[]
  /** The tables from which the update takes them. */
  readonly parts: readonly Sql[]
  readonly join: Sql
  readonly changes: readonly Sql[]
}

/**
 * The numbers that an update draws; nothing for most. The rows are locked first, so that a row that another transaction
 * changes at the same time takes none.
 */
export function drawnByUpdate(rows: RowsToWrite, scope: ReadScope): DrawnByUpdate {
  const drawn = seriesOfUpdate(rows)
  if (drawn.length === 0) return { fields: [], parts: [], join: sql``, changes: [] }
  const { model } = rows
  const texts = drawn.map((own) => sql`${toFollowingText(own)} as ${name(columnOf(own.field.name))}`)
  const numbers = drawn.map((own) => toFollowingNumber(own, sql`admitted.id`))
  return {
    fields: drawn.map(({ field }) => field),
    parts: [
      sql`admitted as materialized (
  select input.id${followingColumns(drawn, rows, scope)}
  from input join ${tableName(model)} as _old on _old.id = input.id and _old.version = input.version
  where ${isAccepted(rows, scope)}
  for update of _old
)`,
      ...drawn.map((own) => drawnByPeriod(model, own)),
      sql`numbered as (
  select id, ${join(texts)}
  from (select id${carriedColumns(drawn)}, ${join(numbers)} from admitted) as numbered
)`,
    ],
    join: sql`
    left join numbered on numbered.id = input.id`,
    changes: drawn.map(({ field }) => {
      const own = columnOf(field.name)
      return sql`${name(own)} = coalesce(${column('t', own)}, ${column('numbered', own)})`
    }),
  }
}
