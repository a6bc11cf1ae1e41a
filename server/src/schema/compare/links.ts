import { tableOf } from '../../model/names.ts'
import { linksNames, linksTableOf } from '../../model/objectNames.ts'
import { name, sql } from '../../sql/sql.ts'
import type { DesiredTable } from '../DesiredTable.ts'
import type { RecordState, TableState } from '../RecordState.ts'
import { toBlockedStep, toStep, type Step } from '../Step.ts'
import { alterTable } from './ddl.ts'
import { type NewNames, renameObjects, withNewNames, withNewTable } from './renames.ts'
import type { Progress } from './renameTables.ts'

/** Whether a table stores links, which have no ids. */
export function isLinksTable({ columns }: TableState): boolean {
  const names = columns.map((column) => column.name)
  return names.includes('source') && names.includes('target') && !names.includes('id')
}

/** Whether the links are between other models than declared: then their ids are not valid. */
export function leadElsewhere(before: TableState, after: DesiredTable): boolean {
  if (!after.relation) return false
  return after.references.some(({ column, target }) => {
    const found = targetOf(before, column)
    return found !== undefined && found !== target
  })
}

/**
 * Renames the links tables of renamed relations and renamed models, after the models' own tables. The old name is not
 * enough, since another model may use it now: the links must also refer to this model's table.
 */
export function renameLinks(start: RecordState, desired: readonly DesiredTable[]): Progress<RecordState> {
  const steps: Step[] = []
  let state = start
  for (const after of desired) {
    const old = findFormer(state, after)
    if (!old) continue
    if (!state.tables.some((table) => table.name === after.name)) {
      const progress = renameTable(state, after, old)
      steps.push(...progress.steps)
      state = progress.state
    } else if (!desired.some((table) => table.name === linksTableOf(...old))) steps.push(toConflict(after, old))
  }
  return { steps, state }
}

/** The names of a model and of its relation. */
type Names = readonly [modelName: string, relationName: string]

function findFormer({ tables }: RecordState, { model, relation, name: now }: DesiredTable): Names | undefined {
  if (!relation) return undefined
  const owner = tableOf(model.name)
  return [model.name, model.was ?? model.name]
    .flatMap((modelName) => [relation.name, relation.was ?? relation.name].map((one): Names => [modelName, one]))
    .find((names) => {
      const old = linksTableOf(...names)
      return old !== now && tables.some((table) => table.name === old && targetOf(table, 'source') === owner)
    })
}

function targetOf({ references }: TableState, column: string): string | undefined {
  return references.find((reference) => reference.column === column)?.target
}

function renameTable(
  state: RecordState,
  { model, relation, name: now }: DesiredTable,
  old: Names,
): Progress<RecordState> {
  const was = linksTableOf(...old)
  const names = toNewNames(old, [model.name, relation?.name ?? ''])
  const moved = withNewTable(state.tables, was, now)
  const table = moved.find((candidate) => candidate.name === now)
  const statements = [alterTable(was, [sql`rename to ${name(now)}`]), ...(table ? renameObjects(table, names) : [])]
  return {
    steps: [toStep(`Rename the table ${was} to ${now}`, statements, { required: true })],
    state: { ...state, tables: moved.map((other) => (other === table ? withNewNames(other, names) : other)) },
  }
}

function toNewNames(old: Names, now: Names): NewNames {
  return new Map(Object.values(linksNames).map((nameOf) => [nameOf(...old), nameOf(...now)]))
}

function toConflict({ label, name: now }: DesiredTable, old: Names): Step {
  const was = linksTableOf(...old)
  return toBlockedStep(
    `Rename the table ${was} to ${now}`,
    `Both tables exist. Move the links that you need into one of them and drop the other by hand, ` +
      `or remove "was" from ${label}, so that ${was} is dropped.`,
  )
}
