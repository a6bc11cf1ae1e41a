import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import type { Credential } from '../../permission/Credential.ts'
import { join, literal, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { authCheckFor, lastingAuthorization } from '../part/authCheck.ts'

/** Records of one model, with the versions at which they were read. */
export interface ReadVersions {
  readonly model: Model
  readonly ids: readonly number[]
}

/** Records of one model that logic reads, and those that it also writes. */
export interface UsedRecords {
  readonly model: Model
  readonly read: readonly number[]
  readonly written: readonly number[]
}

/**
 * The first statement of logic: whether the caller's rights still hold, and the number of the change set, which the
 * journal's entries of the transaction name.
 */
export function beginLogicStatement(credential: Credential | undefined, hasChangeSet: boolean): NamedSql {
  const changeSet = hasChangeSet
    ? sql`set_config(
  'tabularium.change_set', nextval(pg_get_serial_sequence('tabularium.change_sets', 'id'))::text, true
)`
    : sql`''`
  return sql`with ${authCheckFor([credential])}
select auth_check.holds, ${changeSet}
from auth_check`.named('logic.begin')
}

/**
 * Locks the records that an earlier attempt used, by model and id: attempts that use the same records wait for each
 * other and don't fail.
 */
export function lockUsedStatement(all: readonly UsedRecords[]): NamedSql {
  const parts = all.flatMap(({ model, read, written }, index) => [
    ...(written.length === 0 ? [] : [lockedSql(`written_${index}`, model, written, 'no key update')]),
    ...(read.length === 0 ? [] : [lockedSql(`read_${index}`, model, read, 'share')]),
  ])
  return sql`with ${join(
    parts.map(({ table }) => table),
    ',\n',
  )}
${join(
  parts.map(({ alias }) => sql`select ${trusted(alias)}.id from ${trusted(alias)}`),
  '\nunion all\n',
)}`.named('logic.lockUsed')
}

/**
 * The last statement of logic: whether the caller's rights still hold, and the versions of the records that were read
 * and not written, which can't change any more until the commit. Records that others are writing are left out: they
 * count as changed, and nothing waits for them here, where a deadlock would be likely. It also writes the row of the
 * change set, if there is one, which ends here: what the service writes after it belongs to none.
 */
export function endLogicStatement(
  credential: Credential | undefined,
  all: readonly ReadVersions[],
  endChangeSet: Sql | undefined,
): NamedSql {
  const parts = all.map(({ model, ids }, index) => ({
    ...lockedSql(`read_${index}`, model, ids, 'share', sql` skip locked`),
    model,
  }))
  const holds = lastingAuthorization(credential) ?? sql`select true`
  const tables = [
    sql`lasting(holds) as materialized (${holds})`,
    ...(endChangeSet ? [sql`ended(records) as (${endChangeSet})`] : []),
    ...parts.map(({ table }) => table),
  ]
  const rows = [
    sql`select 'holds', lasting.holds::integer::bigint, null::bigint from lasting`,
    ...(endChangeSet
      ? [sql`select 'written', ended.records, length(set_config('tabularium.change_set', '', true)) from ended`]
      : []),
    ...parts.map(
      ({ alias, model }) =>
        sql`select ${literal(model.name)}, ${trusted(alias)}.id, ${trusted(alias)}.version from ${trusted(alias)}`,
    ),
  ]
  return sql`with ${join(tables, ',\n')}
${join(rows, '\nunion all\n')}`.named('logic.end')
}

function lockedSql(
  alias: string,
  model: Model,
  ids: readonly number[],
  lock: 'share' | 'no key update',
  policy: Sql = sql``,
): { readonly alias: string; readonly table: Sql } {
  const table = sql`${trusted(alias)} as materialized (
  select t.id, t.version
  from ${tableName(model)} as t
  where t.id = any(${ids}::bigint[])
  order by t.id
  for ${trusted(lock)} of t${policy}
)`
  return { alias, table }
}
