import type { FeedPosition } from '../../plan/changeToken.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'

/** How far a reaction has handled the changes. */
export interface Cursor {
  readonly name: string
  readonly at: FeedPosition
}

/** A cursor that this process follows. */
export interface TakenCursor extends Cursor {
  /** Whether it is noted that the reaction can't continue. */
  readonly isFailing: boolean
}

/** Adds the cursor of a reaction, unless it is there. */
export function addCursorStatement({ name, at }: Cursor): NamedSql {
  return sql`insert into tabularium.cursors (name, position, digest)
values (${name}, ${at.position}::bigint, ${at.digest})
on conflict (name) do nothing
returning name`.named('cursor.add')
}

/** The names of those reactions that have no cursor yet. */
export function missingCursorsStatement(names: readonly string[]): NamedSql {
  return sql`select given.name
from unnest(${names}::text[]) as given(name)
where not exists (select from tabularium.cursors where cursors.name = given.name)`.named('cursor.missing')
}

/**
 * Takes cursors that no other process follows, or keeps them; for a while. A cursor that is being written is passed
 * over: most often this process itself moves it. Also returns those that another process follows, without a position.
 */
export function takeCursorsStatement(names: readonly string[], holder: string, lease: number): NamedSql {
  const isFree = sql`(given.holder is null or given.holder = ${holder} or given.held_until < now())`
  return sql`with taken as (
  update tabularium.cursors
  set holder = ${holder}, held_until = clock_timestamp() + ${lease}::bigint * interval '1 millisecond'
  where cursors.name in (
    select given.name
    from tabularium.cursors as given
    where given.name = any(${names}::text[]) and ${isFree}
    for update skip locked
  )
  returning cursors.name, cursors.position, cursors.digest, cursors.error is not null as is_failing
)
select taken.name, taken.position, taken.digest, taken.is_failing
from taken
union all
select given.name, null, null, null
from tabularium.cursors as given
where given.name = any(${names}::text[]) and not ${isFree}`.named('cursor.take')
}

/** The cursors that the statement took, and the names of those that another process follows. */
export function toTakenCursors(rows: readonly (readonly (string | null)[])[]): {
  readonly taken: readonly TakenCursor[]
  readonly others: readonly string[]
} {
  const all = rows.map(([name, position, digest, isFailing]) => ({
    name: name ?? '',
    at: { position: Number(position), digest: digest ?? '' },
    isFailing: isFailing === 't',
    isTaken: position !== null,
  }))
  return {
    taken: all.filter(({ isTaken }) => isTaken),
    others: all.filter(({ isTaken }) => !isTaken).map(({ name }) => name),
  }
}

/**
 * Moves a cursor, in the transaction of what was done about the changes; or locks it, if it stays where it is. Returns
 * no row if it is not where it was any more: another process handled them.
 */
export function moveCursorStatement({ name, at }: Cursor, next: FeedPosition): NamedSql {
  return sql`update tabularium.cursors
set position = ${next.position}::bigint, digest = ${next.digest}, moved_on = now(), error = null
where cursors.name = ${name} and cursors.position = ${at.position}::bigint
returning cursors.name`.named('cursor.move')
}

/** Notes why a reaction can't continue at the moment, or that it does again; by the process that follows it. */
export function noteCursorStatement(name: string, holder: string, error: string | null): NamedSql {
  return sql`update tabularium.cursors
set error = ${error}::text
where cursors.name = ${name} and cursors.holder = ${holder}`.named('cursor.note')
}

/** Lets other processes follow. */
export function releaseCursorsStatement(holder: string): NamedSql {
  return sql`update tabularium.cursors set holder = null, held_until = null where cursors.holder = ${holder}`.named(
    'cursor.release',
  )
}
