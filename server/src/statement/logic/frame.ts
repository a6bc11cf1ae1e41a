import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import type { Credential } from '../../permission/Credential.ts'
import { join, literal, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { authCheckFor } from '../authorization/authCheck.ts'
import { lastingAuthorization } from '../authorization/lastingAuthorization.ts'

/** Records of one model, with the versions at which they were read. */
export interface ReadVersions {
  readonly model: Model
  readonly ids: readonly number[]
}

/** Records of one model that logic uses, and whether it writes any of them. */
export interface UsedRecords {
  readonly model: Model
  readonly ids: readonly number[]
  readonly areWritten: boolean
}

/** What the first statement of logic begins. */
export interface LogicBeginning {
  readonly hasChangeSet: boolean
  /** The change set that goes on; a new one if absent. */
  readonly changeSet?: number | undefined
  /** How long its statements wait for locks, in milliseconds; as long as others if absent. */
  readonly patience?: number | undefined
}

/**
 * The first statement of logic: whether the caller's rights still hold, the number of the change set, which the
 * journal's entries of the transaction name, and how long statements wait for locks otherwise.
 */
export function beginLogicStatement(
  credential: Credential | undefined,
  { hasChangeSet, patience, changeSet: id }: LogicBeginning,
): NamedSql {
  const next = sql`nextval(pg_get_serial_sequence('tabularium.change_sets', 'id'))::text`
  const changeSet = hasChangeSet
    ? sql`set_config(
  'tabularium.change_set', ${id === undefined ? next : sql`${String(id)}::text`}, true
)`
    : sql`''`
  // Read before it is set: the argument that makes it last until the end of the transaction depends on it.
  const limit = sql`set_config('lock_timeout', ${`${patience ?? 0}ms`}, length(usual.lock_timeout) > 0)`
  return sql`with ${authCheckFor([credential])}, usual as materialized (
  select current_setting('lock_timeout') as lock_timeout
)
select auth_check.holds, ${changeSet}, usual.lock_timeout${patience === undefined ? sql`` : sql`, ${limit}`}
from auth_check
cross join usual`.named('logic.begin')
}

/**
 * Locks the records that an earlier attempt used, one after the other, by model and id: attempts that use the same
 * records wait for each other and don't fail. Of a model that logic writes, all are locked for writing: it may choose
 * another one this time, and two that have a record locked for reading could not both write it.
 */
export function lockUsedStatement(all: readonly UsedRecords[]): NamedSql {
  const parts = all.map(
    ({ model, ids, areWritten }) => sql`select locked.id
from (
  select t.id
  from ${tableName(model)} as t
  where t.id = any(${ids}::bigint[])
  order by t.id
  for ${trusted(areWritten ? 'no key update' : 'share')}
) as locked`,
  )
  return sql`${join(parts, '\nunion all\n')}`.named('logic.lockUsed')
}

/** What the last statement of logic ends. */
export interface LogicEnding {
  /** Writes the row of the change set. */
  readonly endChangeSet: Sql | undefined
  /** How long statements wait for locks otherwise. */
  readonly lockTimeout: string
}

/**
 * The last statement of logic: whether the caller's rights still hold, and the versions of the records that were read
 * and not written, which can't change any more until the commit. Records that others are writing are left out: they
 * count as changed, and nothing waits for them here, where a deadlock would be likely. It also writes the row of the
 * change set, if there is one, which ends here: what the service writes after it belongs to none. From here on
 * statements wait for locks as long as others.
 */
export function endLogicStatement(
  credential: Credential | undefined,
  all: readonly ReadVersions[],
  { endChangeSet, lockTimeout }: LogicEnding,
): NamedSql {
  const parts = all.map(({ model, ids }, index) => ({
    ...lockedSql(`read_${index}`, model, ids),
    model,
  }))
  const holds = lastingAuthorization(credential) ?? sql`select true`
  const tables = [
    sql`lasting(holds) as materialized (${holds})`,
    ...(endChangeSet ? [sql`ended(records) as (${endChangeSet})`] : []),
    ...parts.map(({ table }) => table),
  ]
  const rows = [
    sql`select 'holds', lasting.holds::integer::bigint, length(set_config('lock_timeout', ${lockTimeout}, true))
from lasting`,
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
): { readonly alias: string; readonly table: Sql } {
  const table = sql`${trusted(alias)} as materialized (
  select t.id, t.version
  from ${tableName(model)} as t
  where t.id = any(${ids}::bigint[])
  order by t.id
  for share of t skip locked
)`
  return { alias, table }
}
