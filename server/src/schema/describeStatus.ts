import { requireValue } from '../invariant.ts'
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
  /** The service's own migrations; those without a moment are pending. */
  readonly service: readonly { readonly name: string; readonly appliedOn: string | null }[]
  /** How many steps `migrate apply` would do. */
  readonly steps: number
  /** Each model's table, and about how many records PostgreSQL believes it to hold (null: not there, or never counted). */
  readonly models: readonly { readonly model: string; readonly table: string; readonly records: number | null }[]
  /** What interrupted runs left behind; `migrate apply` finishes it. */
  readonly unfinished: readonly string[]
  /** What somebody made with SQL on the tables of the records; `migrate apply` leaves it alone. */
  readonly foreign: readonly ForeignObject[]
}

/** What `migrate status` shows. It reads the catalog and the roles alone, so it is quick however many records there are. */
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
