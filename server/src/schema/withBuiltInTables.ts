import { builtInModels, withBuiltIn } from '../model/builtIn/builtInModels.ts'
import { jobModel, viewModel, webhookModel } from '../model/builtIn/names.ts'
import type { DesiredTable } from './DesiredTable.ts'
import type { RecordState, TableState } from './RecordState.ts'
import type { AppliedMigration } from './serviceMigrations.ts'
import { toDesiredTables } from './toDesiredTables.ts'

/** The service migrations after which the tables of the service's models are as declared; else it is `access`. */
const migrations: ReadonlyMap<string, string> = new Map([
  [viewModel, 'view-charts'],
  [jobModel, 'jobs'],
  [webhookModel, 'webhooks'],
])

function migrationOf(modelName: string): string {
  return migrations.get(modelName) ?? 'access'
}

/** The state of the database after the service migrations: the tables that they create or change are as declared. */
export function withBuiltInTables(
  { exists, sequences, tables }: RecordState,
  registered: readonly string[],
  applied: readonly AppliedMigration[],
): { records: RecordState; registered: string[] } {
  const isMade = (modelName: string) => applied.some(({ name }) => name === migrationOf(modelName))
  const missing = builtInModels().filter(({ name }) => !isMade(name))
  const desired = toDesiredTables(withBuiltIn([])).filter(({ model }) =>
    missing.some(({ name }) => name === model.name),
  )
  const others = tables.filter(({ name }) => desired.every((table) => table.name !== name))
  return {
    records: {
      exists: exists || missing.length > 0,
      sequences: [...new Set([...sequences, ...desired.flatMap(({ sequence }) => sequence ?? [])])],
      tables: [...others, ...desired.map(toState)],
    },
    registered: [...new Set([...registered, ...missing.map(({ name }) => name)])],
  }
}

function toState({ name, primaryKey, columns, checks, references, indexes }: DesiredTable): TableState {
  const found = columns.map((column) => ({ ...column, found: column.name }))
  return { name, found: name, primaryKey, columns: found, checks, references, indexes }
}
