import type { Model } from '../model/Model.ts'
import { columnOf, recordSchema, sequenceOf, tableName } from '../model/names.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import { join, literal, name, type Sql, sql } from '../sql/sql.ts'
import { fieldColumns, inputColumns, inputTable, type InputColumn } from './input.ts'
import {
  answeredRows,
  countDeltas,
  createdChanges,
  findSharedNote,
  journalRows,
  keptAnswers,
  linkColumns,
  linkPairs,
  noteColumns,
  noteIn,
} from './journal.ts'
import { modelOf } from './read.ts'
import { column, recordColumns, wholeRecordJson } from './recordJson.ts'
import { referencesExist, writtenRows } from './references.ts'
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
  keyOf: ({ plan }) =>
    `create ${plan.model.name}${plan.note.once ? ' once' : ''}${plan.linkChanges === undefined ? '' : ' links'}`,
  toSql: (items, models) => {
    const plans = items.map(({ plan }) => plan)
    const model = modelOf(plans)
    const fields = plans[0]?.fields ?? []
    const shared = plans[0]?.linkChanges === undefined ? findSharedNote(plans.map(({ note }) => note)) : undefined
    const columns = toColumns(items, shared !== undefined)
    const given = fields.map((field) => column('accepted', columnOf(field.name)))
    const { by } = shared ?? noteIn('accepted')
    // From what was inserted where the note is not needed from the input, which then need not be stored in between.
    const journaled = shared ? 'inserted' : 'accepted'
    const parts = [
      sql`input as (select ${inputColumns(columns)} from ${inputTable(columns)})`,
      sql`accepted as (select ${inputColumns(columns)}, 0 as version from input where ${referencesExist(fields, models)})`,
      sql`inserted as (
  insert into ${tableName(model)} (${join([...bookkeeping, ...fields.map((field) => columnOf(field.name))].map((own) => name(own)))})
  select ${join([sql`accepted.id, accepted.version, now(), ${by}, now(), ${by}`, ...given])} from accepted
  returning ${join(recordColumns(model).map((own) => name(own)))}
)`,
      journalRows(
        model,
        journaled,
        'create',
        createdChanges(model, journaled, linkPairs(plans, journaled)),
        shared ?? noteIn(journaled),
      ),
      countDeltas(model, 'inserted', 1),
      answeredRows(
        'inserted',
        wholeRecordJson(model, models, 'inserted', shared?.by),
        plans[0]?.note.once ? keptAnswers() : undefined,
      ),
    ]
    return sql`with ${join(parts, ', ')}
${writtenRows(fields, models, columns)}`
  },
  toResults: (items, rows) => {
    const byId = new Map(rows.map(([id, version, json, missing]) => [Number(id), toWritten(version, json, missing)]))
    return items.map(({ id }) => byId.get(id) ?? { missing: [] })
  },
  toFailure: (refused, { plan }) => toRecordFailure(refused, plan.model),
}

/** Draws ids for new records. An id is never given out twice, whether its record comes to be or not. */
export function drawIdsStatement(model: Model, count: number): Sql {
  const sequence = literal(name(recordSchema, sequenceOf(model.name)).toText())
  return sql`select nextval(${sequence}::regclass) from generate_series(1, ${count}::bigint)`
}

const bookkeeping = ['id', 'version', 'created_on', 'created_by', 'updated_on', 'updated_by']

function toColumns(items: readonly NumberedCreate[], noteIsShared: boolean): InputColumn[] {
  const plans = items.map(({ plan }) => plan)
  return [
    { name: 'id', type: 'bigint', values: items.map(({ id }) => id) },
    ...(noteIsShared ? [] : noteColumns(plans.map(({ note }) => note))),
    ...linkColumns(plans),
    ...fieldColumns(
      plans[0]?.fields ?? [],
      plans.map(({ values }) => values),
    ),
  ]
}

/** Reads one row of a write: the record, or which of its references were missing. */
export function toWritten(
  version: string | null | undefined,
  json: string | null | undefined,
  missing: string | null | undefined,
): Created {
  if (version !== null && version !== undefined) return { version: Number(version), json: json ?? '' }
  return { missing: missing?.split(',') ?? [] }
}
