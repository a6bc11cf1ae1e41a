import type { Place } from '../../plan/changeToken.ts'
import { type NamedSql, sql } from '../../sql/sql.ts'

/** How far a reaction has handled the changes. */
export interface Cursor {
  readonly name: string
  readonly place: Place
}

/** Adds the cursor of a reaction, unless it is there. */
export function addCursorStatement({ name, place }: Cursor): NamedSql {
  return sql`insert into tabularium.cursors (name, position, digest)
values (${name}, ${place.position}::bigint, ${place.digest})
on conflict (name) do nothing
returning name`.named('cursor.add')
}

/** The names of those reactions that have no cursor yet. */
export function missingCursorsStatement(names: readonly string[]): NamedSql {
  return sql`select given.name
from unnest(${names}::text[]) as given(name)
where not exists (select from tabularium.cursors where cursors.name = given.name)`.named('cursor.missing')
}

/** Takes cursors that no other process follows, or keeps them; for a while. */
export function takeCursorsStatement(names: readonly string[], holder: string, lease: number): NamedSql {
  return sql`update tabularium.cursors
set holder = ${holder}, held_until = clock_timestamp() + ${lease}::bigint * interval '1 millisecond'
where cursors.name in (
  select free.name
  from tabularium.cursors as free
  where free.name = any(${names}::text[])
    and (free.holder is null or free.holder = ${holder} or free.held_until < clock_timestamp())
  for update skip locked
)
returning cursors.name, cursors.position, cursors.digest`.named('cursor.take')
}

/** The cursors that the statement took. */
export function toCursors(rows: readonly (readonly (string | null)[])[]): Cursor[] {
  return rows.map(([name, position, digest]) => ({
    name: name ?? '',
    place: { position: Number(position), digest: digest ?? '' },
  }))
}

/**
 * Moves a cursor, in the transaction of what was done about the changes; or locks it, if it stays where it is. Returns
 * no row if it is not where it was any more: another process handled them.
 */
export function moveCursorStatement({ name, place }: Cursor, next: Place): NamedSql {
  return sql`update tabularium.cursors
set position = ${next.position}::bigint, digest = ${next.digest}, moved_on = now(), error = null
where cursors.name = ${name} and cursors.position = ${place.position}::bigint
returning cursors.name`.named('cursor.move')
}

/** Notes why a reaction can't go on at the moment. */
export function failCursorStatement(name: string, error: string): NamedSql {
  return sql`update tabularium.cursors set error = ${error} where cursors.name = ${name}`.named('cursor.fail')
}

/** Lets other processes follow. */
export function releaseCursorsStatement(holder: string): NamedSql {
  return sql`update tabularium.cursors set holder = null, held_until = null where cursors.holder = ${holder}`.named(
    'cursor.release',
  )
}
