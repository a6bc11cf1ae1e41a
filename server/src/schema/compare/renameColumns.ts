import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { isNumbered } from '../../model/seriesOf.ts'
import { literal, name, type Sql, sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { TableState } from '../RecordState.ts'
import { toBlockedStep, toStep, type Step } from '../Step.ts'
import { alterTable, noteStatements } from './ddl.ts'
import { spelledAs, renameObjects, toNewNames, withNewColumn, withNewNames } from './renames.ts'
import type { Progress } from './renameTables.ts'

/** Renames the columns of renamed fields. If the column that `was` names does not exist, the rename is done already. */
export function renameColumns(start: TableState, desired: DesiredTable): Progress<TableState> {
  const steps: Step[] = []
  let state = start
  for (const field of desired.relation ? [] : desired.model.fields) {
    if (field.was === undefined || !has(state, field.was) || isField(desired, field.was)) continue
    if (has(state, field.name)) {
      steps.push(toConflict(desired, field, field.was))
      continue
    }
    const progress = renameColumn(state, desired, field, field.was)
    steps.push(...progress.steps)
    state = progress.state
  }
  return { steps, state }
}

/** Whether the old name is that of another field now: the service took it, and `renameUserFields` has renamed this. */
function isField({ model }: DesiredTable, name: string): boolean {
  return model.fields.some((field) => field.name === name)
}

function has({ columns }: TableState, fieldName: string): boolean {
  return columns.some(({ name: column }) => column === columnOf(fieldName))
}

function toConflict({ model, name: table }: DesiredTable, field: Field, was: string): Step {
  const [oldColumn, column] = [columnOf(was), columnOf(field.name)]
  return toBlockedStep(
    `Rename ${model.name}.${was} to ${field.name}`,
    `The table ${table} has both columns, ${oldColumn} and ${column}. Move the values that you need into one of them ` +
      `and drop the other by hand, or remove "was" from ${field.name}, so that ${oldColumn} is dropped.`,
  )
}

/** PostgreSQL renames the column in generated columns itself. The templates in the column comments must follow. */
export function renameColumn(
  before: TableState,
  { model }: Pick<DesiredTable, 'model'>,
  field: Field,
  was: string,
): Progress<TableState> {
  const after = withNewColumn(before, was, field)
  const names = toNewNames(spelledAs(before, model), spelledAs(after, model))
  const statements = [
    alterTable(before.name, [sql`rename column ${name(columnOf(was))} to ${name(columnOf(field.name))}`]),
    ...renameObjects(before, names),
    ...after.columns.flatMap((column, index) => noteStatements(before.name, column, before.columns[index])),
    ...recordRename(model, was, field.name),
    ...(isNumbered(field) ? renameSeries(model, was, field.name) : []),
  ]
  return {
    steps: [toStep(`Rename ${model.name}.${was} to ${field.name}`, statements, { required: true })],
    state: withNewNames(after, names),
  }
}

/** The journal never changes, so its readers need the old names, also after `was` is removed from the declaration. */
function recordRename(model: Model, was: string, now: string): Sql[] {
  const fromModel = registered(model)
  return [
    sql`update tabularium.renamed_fields
set name = ${literal(now)}
where model = (select number ${fromModel}) and name = ${literal(was)}`,
    sql`insert into tabularium.renamed_fields (model, was, name, renamed_on)
select number, ${literal(was)}, ${literal(now)}, clock_timestamp()
${fromModel}`,
  ]
}

/** The model in the registry, which may still have its old name. */
function registered({ name: model, was: oldModel = model }: Model): Sql {
  return sql`from tabularium.models
where name in (${literal(model)}, ${literal(oldModel)})
order by name = ${literal(model)} desc
limit 1`
}

/** A renamed series counts on. A counter under the new name is left over from a field that was dropped. */
function renameSeries(model: Model, was: string, now: string): Sql[] {
  const own = sql`model = (select number ${registered(model)})`
  return [
    sql`delete from tabularium.series where ${own} and field = ${literal(now)}`,
    sql`update tabularium.series set field = ${literal(now)} where ${own} and field = ${literal(was)}`,
  ]
}
