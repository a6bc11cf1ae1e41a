import { archivedOn, writesArchive } from '../../model/archive.ts'
import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import { modelNumber } from './journal.ts'
import { oldColumn } from './journalChanges.ts'

// The archived records of a model are counted as all its records are, under the negative number of the model: so the
// same fold serves both, and a model without an archive has nothing more to write.

/** The number under which the archived records of a model are counted. */
export function archiveNumber(model: Model): Sql {
  return sql`-${modelNumber(model)}`
}

/** The change of the count of archived records when records come or go; nothing for models without an archive. */
export function archivedDeltas(model: Model, source: string, sign: 1 | -1): Sql[] {
  if (!model.archive) return []
  const change = sign === 1 ? sql`count(*)` : sql`-count(*)`
  return [toDeltas(model, source, change, sql`${column(source, columnOf(archivedOn.name))} is not null`)]
}

/** The same for an update; nothing if it does not say when records were archived. */
export function archivedDeltasOfUpdate(model: Model, source: string, fields: readonly Field[]): Sql[] {
  if (!writesArchive(model, fields)) return []
  const before = sql`${column(source, oldColumn(archivedOn))} is null`
  const after = sql`${column(source, columnOf(archivedOn.name))} is null`
  return [toDeltas(model, source, sql`sum(case when ${after} then -1 else 1 end)`, sql`(${before}) <> (${after})`)]
}

function toDeltas(model: Model, source: string, change: Sql, where: Sql): Sql {
  return sql`counted_archived as (
  insert into tabularium.count_deltas (model, block, change)
  select ${archiveNumber(model)}, ${column(source, 'id')} >> 10, ${change}
  from ${trusted(source)}
  where ${where}
  group by 2
)`
}
