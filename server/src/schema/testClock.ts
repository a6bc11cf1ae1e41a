import type { Connection } from '../postgres/Connection.ts'
import { name, sql } from '../sql/sql.ts'
import { prepareJournalStatement } from '../statement/service/journalKeeping.ts'

/**
 * Gives a test database a clock that can be set: a function `now` before that of PostgreSQL on the search path. The
 * statements of the service are the same, and cost nothing for it elsewhere. Connections that are open keep theirs.
 */
export async function installTestClock(connection: Connection): Promise<void> {
  await connection.query(sql`
create schema tabularium_test;
create table tabularium_test.clock (moment timestamp with time zone);
insert into tabularium_test.clock values (null);
create function tabularium_test.now() returns timestamp with time zone stable language sql as $$
  select coalesce((select moment from tabularium_test.clock), pg_catalog.now())
$$`)
  const [row] = await connection.query(sql`select current_database() as name`)
  await connection.query(
    sql`alter database ${name(row?.['name'] ?? '')} set search_path = tabularium_test, pg_catalog, "$user", public`,
  )
}

/** Sets the clock; null: that of PostgreSQL. */
export async function setTestClock(connection: Connection, moment: Date | null): Promise<void> {
  await connection.query(sql`update tabularium_test.clock set moment = ${moment?.toISOString() ?? null}::timestamptz`)
  await connection.query(prepareJournalStatement(0))
}
