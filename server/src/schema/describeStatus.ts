import { requireValue } from '../failure/invariant.ts'
import type { Models } from '../model/Models.ts'
import { recordSchema, tableOf } from '../model/names.ts'
import { sql } from '../sql/sql.ts'
import type { DeclaredRole } from '../model/role.ts'
import { findRoleSteps } from './findRoleSteps.ts'
import { findSteps } from './findSteps.ts'
import type { ForeignObject } from './ForeignObject.ts'
import { inspectForeign } from './inspectForeign.ts'
import { inspectRecords } from './inspectRecords.ts'
import type { Query } from './RecordState.ts'
import { inspectService, readServiceMigrations, titleOf } from './serviceMigrations.ts'

export interface SchemaStatus {
  /** The service's own migrations; `appliedOn` is null for pending ones. */
  readonly service: readonly { readonly name: string; readonly appliedOn: string | null }[]
  /** How many steps `migrate apply` would run. */
  readonly steps: number
  /** Each model's table with PostgreSQL's estimate of its records (null: no table, or not analyzed yet). */
  readonly models: readonly { readonly model: string; readonly table: string; readonly records: number | null }[]
  /** Objects that an interrupted migration left; `migrate apply` completes them. */
  readonly unfinished: readonly string[]
  /** Objects that were created by hand with SQL; `migrate apply` does not change them. */
  readonly foreign: readonly ForeignObject[]
}

/** What `migrate status` shows. It reads only the catalog and the roles, so it is fast for any number of records. */
export async function describeStatus(
  query: Query,
  models: Models,
  roles: readonly DeclaredRole[] = [],
): Promise<SchemaStatus> {
  const [migrations, state] = [await readServiceMigrations(), await inspectService(query)]
  const records = await inspectRecords(query)
  const estimates = await estimateRecords(query)
  const pending = migrations.filter(({ number }) => !state.applied.some((applied) => applied.number === number))
  return {
    service: [
      ...state.applied.map((migration) => ({ name: titleOf(migration), appliedOn: migration.appliedOn })),
      ...pending.map((migration) => ({ name: titleOf(migration), appliedOn: null })),
    ],
    steps: (await findSteps(query, models)).length + (await findRoleSteps(query, roles)).length,
    models: models.all.map(({ name }) => {
      const table = tableOf(name)
      return { model: name, table, records: estimates.get(table) ?? null }
    }),
    unfinished: records.tables.flatMap(({ indexes, checks, references }) => [
      ...indexes.filter(({ valid }) => !valid).map(({ name }) => name),
      ...[...checks, ...references].filter(({ validated }) => !validated).map(({ name }) => name),
    ]),
    foreign: await inspectForeign(query, records),
  }
}

async function estimateRecords(query: Query): Promise<Map<string, number>> {
  const rows = await query(
    sql`
select relname, reltuples::bigint as records
from pg_class
where relnamespace = to_regnamespace(${recordSchema}) and relkind = 'r' and reltuples >= 0`,
  )
  return new Map(rows.map(({ relname, records }) => [requireValue(relname, 'The name of a table'), Number(records)]))
}
