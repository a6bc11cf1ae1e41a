import { withBuiltIn } from '../model/builtIn/builtInModels.ts'
import type { DesiredTable } from './DesiredTable.ts'
import type { RecordState, TableState } from './RecordState.ts'
import { toDesiredTables } from './toDesiredTables.ts'

/** The service migration that creates the tables of the service's own models. */
export const accessMigration = 'access'

/** The state of the database after that migration: the tables of the service's own models are as declared. */
export function withBuiltInTables(
  { sequences, tables }: RecordState,
  registered: readonly string[],
): { records: RecordState; registered: string[] } {
  const models = withBuiltIn([])
  const desired = toDesiredTables(models)
  return {
    records: {
      exists: true,
      sequences: [...sequences, ...desired.flatMap(({ sequence }) => sequence ?? [])],
      tables: [...tables, ...desired.map(toState)],
    },
    registered: [...registered, ...models.all.map(({ name }) => name)],
  }
}

function toState({ name, primaryKey, columns, checks, references, indexes }: DesiredTable): TableState {
  const found = columns.map((column) => ({ ...column, found: column.name }))
  return { name, found: name, primaryKey, columns: found, checks, references, indexes }
}
