import type { Model } from '../../model/Model.ts'
import { tableOf } from '../../model/names.ts'
import { sequenceOf } from '../../model/objectNames.ts'
import { name, type Sql, sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { RecordState, TableState } from '../RecordState.ts'
import { toBlockedStep, toStep, type Step } from '../Step.ts'
import { alterTable, inRecords } from './ddl.ts'
import { type NewNames, renameObjects, spelledAs, toNewNames, withNewNames, withNewTable } from './renames.ts'

/** Steps, and the state after them. */
export interface Progress<State> {
  readonly steps: Step[]
  readonly state: State
}

/** Renames the tables of renamed models. If the table that `was` names does not exist, the rename is done already. */
export function renameTables(start: RecordState, desired: readonly DesiredTable[]): Progress<RecordState> {
  const steps: Step[] = []
  let state = start
  for (const { model, relation } of desired) {
    if (relation || model.was === undefined || !has(state, model.was)) continue
    if (!has(state, model.name)) {
      const progress = renameTable(state, model, model.was)
      steps.push(...progress.steps)
      state = progress.state
    } else if (!desired.some(({ name: table }) => table === tableOf(model.was ?? '')))
      steps.push(toConflict(model, model.was))
  }
  return { steps, state }
}

function has({ tables }: RecordState, modelName: string): boolean {
  return tables.some(({ name: table }) => table === tableOf(modelName))
}

function toConflict({ name: now }: Model, was: string): Step {
  return toBlockedStep(
    `Rename ${was} to ${now}`,
    `Both have a table: ${tableOf(was)} and ${tableOf(now)}. Move the records that you need into one of them ` +
      `and drop the other by hand, or remove "was" from ${now}, so that ${tableOf(was)} is dropped.`,
  )
}

function renameTable(state: RecordState, model: Model, was: string): Progress<RecordState> {
  const [oldSequence, sequence] = [sequenceOf(was), sequenceOf(model.name)]
  const moved = withNewTable(state.tables, tableOf(was), tableOf(model.name))
  const table = moved.find(({ name: moving }) => moving === tableOf(model.name))
  const spelled = table ? spelledAs(table, model) : model
  const names = toNewNames({ ...spelled, name: was }, spelled)
  const statements = [
    alterTable(tableOf(was), [sql`rename to ${name(tableOf(model.name))}`]),
    ...(state.sequences.includes(oldSequence)
      ? [sql`alter sequence ${inRecords(oldSequence)} rename to ${name(sequence)}`]
      : []),
    ...(table ? [...renameObjects(table, names), ...dropUnnamed(table, names)] : []),
  ]
  return {
    steps: [toStep(`Rename the table of ${was} to that of ${model.name}`, statements, { required: true })],
    state: {
      ...state,
      sequences: state.sequences.map((old) => (old === oldSequence ? sequence : old)),
      tables: moved.map((other) => (other === table ? withNewNames(withoutUnnamed(other, names), names) : other)),
    },
  }
}

/**
 * Drops the checks whose new names do not follow from their fields: those of the model. Under their old names nobody
 * would recognise them as the service's own if the migration were interrupted. They are added again later.
 */
function dropUnnamed(table: TableState, names: NewNames): Sql[] {
  return table.checks
    .filter((check) => !names.has(check.name))
    .map((check) => alterTable(table.name, [sql`drop constraint ${name(check.name)}`]))
}

function withoutUnnamed(table: TableState, names: NewNames): TableState {
  return { ...table, checks: table.checks.filter((check) => names.has(check.name)) }
}
