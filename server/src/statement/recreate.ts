import type { JsonMembers } from '../text/json.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import { columnOf, tableName } from '../model/names.ts'
import type { WriteContext } from '../plan/Plan.ts'
import { join, name, type NamedSql, sql } from '../sql/sql.ts'
import { fieldColumns, type InputColumn, filledColumns, inputTable } from './record/input.ts'
import {
  answeredRows,
  countDeltas,
  journalRows,
  storedResponses,
  linkColumns,
  linkPairs,
  modelNumber,
  contextColumns,
} from './journal/journal.ts'
import { carriedColumns, contextIn, contextPart } from './journal/journalContext.ts'
import { archivedDeltas } from './journal/archivedCounts.ts'
import { authorized } from './authorization/authCheck.ts'
import { lockedKeys } from './constraint/lockedKeys.ts'
import { column } from './record/columns.ts'
import { recordColumns, wholeRecordJson } from './record/recordJson.ts'
import { versionOfRecreated } from './record/nextVersion.ts'
import { isAccepted, writtenRows } from './refusal/refusals.ts'
import { toRecordFailure } from './refusal/toRecordFailure.ts'
import { fieldsPart, firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'
import { visibilityKey } from './condition/ReadScope.ts'
import { toWrittenById, type Updated } from './record/Written.ts'
import { createdChanges } from './journal/journalChanges.ts'

/** A deleted record that is restored under its id. */
export interface Recreation {
  readonly model: Model
  readonly id: number
  /** The version of its deletion, which must still be its last journal entry. */
  readonly version: number
  readonly context: WriteContext
  readonly createdOn: string | null
  readonly createdBy: number | null
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  /** Changes of links, for the journal, as JSON members without braces. */
  readonly linkChanges?: JsonMembers
}

/** Restores deleted records and continues their versions. A record is stale if its version is not the last. */
export const recreateStatement: StatementMaker<Recreation, Updated> = {
  name: 'record.recreate',
  effect: 'write',
  shapeOf: ({ model, fields, context, linkChanges }) => [
    model.name,
    fieldsPart(fields),
    ...contextPart(context),
    linkChanges !== undefined,
    visibilityKey(context.authorization),
  ],
  authorizationOf: ({ context }) => context.authorization,
  clashOf: ({ id }) => id,
  toSql: (items, models, authCheck) => {
    const { model, fields, context } = firstOf(items)
    const scope = { visibility: context.authorization.rights.visibility, models, viewer: sql`input._by` }
    const shownTo = { ...scope, viewer: sql`inserted.updated_by` }
    const columns = toColumns(items)
    const rows = { operation: 'recreate', model, fields } as const
    const locked = lockedKeys(rows, sql`input`, scope)
    const own = [
      'id',
      'version',
      'created_on',
      'created_by',
      'updated_on',
      'updated_by',
      ...fields.map((field) => columnOf(field.name)),
    ]
    const bookkeeping = [
      sql`input.id, ${versionOfRecreated(sql`input.version`)}`,
      sql`coalesce(input.created_on, now()), input.created_by`,
      sql`now(), input._by`,
    ]
    const given = fields.map((field) => column('input', columnOf(field.name)))
    const carried = [...carriedColumns(context), ...linkColumns(items).map((part) => part.name)].map((part) =>
      column('input', part),
    )
    const parts = [
      authCheck,
      sql`input as (select ${filledColumns(columns, fields, models)} from ${inputTable(columns)} where ${authorized})`,
      ...locked.tables,
      sql`inserted as (
  insert into ${tableName(model)} (${join(own.map((part) => name(part)))})
  select ${join([...bookkeeping, ...given])}
  from input${locked.join}
  where input.version = (
    select max(journal.version) from tabularium.journal
    where journal.model = ${modelNumber(model)} and journal.record = input.id
  )
    and ${isAccepted(rows, scope)}
  on conflict (id) do nothing
  returning ${join(recordColumns(model).map((part) => name(part)))}
)`,
      sql`restored as (
  select ${join([...recordColumns(model).map((part) => column('inserted', part)), ...carried])}
  from inserted join input on input.id = inserted.id
)`,
      journalRows(
        model,
        'restored',
        'restore',
        createdChanges(model, 'restored', linkPairs(items, 'restored')),
        contextIn('restored', context),
      ),
      countDeltas(model, 'inserted', 1),
      ...archivedDeltas(model, 'inserted', 1),
      answeredRows(
        'inserted',
        wholeRecordJson(model, shownTo, 'inserted'),
        context.idempotency ? storedResponses() : undefined,
      ),
    ]
    return sql`with ${join(parts, ', ')}
${writtenRows(rows, scope, columns)}`
  },
  toResults: (items, rows) => {
    const written = toWrittenById(rows)
    return items.map(({ id }) => written.get(id) ?? { is: 'stale' })
  },
  toFailure: (rejected, { model, context }, models) => toRecordFailure(rejected, model, context.authorization, models),
}

/** Of some records: the id, how many journal entries follow a version, and the version of the last. */
export function laterEntriesStatement(
  model: Model,
  targets: readonly { readonly id: number; readonly version: number }[],
): NamedSql {
  const [ids, versions] = [targets.map(({ id }) => id), targets.map(({ version }) => version)]
  return sql`select input.id, count(*), max(journal.version)
from unnest(${ids}::bigint[], ${versions}::bigint[]) as input(id, version)
join tabularium.journal on journal.model = ${modelNumber(model)}
  and journal.record = input.id
  and journal.version > input.version
group by input.id`.named('journal.later')
}

function toColumns(items: readonly Recreation[]): InputColumn[] {
  return [
    { name: 'id', type: 'bigint', values: items.map(({ id }) => id) },
    { name: 'version', type: 'bigint', values: items.map(({ version }) => version) },
    ...contextColumns(items.map(({ context }) => context)),
    ...linkColumns(items),
    { name: 'created_on', type: 'timestamp(3) with time zone', values: items.map(({ createdOn }) => createdOn) },
    { name: 'created_by', type: 'bigint', values: items.map(({ createdBy }) => createdBy) },
    ...fieldColumns(
      items[0]?.fields ?? [],
      items.map(({ values }) => values),
    ),
  ]
}
