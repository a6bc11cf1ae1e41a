import { readdir, readFile } from 'node:fs/promises'
import { requireValue } from '../failure/invariant.ts'
import { literal, sql, trusted } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { locks, toBlockedStep, toStep, type Step } from './Step.ts'

/** A migration of the service's own tables, from the file `service/NNN-name.sql`. */
export interface ServiceMigration {
  readonly number: number
  readonly name: string
  readonly text: string
}

export interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly appliedOn: string
}

/** The message for a database with a service migration that this version does not have. */
export const newerVersion = 'A newer version of tabularium has migrated this database. Use that version or a later one.'

/** The service migrations that the database has. */
export interface ServiceState {
  /** Whether the table of applied migrations exists. */
  readonly exists: boolean
  readonly applied: readonly AppliedMigration[]
}

/**
 * Reads the migrations of this version, in order. Applied migrations are recognised by number: comments and layout of a
 * file can change, but what it creates must not, since existing databases do not run it again.
 */
export async function readServiceMigrations(): Promise<ServiceMigration[]> {
  const folder = new URL('./service/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => /^\d{3}-.+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      number: Number(file.slice(0, 3)),
      name: file.slice(4, -4),
      text: (await readFile(new URL(file, folder), 'utf8')).trim().replace(/;$/, ''),
    })),
  )
}

/** Reads which migrations were applied. */
export async function inspectService(query: Query): Promise<ServiceState> {
  const [row] = await query(sql`select to_regclass('tabularium.migrations') is not null as "exists"`)
  if (row?.['exists'] !== 't') return { exists: false, applied: [] }
  const rows = await query(sql`
select number, name, to_char(applied_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as on
from tabularium.migrations
order by number`)
  return {
    exists: true,
    applied: rows.map(({ number, name, on }) => ({
      number: Number(number),
      name: requireValue(name, 'The name of a migration'),
      appliedOn: requireValue(on, 'The time of a migration'),
    })),
  }
}

/** The steps that migrate the service's own tables. Each runs in one transaction with its row in the table. */
export function compareService(state: ServiceState, migrations: readonly ServiceMigration[]): Step[] {
  const applied = new Set(state.applied.map(({ number }) => number))
  const known = new Set(migrations.map(({ number }) => number))
  return [
    ...state.applied.filter(({ number }) => !known.has(number)).map(toUnknown),
    ...(state.exists ? [] : [createMigrationTable()]),
    ...migrations.filter(({ number }) => !applied.has(number)).map(toMigrationStep),
  ]
}

/** The file name without its extension: `001-users-and-sessions`. */
export function titleOf({ number, name }: Pick<ServiceMigration, 'number' | 'name'>): string {
  return `${String(number).padStart(3, '0')}-${name}`
}

function createMigrationTable(): Step {
  const statements = [
    sql`create schema if not exists tabularium`,
    sql`create table if not exists tabularium.migrations (
  number integer primary key,
  name text not null,
  applied_on timestamp(3) with time zone not null default now()
)`,
  ]
  return toStep('Create the schema that holds the tables of the service', statements, {
    lock: locks.none,
    required: true,
  })
}

function toMigrationStep(migration: ServiceMigration): Step {
  const { number, name, text } = migration
  const values = sql`${trusted(`${number}`)}, ${literal(name)}`
  const statements = [trusted(text), sql`insert into tabularium.migrations (number, name) values (${values})`]
  return toStep(`Apply the service migration ${titleOf(migration)}`, statements, { required: true, service: true })
}

function toUnknown(migration: AppliedMigration): Step {
  const title = `Know the service migration ${titleOf(migration)}, applied on ${migration.appliedOn}`
  return { ...toBlockedStep(title, newerVersion), required: false }
}
