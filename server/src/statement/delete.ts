import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models, Referrer } from '../model/Models.ts'
import { columnOf, objectNames, tableName } from '../model/names.ts'
import type { DeletePlan } from '../plan/Plan.ts'
import { join, literal, name, type Sql, sql } from '../sql/sql.ts'
import { type InputColumn, inputColumns, inputTable } from './input.ts'
import { countDeltas, deletedChanges, journalRows, keptAnswers, keptFields, noteColumns } from './journal.ts'
import { modelOf } from './read.ts'
import { column } from './recordJson.ts'
import { findKeyTaken } from './refusal.ts'
import type { StatementMaker } from './Statement.ts'

/** Whether the record is gone, and if not, which fields of which models refer to it (`model.field`). */
export interface Deleted {
  readonly done: boolean
  readonly referrers: readonly string[]
}

/** The end of many records of one model. One that others refer to stays, and its neighbours go. */
export const deleteStatement: StatementMaker<DeletePlan, Deleted> = {
  effect: 'write',
  keyOf: ({ model, note }) => `delete ${model.name}${note.once ? ' once' : ''}`,
  clashOf: ({ id }) => id,
  toSql: (items, models) => {
    const model = modelOf(items)
    const referrers = referrerConditions(model, models)
    const free = referrers.map(({ refers }) => sql` and not ${refers(sql`t.id`)}`)
    const names = referrers.map(({ path, refers }) => sql`case when ${refers(sql`input.id`)} then ${literal(path)} end`)
    const values = keptFields(model).map((field) => column('t', columnOf(field.name)))
    const columns = toColumns(items)
    const parts = [
      sql`input as (select ${inputColumns(columns)} from ${inputTable(columns)})`,
      sql`deleted as (
  delete from ${tableName(model)} as t using input
  where t.id = input.id and (input.version is null or t.version = input.version)${join(free, '')}
  returning ${join([sql`t.id, t.version + 1 as version`, ...values])}
)`,
      journalRows(model, 'deleted', 'delete', deletedChanges(model, 'deleted')),
      countDeltas(model, 'deleted', -1),
      ...(items[0]?.note.once
        ? [
            sql`answered as (select deleted.id, null::bigint as version, deleted.id::text as json from deleted)`,
            keptAnswers(),
          ]
        : []),
    ]
    return sql`with ${join(parts, ', ')}
select input.id, deleted.id, ${names.length === 0 ? sql`null` : sql`case when deleted.id is null then concat_ws(',', ${join(names)}) end`}
from input left join deleted on deleted.id = input.id`
  },
  toResults: (items, rows) => {
    const byId = new Map(
      rows.map(([id, done, referrers]) => [Number(id), { done: done !== null, referrers: toList(referrers) }]),
    )
    return items.map(({ id }) => byId.get(id) ?? { done: false, referrers: [] })
  },
  toFailure: (refused, { model }, models) => {
    if (refused.sqlState !== '23503') return findKeyTaken(refused)
    const referrer = models
      .referrersOf(model)
      .find((other) => objectNames.reference(other.model, other.field) === refused.constraint)
    return referrer && stillReferenced([pathOf(referrer)])
  },
}

/** A record that cannot go while others refer to it. */
export function stillReferenced(referrers: readonly string[]): Failure {
  const message = `Other records refer to this one, by ${referrers.join(', ')}: change or delete those first.`
  return new Failure('still-referenced', message, { data: { referrers } })
}

function referrerConditions(model: Model, models: Models): { path: string; refers: (id: Sql) => Sql }[] {
  return models.referrersOf(model).map((referrer) => ({
    path: pathOf(referrer),
    refers: (id) => {
      const itself = referrer.model.name === model.name ? sql` and other.id <> ${id}` : sql``
      const found = sql`select 1 from ${tableName(referrer.model)} as other where other.${name(columnOf(referrer.field.name))} = ${id}${itself} limit 1`
      // A look-up for each row. `exists` here would let PostgreSQL read the whole other table into a hash first.
      return sql`((${found}) is not null)`
    },
  }))
}

function pathOf({ model, field }: Referrer): string {
  return `${model.name}.${field.name}`
}

function toList(text: string | null | undefined): string[] {
  return text ? text.split(',') : []
}

/** In the order of the ids, so that two groups that meet take their locks in one order. */
function toColumns(items: readonly DeletePlan[]): InputColumn[] {
  const sorted = items.toSorted((a, b) => a.id - b.id)
  return [
    { name: 'id', type: 'bigint', values: sorted.map(({ id }) => id) },
    { name: 'version', type: 'bigint', values: sorted.map(({ version }) => version) },
    ...noteColumns(sorted.map(({ note }) => note)),
  ]
}
