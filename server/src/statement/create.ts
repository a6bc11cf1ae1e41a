import { columnOf, sequenceOf, tableName } from '../model/names.ts'
import type { Model } from '../model/Model.ts'
import { recordSchema } from '../model/names.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import { join, literal, name, type Sql, sql } from '../sql/sql.ts'
import { fieldColumns, inputTable } from './input.ts'
import { modelOf } from './read.ts'
import { column, recordColumns, wholeRecordJson } from './recordJson.ts'
import { missingReferences, referencesExist } from './references.ts'
import { toRecordFailure } from './refusal.ts'
import type { StatementMaker, Stored } from './Statement.ts'

/** A planned record and the id that was drawn for it. */
export interface NumberedCreate {
  readonly plan: CreatePlan
  readonly id: number
}

/** The new record, or the reference fields whose records do not exist. */
export type Created = Stored | { readonly missing: readonly string[] }

/** Many new records of one model. Their ids come with them, and the answers are matched by id, never by order. */
export const createStatement: StatementMaker<NumberedCreate, Created> = {
  effect: 'write',
  keyOf: ({ plan }) => `create ${plan.model.name}`,
  toSql: (items, models) => {
    const model = modelOf(items.map(({ plan }) => plan))
    const fields = items[0]?.plan.fields ?? []
    const columns = fields.map((field) => name(columnOf(field.name)))
    const given = fields.map((field) => column('input', columnOf(field.name)))
    return sql`with input as (
  select ${join([name('id'), name('_by'), ...columns])} from ${toInput(items)}
), inserted as (
  insert into ${tableName(model)} (${join([...bookkeeping, ...columns])})
  select ${join([sql`input.id, 0, now(), input._by, now(), input._by`, ...given])}
  from input where ${referencesExist(fields, models)}
  returning ${join(recordColumns(model).map((own) => name(own)))}
)
select input.id, inserted.version, case when inserted.id is not null then ${wholeRecordJson(model, models, 'inserted')} end, case when inserted.id is null then ${missingReferences(fields, models)} end
from input left join inserted on inserted.id = input.id`
  },
  toResults: (items, rows) => {
    const byId = new Map(rows.map(([id, version, json, missing]) => [Number(id), toCreated(version, json, missing)]))
    return items.map(({ id }) => byId.get(id) ?? { missing: [] })
  },
  toFailure: (refused, { plan }) => toRecordFailure(refused, plan.model),
}

/** Draws ids for new records. An id is never given out twice, whether its record comes to be or not. */
export function drawIdsStatement(model: Model, count: number): Sql {
  const sequence = literal(name(recordSchema, sequenceOf(model.name)).toText())
  return sql`select nextval(${sequence}::regclass) from generate_series(1, ${count}::bigint)`
}

const bookkeeping = ['id', 'version', 'created_on', 'created_by', 'updated_on', 'updated_by'].map((own) => name(own))

function toInput(items: readonly NumberedCreate[]): Sql {
  return inputTable([
    { name: 'id', type: 'bigint', values: items.map(({ id }) => id) },
    { name: '_by', type: 'bigint', values: items.map(({ plan }) => plan.author) },
    ...fieldColumns(
      items[0]?.plan.fields ?? [],
      items.map(({ plan }) => plan.values),
    ),
  ])
}

/** Reads one row of a write: the record, or which of its references were missing. */
export function toCreated(
  version: string | null | undefined,
  json: string | null | undefined,
  missing: string | null | undefined,
): Created {
  if (version !== null && version !== undefined) return { version: Number(version), json: json ?? '' }
  return { missing: missing?.split(',') ?? [] }
}
