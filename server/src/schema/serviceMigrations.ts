import { readdir, readFile } from 'node:fs/promises'
import { requireValue } from '../invariant.ts'
import { literal, sql, trusted } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { locks, toBlockedStep, toStep, type Step } from './Step.ts'

/** A change of the service's own tables, from the file `service/NNN-name.sql`. */
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

/** What the database knows of the service's own tables. */
export interface ServiceState {
  /** Whether there is a memory of applied migrations at all. */
  readonly exists: boolean
  readonly applied: readonly AppliedMigration[]
}

/** The migrations that this version of the service comes with, in their order. */
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
  const rows = await query(
    sql`select number, name, to_char(applied_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as on from tabularium.migrations order by number`,
  )
  return {
    exists: true,
    applied: rows.map(({ number, name, on }) => ({
      number: Number(number),
      name: requireValue(name, 'The name of a migration'),
      appliedOn: requireValue(on, 'When it was applied'),
    })),
  }
}

/** The steps that bring the service's own tables to this version. Each runs with its bookkeeping in one transaction. */
export function compareService(state: ServiceState, migrations: readonly ServiceMigration[]): Step[] {
  const applied = new Set(state.applied.map(({ number }) => number))
  const known = new Set(migrations.map(({ number }) => number))
  return [
    ...state.applied.filter(({ number }) => !known.has(number)).map(toUnknown),
    ...(state.exists ? [] : [createMemory()]),
    ...migrations.filter(({ number }) => !applied.has(number)).map(toMigrationStep),
  ]
}

/** `001-users-and-sessions`, as the file is called. */
export function titleOf({ number, name }: Pick<ServiceMigration, 'number' | 'name'>): string {
  return `${String(number).padStart(3, '0')}-${name}`
}

function createMemory(): Step {
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
  const remember = sql`insert into tabularium.migrations (number, name) values (${trusted(`${number}`)}, ${literal(name)})`
  const statements = [trusted(text), remember]
  return toStep(`Apply the service migration ${titleOf(migration)}`, statements, { required: true, service: true })
}

function toUnknown(migration: AppliedMigration): Step {
  const title = `Know the service migration ${titleOf(migration)}, applied on ${migration.appliedOn}`
  const blocked =
    'A newer version of tabularium has migrated this database. Use that version, or one that is newer still.'
  return { ...toBlockedStep(title, blocked), required: false }
}
