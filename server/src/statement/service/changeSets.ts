import type { Model } from '../../model/Model.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { literal, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { modelNumber } from '../journal/journal.ts'
import { sharedContext } from '../journal/journalContext.ts'

/** Begins a change set in a transaction: the journal's entries of the transaction name it, by the column's default. */
export function beginChangeSetStatement(): NamedSql {
  return sql`select set_config(
  'tabularium.change_set', nextval(pg_get_serial_sequence('tabularium.change_sets', 'id'))::text, true
)`.named('changeSet.begin')
}

/**
 * Writes the row of a change set at the end of its transaction, unless it wrote nothing. Returns how much it wrote.
 * `also` are the records that the call did not name.
 */
export function endChangeSetStatement(
  id: number,
  { authorization, requestId, changeSet, changeSetName, undoes }: WriteContext,
  also: readonly { readonly model: string; readonly id: number }[],
): NamedSql {
  const [models, ids] = [also.map(({ model }) => model), also.map((record) => record.id)]
  return sql`insert into tabularium.change_sets (id, kind, name, author, request_id, undoes, records, also, models)
select ${id}::bigint, ${changeSet ?? null}::text, ${changeSetName ?? null}::text, ${authorization.userId}::bigint,
  ${requestId}::text, ${undoes ?? null}::bigint, count(*), count(*) filter (where written.is_also),
  coalesce(array_agg(distinct written.model) filter (where not written.is_also), '{}')
from (
  select distinct journal.model, journal.record, also.record is not null as is_also
  from tabularium.journal
  left join (
    select distinct models.number as model, named.record
    from unnest(${models}::text[], ${ids}::bigint[]) as named(model, record)
    join tabularium.models on models.name = named.model
  ) as also on also.model = journal.model and also.record = journal.record
  where journal.change_set = ${id}::bigint
) as written
having count(*) > 0
returning records`.named('changeSet.end')
}

/** The change set of a statement that creates many records: the table `change_set`, empty if it creates none. */
export function createdChangeSet(model: Model): Sql {
  return sql`change_set as (
  insert into tabularium.change_sets (kind, author, request_id, records, models)
  select ${literal('bulk')}, ${sharedContext.by}, ${sharedContext.request}, count(*), array[${modelNumber(model)}]
  from inserted
  having count(*) > 0
  returning id
)`
}

/** The id of that change set. */
export const createdChangeSetId: Sql = sql`(select change_set.id from change_set)`
