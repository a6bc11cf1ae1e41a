import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/** How often the database was restored to an earlier moment. */
export function epochStatement(): NamedSql {
  return sql`select coalesce(max(epochs.number), 0) from tabularium.epochs`.named('epoch.current')
}

/** The number from the rows of its statement. */
export function toEpoch([row]: readonly (readonly (string | null)[])[]): number {
  return Number(row?.[0])
}

/** Begins a new epoch, and returns its number. */
export function beginEpochStatement(): Sql {
  return sql`insert into tabularium.epochs (number)
select coalesce(max(epochs.number), 0) + 1
from tabularium.epochs
returning number`
}

/**
 * Moves all sequences of ids and positions ahead: by what they have given out so far, by a million at least, and by a
 * thousand million at most. So no number comes again that was given out after the moment of the restore, and a database
 * can be restored a million times before ids reach 2^53.
 */
export function leapSequencesStatement(): Sql {
  return sql`select
  sequences.schemaname || '.' || sequences.sequencename as name,
  setval(
    format('%I.%I', sequences.schemaname, sequences.sequencename)::regclass,
    least(
      coalesce(sequences.last_value, 0) + least(greatest(coalesce(sequences.last_value, 0), 1000000), 1000000000),
      sequences.max_value
    )
  ) as last
from pg_sequences as sequences
where sequences.schemaname = 'tabularium'
  or (sequences.schemaname = 'record' and sequences.sequencename like '%\\_ids')
order by 1`
}

/** Moves the revision of rights ahead, so that no revision comes again under which other rights were in force. */
export function leapRevisionStatement(): Sql {
  return sql`update tabularium.access
set revision = revision + 1000000000, changed_in = pg_current_xact_id(), before = revision`
}

/** The ids of all sessions. */
export function sessionIdsStatement(): Sql {
  return sql`select id from record.tabularium_session order by id`
}
