import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { CollectionRelation } from '../../model/relation/collection.ts'
import { literal, type Sql, sql } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import { andSeen, ruleSql } from '../condition/conditionSql.ts'
import { modelNumber } from './journal.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

/** The most members of one collection, present and former, whose past is looked at. */
export const maxMembersEver = 10_000

/**
 * The ids of the records that are in a collection of a record, or ever were, as far as the journal remembers and the
 * caller sees them: a column `id`. Whether a deleted record would be seen is known only if all records are.
 */
export function membersEver({ target, by }: CollectionRelation, parent: Sql, scope: ReadScope): Sql {
  const model = scope.models.get(target)
  const rows = scope.visibility.rowsOfField(model, by)
  const seen = sql`${andSeen(model, 't', scope)}${rows ? sql` and ${ruleSql(rows, model, 't', scope)}` : sql``}`
  const isWhole = !rows && !scope.visibility.rowsOf(model)
  const former = formerMembers(model, by, sql`array[${parent}]`)
  return sql`(
    select t.id from ${tableName(model)} as t where ${column('t', columnOf(by))} = ${parent}${seen}
    limit ${maxMembersEver + 1}::bigint
  )
  union
  (
    ${isWhole ? former : sql`select t.id from ${tableName(model)} as t where t.id in (${former})${seen}`}
    limit ${maxMembersEver + 1}::bigint
  )`
}

/**
 * The records that left the collections of some records, which are given as an array. `journal_left_records_index`
 * finds them; the entry says by which reference they left.
 */
export function formerMembers(model: Model, by: string, parents: Sql): Sql {
  return sql`select journal.record
    from tabularium.journal
    where journal.left_records && ${parents}
      and journal.left_records is not null
      and journal.model = ${modelNumber(model)}
      and exists (
        select from json_each(journal.changes) as _change(key, value)
        where _change.value::text like '[%' and _change.value ->> 0 = any(${parents}::text[])
          and (_change.key = ${literal(by)} or _change.key in (
            select renamed_fields.was from tabularium.renamed_fields
            where renamed_fields.model = journal.model and renamed_fields.name = ${literal(by)}
          ))
      )`
}
