import type { WriteContext } from '../../plan/Plan.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/** How far a data migration is. */
export interface MigrationState {
  readonly last: number
  readonly done: number
  readonly failed: number
  readonly changeSet: number | undefined
}

/** Begins a data migration, or returns how far it is. It waits for another process that runs a page of it. */
export function beginMigrationStatement(name: string): NamedSql {
  return sql`insert into tabularium.data_migrations as own (name, digest) values (${name}, '')
on conflict (name) do update set name = excluded.name
returning own.last_id, own.done, own.failed, own.change_set`.named('migration.begin')
}

/** Notes a page in the transaction that wrote it. */
export function notePageStatement(
  name: string,
  page: { last: number; done: number; changeSet: number | undefined },
): NamedSql {
  return sql`update tabularium.data_migrations
set last_id = ${page.last}::bigint, done = done + ${page.done}::bigint,
  change_set = coalesce(change_set, ${page.changeSet ?? null}::bigint)
where name = ${name}`.named('migration.page')
}

/** Notes records that could not be changed and are left as they are. */
export function noteProblemStatement(name: string, id: number, message: string): NamedSql {
  const problem = JSON.stringify([{ id, message: message.slice(0, 500) }])
  return sql`update tabularium.data_migrations
set last_id = ${id}::bigint, failed = failed + 1,
  problems = case when failed < 100 then (problems::jsonb || ${problem}::jsonb)::json else problems end
where name = ${name}`.named('migration.problem')
}

/** Ends a migration, and its change set. */
export function endMigrationStatement(name: string): NamedSql {
  return sql`with ended as (
  update tabularium.data_migrations set done_on = now() where name = ${name} returning change_set
)
update tabularium.change_sets
set ended_on = clock_timestamp()
where id = (select ended.change_set from ended) and ended_on is null`.named('migration.end')
}

/** Adds what a transaction wrote to a change set of several transactions, whose row the first of them writes. */
export function continueChangeSetStatement(
  id: number,
  { authorization, requestId, changeSet, changeSetName }: WriteContext,
  written: { readonly count: number; readonly models: readonly string[] },
): Sql {
  return sql`insert into tabularium.change_sets as own (
  id, kind, name, author, request_id, records, models, ended_on
)
select ${id}::bigint, ${changeSet ?? null}::text, ${changeSetName ?? null}::text, ${authorization.userId}::bigint,
  ${requestId}::text, ${written.count}::bigint,
  array(select models.number from tabularium.models where models.name = any(${written.models}::text[])), null
where ${written.count}::bigint > 0
on conflict (id) do update set records = own.records + excluded.records
returning records`
}
