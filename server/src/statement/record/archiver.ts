import { archivedBy, archivedOn, writesArchive } from '../../model/archive.ts'
import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { name, type Sql, sql } from '../../sql/sql.ts'
import { column } from './columns.ts'

const [on, by] = [columnOf(archivedOn.name), columnOf(archivedBy.name)]

/** What an update sets besides its own fields. */
interface ArchiverOfUpdate {
  readonly fields: readonly Field[]
  readonly changes: readonly Sql[]
}

/**
 * Who archived a record, if an update says when. A client that sends a record back as it was read archives nothing. An
 * undo and a restore have the former archiver among their own fields.
 */
export function archiverOfUpdate(model: Model, fields: readonly Field[]): ArchiverOfUpdate {
  if (!writesArchive(model, fields) || fields.some((field) => field.name === archivedBy.name))
    return { fields: [], changes: [] }
  const [before, after] = [column('_old', on), column('input', on)]
  const writer = sql`case when ${after} is not null then input._by end`
  const value = sql`case when ${after} is distinct from ${before} then ${writer} else ${column('_old', by)} end`
  return { fields: [archivedBy], changes: [sql`${name(by)} = ${value}`] }
}
