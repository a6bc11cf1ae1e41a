import type { WriteContext } from '../../plan/Plan.ts'
import { literal, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { sharedContext } from '../part/journal.ts'

/** Begins a change set in a transaction: the journal's entries of the transaction name it, by the column's default. */
export function beginChangeSetStatement(): NamedSql {
  return sql`select set_config(
  'tabularium.change_set', nextval(pg_get_serial_sequence('tabularium.change_sets', 'id'))::text, true
)`.named('changeSet.begin')
}

/** Writes the row of a change set at the end of its transaction, unless it wrote nothing. Returns how much it wrote. */
export function endChangeSetStatement(id: number, context: WriteContext): NamedSql {
  const { authorization, requestId, changeSet = null } = context
  return sql`insert into tabularium.change_sets (id, kind, author, request_id, records)
select ${id}::bigint, ${changeSet}::text, ${authorization.userId}::bigint, ${requestId}::text,
  count(distinct (journal.model, journal.record))
from tabularium.journal
where journal.change_set = ${id}::bigint
having count(*) > 0
returning records`.named('changeSet.end')
}

/** The change set of a statement that creates many records: the table `change_set`, empty if it creates none. */
export function createdChangeSet(): Sql {
  return sql`change_set as (
  insert into tabularium.change_sets (kind, author, request_id, records)
  select ${literal('bulk')}, ${sharedContext.by}, ${sharedContext.request}, count(*)
  from inserted
  having count(*) > 0
  returning id
)`
}

/** The id of that change set. */
export const createdChangeSetId: Sql = sql`(select change_set.id from change_set)`
