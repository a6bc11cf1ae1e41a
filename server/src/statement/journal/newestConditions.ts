import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import type { NewestChangesPlan } from '../../plan/newestChanges.ts'
import { join, type Sql, sql } from '../../sql/sql.ts'
import { andSeen } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { modelNumber } from './journal.ts'

/** The conditions of what is asked for, each to be appended to another. */
export function filterSql({ user, field, since, through }: NewestChangesPlan): Sql {
  return join(
    [
      user === undefined
        ? sql``
        : sql`
      and journal.author = (select users.id from record.tabularium_user as users where users.username = ${user})`,
      field === undefined ? sql`` : sql`\n      and ${wrote(field)}`,
      since === undefined ? sql`` : sql`\n      and journal.written_on >= ${since}::timestamptz`,
      through === undefined ? sql`` : sql`\n      and ${wasThrough(through)}`,
    ],
    '',
  )
}

/** Whether an entry has a field, which may have had other names. */
function wrote(field: string): Sql {
  return sql`(journal.changes -> ${field}::text is not null or exists (
        select from tabularium.renamed_fields as renamed
        where renamed.model = journal.model and renamed.name = ${field} and journal.changes -> renamed.was is not null
      ))`
}

function wasThrough(through: NonNullable<NewestChangesPlan['through']>): Sql {
  if (through === 'single') return sql`journal.change_set is null`
  return sql`exists (
        select from tabularium.change_sets
        where change_sets.id = journal.change_set and change_sets.kind = ${through}
      )`
}

/** Limits the entries to those of records that the caller sees. */
export function seenSql(models: readonly Model[], scope: ReadScope): Sql {
  const limited = models.filter((model) => scope.visibility.rowsOf(model) !== undefined)
  if (limited.length === 0) return sql``
  const cases = limited.map(
    (model) => sql`
        when ${modelNumber(model)} then exists (
          select from ${tableName(model)} as t where t.id = journal.record${andSeen(model, 't', scope)}
        )`,
  )
  return sql`
      and case journal.model${join(cases, '')} else true end`
}

/** The records that are asked for, each once. */
export function namedSql(records: NonNullable<NewestChangesPlan['records']>): Sql {
  const rows = records.map(({ model, id }) => sql`(${modelNumber(model)}, ${id}::bigint)`)
  return sql`select distinct one.model, one.id from (values ${join(rows)}) as one(model, id)`
}
