import { columnOf, tableName } from '../model/names.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { join, name, type Sql, sql } from '../sql/sql.ts'
import { type Created, toCreated } from './create.ts'
import { fieldColumns, inputTable } from './input.ts'
import { modelOf } from './read.ts'
import { column, recordColumns, wholeRecordJson } from './recordJson.ts'
import { missingReferences, referencesExist } from './references.ts'
import { toRecordFailure } from './refusal.ts'
import type { StatementMaker } from './Statement.ts'

/** The changed record; or missing references; or neither (`missing` is empty): the version was not the current one. */
export type Updated = Created

/** Many changes of one shape (model and set of fields), each of another record, each only where its version is current. */
export const updateStatement: StatementMaker<UpdatePlan, Updated> = {
  effect: 'write',
  keyOf: ({ model, fields }) => `update ${model.name} ${fields.map((field) => field.name).join()}`,
  clashOf: ({ id }) => id,
  toSql: (items, models) => {
    const model = modelOf(items)
    const fields = items[0]?.fields ?? []
    const columns = fields.map((field) => name(columnOf(field.name)))
    const changes = fields.map((field) => sql`${name(columnOf(field.name))} = ${column('input', columnOf(field.name))}`)
    return sql`with input as (
  select ${join([name('id'), name('version'), name('_by'), ...columns])} from ${toInput(items)}
), updated as (
  update ${tableName(model)} as t
  set ${join([sql`version = t.version + 1, updated_on = now(), updated_by = input._by`, ...changes])}
  from input where t.id = input.id and t.version = input.version and ${referencesExist(fields, models)}
  returning ${join(recordColumns(model).map((own) => column('t', own)))}
)
select input.id, updated.version, case when updated.id is not null then ${wholeRecordJson(model, models, 'updated')} end, case when updated.id is null then ${missingReferences(fields, models)} end
from input left join updated on updated.id = input.id`
  },
  toResults: (items, rows) => {
    const byId = new Map(rows.map(([id, version, json, missing]) => [Number(id), toCreated(version, json, missing)]))
    return items.map(({ id }) => byId.get(id) ?? { missing: [] })
  },
  toFailure: (refused, { model }) => toRecordFailure(refused, model),
}

/** In the order of the ids, so that two groups that meet take their locks in one order. */
function toInput(items: readonly UpdatePlan[]): Sql {
  const sorted = items.toSorted((a, b) => a.id - b.id)
  return inputTable([
    { name: 'id', type: 'bigint', values: sorted.map(({ id }) => id) },
    { name: 'version', type: 'bigint', values: sorted.map(({ version }) => version) },
    { name: '_by', type: 'bigint', values: sorted.map(({ author }) => author) },
    ...fieldColumns(
      items[0]?.fields ?? [],
      sorted.map(({ values }) => values),
    ),
  ])
}
