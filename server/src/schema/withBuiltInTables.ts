import { builtInModels, withBuiltIn } from '../model/builtIn/builtInModels.ts'
import {
  dashboardModel,
  favoriteModel,
  factorModel,
  identityModel,
  jobModel,
  keyModel,
  noticeModel,
  ruleModel,
  sessionModel,
  userModel,
  viewModel,
  webhookModel,
} from '../model/builtIn/names.ts'
import type { DesiredTable } from './DesiredTable.ts'
import type { RecordState, TableState } from './RecordState.ts'
import type { AppliedMigration } from './serviceMigrations.ts'
import { toDesiredTables } from './toDesiredTables.ts'

/** The service migrations after which the tables of the service's models are as declared; else it is `access`. */
const migrations: ReadonlyMap<string, readonly string[]> = new Map([
  [viewModel, ['view-charts', 'view-layouts', 'pivot-views']],
  [jobModel, ['job-senders', 'mails']],
  [webhookModel, ['webhooks']],
  [noticeModel, ['notices']],
  [favoriteModel, ['favorites', 'favorite-views']],
  [dashboardModel, ['dashboards']],
  [ruleModel, ['actions', 'rule-fields', 'export-right']],
  [userModel, ['hashed-passwords', 'application', 'accounts', 'provisioning']],
  [keyModel, ['access', 'provisioning', 'key-limits']],
  [sessionModel, ['access', 'accounts', 'access-tokens', 'id-tokens']],
  [identityModel, ['accounts']],
  [factorModel, ['factors']],
])

function migrationsOf(modelName: string): readonly string[] {
  return migrations.get(modelName) ?? ['access']
}

/** The state of the database after the service migrations: the tables that they create or change are as declared. */
export function withBuiltInTables(
  { exists, sequences, tables }: RecordState,
  registered: readonly string[],
  applied: readonly AppliedMigration[],
): { records: RecordState; registered: string[] } {
  const names = new Set(applied.map(({ name }) => name))
  const isMade = (modelName: string) => migrationsOf(modelName).every((name) => names.has(name))
  const missing = builtInModels().filter(({ name }) => !isMade(name))
  const desired = toDesiredTables(withBuiltIn([])).filter(({ model }) =>
    missing.some(({ name }) => name === model.name),
  )
  const find = (name: string) => desired.find((table) => table.name === name)
  const added = desired.filter(({ name }) => tables.every((table) => table.name !== name))
  return {
    records: {
      exists: exists || missing.length > 0,
      sequences: [...new Set([...sequences, ...desired.flatMap(({ sequence }) => sequence ?? [])])],
      tables: [...tables.map((table) => withColumns(table, find(table.name))), ...added.map(toState)],
    },
    registered: [...new Set([...registered, ...missing.map(({ name }) => name)])],
  }
}

function toState({ name, primaryKey, columns, checks, references, indexes }: DesiredTable): TableState {
  return { name, found: name, primaryKey, columns: columns.map(toFound), checks, references, indexes }
}

/** Whether two names of a field's check differ in the hash of their definitions alone. */
function isRedefined(before: string, after: string): boolean {
  const [, start] = /^(.+_check_)[0-9a-f]{8}$/.exec(before) ?? []
  return start !== undefined && before !== after && after.startsWith(start) && after.length === before.length
}

/**
 * A table that exists gets the columns that it lacks, with their checks, and indexes. A check of another definition is
 * replaced. Other differences remain.
 */
function withColumns(table: TableState, desired: DesiredTable | undefined): TableState {
  if (!desired) return table
  const missing = desired.columns.filter(({ name }) => table.columns.every((known) => known.name !== name))
  const isNew = ({ column }: { readonly column: string }) => missing.some(({ name }) => name === column)
  const hasIndex = (name: string) => table.indexes.some((index) => index.name === name)
  return {
    ...table,
    columns: [...table.columns, ...missing.map(toFound)],
    checks: [
      ...table.checks.map((check) => desired.checks.find((one) => isRedefined(check.name, one.name)) ?? check),
      ...desired.checks.filter(isNew),
    ],
    references: [...table.references, ...desired.references.filter(isNew)],
    indexes: [...table.indexes, ...desired.indexes.filter(({ name }) => !hasIndex(name))],
  }
}

function toFound<Column extends { readonly name: string }>(column: Column): Column & { readonly found: string } {
  return { ...column, found: column.name }
}
