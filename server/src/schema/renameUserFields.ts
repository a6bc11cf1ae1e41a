import { laterUserFields, userModel } from '../model/builtIn/names.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, tableOf } from '../model/names.ts'
import { renameColumn } from './compare/renameColumns.ts'
import type { Progress } from './compare/renameTables.ts'
import type { RecordState, TableState } from './RecordState.ts'
import type { ServiceState } from './serviceMigrations.ts'
import { toBlockedStep, type Step } from './Step.ts'

/**
 * Renames the fields that an application added to users under names that the service takes now. It must be done before
 * the service migrations that add its own columns.
 */
export function renameUserFields(
  records: RecordState,
  { applied }: ServiceState,
  models: Models,
): Progress<RecordState> {
  const done = new Set(applied.map(({ name }) => name))
  const names = [...laterUserFields].flatMap(([name, taking]) => (done.has(taking) ? [] : [name]))
  const steps: Step[] = []
  const tables = records.tables.map((table) =>
    table.name === tableOf(userModel) ? renameIn(table, names, models, steps) : table,
  )
  return { steps, state: { ...records, tables } }
}

function renameIn(table: TableState, names: readonly string[], models: Models, steps: Step[]): TableState {
  const model = models.get(userModel)
  return names.reduce((state, was) => {
    if (state.columns.every(({ name }) => name !== columnOf(was))) return state
    const field = model.fields.find((one) => one.was === was)
    const renamed = field && renameColumn(state, { model }, field, was)
    steps.push(...(renamed?.steps ?? [toTaken(was)]))
    return renamed?.state ?? state
  }, table)
}

function toTaken(was: string): Step {
  return toBlockedStep(
    `Rename the column ${columnOf(was)} of ${tableOf(userModel)}`,
    `Every user has the field ${was} now. Declare the field that extendUser added under another name, ` +
      `with was: '${was}'; if you do not need its values, drop the column.`,
  )
}
