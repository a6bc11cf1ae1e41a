import { columnOf, tableName } from '../model/names.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { join, name, type Sql, sql } from '../sql/sql.ts'
import { changesTable, type InputColumn, inputColumns, plannedColumns } from './record/input.ts'
import {
  answeredRows,
  journalRows,
  storedResponses,
  linkColumns,
  linkPairs,
  contextColumns,
} from './journal/journal.ts'
import { carriedColumns, contextIn, contextPart } from './journal/journalContext.ts'
import { defaultAnswerLimit } from './limit/answerSize.ts'
import { cachedSql } from './cachedSql.ts'
import { lockedKeys } from './constraint/lockedKeys.ts'
import { locksOf } from './constraint/locksOf.ts'
import { authorized } from './authorization/authCheck.ts'
import { archiverOfUpdate } from './record/archiver.ts'
import { column } from './record/columns.ts'
import { verificationOfUpdate } from './record/verification.ts'
import { recordColumns } from './record/recordJson.ts'
import { nextVersion } from './record/nextVersion.ts'
import { drawnByUpdate } from './record/numbersOfUpdate.ts'
import { sentNumberColumns } from './record/numbers.ts'
import { isAccepted, writtenRows } from './refusal/refusals.ts'
import { findNumberTaken, toRecordFailure } from './refusal/toRecordFailure.ts'
import { lookupsPart } from './record/lookups.ts'
import { fieldsPart, firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'
import { visibilityKey, type ReadScope } from './condition/ReadScope.ts'
import { toWrittenById, type Updated } from './record/Written.ts'
import { archivedDeltasOfUpdate } from './journal/archivedCounts.ts'
import { oldColumn, recordsLeftByUpdate, updatedChanges } from './journal/journalChanges.ts'
import { viewPart, writtenJson, writtenLength } from './record/writtenJson.ts'

/**
 * Updates many records, with changes of one shape (model and set of fields), each only if its version is current. The
 * old values come from the same record in the statement's snapshot (`_old`). Its version is the one that is updated, so
 * nobody else wrote in between.
 */
export const updateStatement: StatementMaker<UpdatePlan, Updated> = {
  name: 'record.update',
  effect: 'write',
  shapeOf: (plan) => [
    plan.journaledAs,
    plan.model.name,
    fieldsPart(plan.fields),
    lookupsPart(plan.lookups),
    plan.increments?.join() ?? '',
    fieldsPart(plan.numbers?.map(({ field }) => field) ?? []),
    ...contextPart(plan.context),
    plan.linkChanges !== undefined,
    plan.counted ?? false,
    plan.undoesLast ?? false,
    ...viewPart(plan),
    visibilityKey(plan.context.authorization),
  ],
  authorizationOf: ({ context }) => context.authorization,
  clashOf: ({ id }) => id,
  locksOf,
  toSql: (items, models, authCheck) => {
    const first = firstOf(items)
    const { context } = first
    const scope = { visibility: context.authorization.rights.visibility, models, viewer: sql`input._by` }
    const columns = updateColumns(items, { ...scope, viewer: sql`given._by` })
    const table = changesTable(columns, first)
    const input = sql`input as (select ${inputColumns(columns)} from ${table} where ${authorized})`
    const isLarge = items.length > 1 && items.length * writtenLength(first, scope) > defaultAnswerLimit
    const isCounted = first.counted === true && isLarge
    const parts = cachedSql(scope, ['updating', isCounted, ...updateStatement.shapeOf(first)], () =>
      join(updateParts(first, scope, isCounted)),
    )
    return sql`with ${authCheck}, ${input}, ${parts}
${writtenRows(first, scope, columns, isCounted)}`
  },
  toResults: (items, rows) => {
    const written = toWrittenById(rows)
    return items.map(({ id }) => written.get(id) ?? { is: 'stale' })
  },
  toFailure: (rejected, { model, context }, models) =>
    findNumberTaken(rejected, model) ?? toRecordFailure(rejected, model, context.authorization, models),
}

/** The tables that write the input rows. They depend only on the shape of a plan. */
function updateParts(plan: UpdatePlan, scope: ReadScope, isCounted: boolean): Sql[] {
  const { model, context, journaledAs } = plan
  const drawn = drawnByUpdate(plan, scope)
  const archiver = archiverOfUpdate(model, plan.fields)
  const verification = verificationOfUpdate(model, plan.fields)
  const fields = [...plan.fields, ...drawn.fields, ...archiver.fields, ...verification.fields]
  const shownTo = { ...scope, viewer: sql`updated.updated_by` }
  const version = nextVersion(sql`t.version`, sql`t.updated_on`)
  const given = plan.fields.map(
    (field) => sql`${name(columnOf(field.name))} = ${column('input', columnOf(field.name))}`,
  )
  const changes = [...given, ...drawn.changes, ...archiver.changes, ...verification.changes]
  const before = fields.map((field) => sql`${column('_old', columnOf(field.name))} as ${name(oldColumn(field))}`)
  const names = [...carriedColumns(context), ...linkColumns([plan]).map((own) => own.name)]
  const carried = names.map((own) => column('input', own))
  const changed = updatedChanges(fields, 'updated', linkPairs([plan], 'updated'))
  const left = recordsLeftByUpdate(model, fields, 'updated', scope.models)
  const source = sql`input join ${tableName(model)} as _old on _old.id = input.id and _old.version = input.version`
  const locked = lockedKeys(plan, source, scope)
  return [
    ...drawn.parts,
    ...locked.tables,
    sql`updated as (
  update ${tableName(model)} as t
  set ${join([sql`version = ${version}, updated_on = now(), updated_by = input._by`, ...changes])}
  from ${source}${drawn.join}${locked.join}
  where t.id = input.id and t.version = input.version and ${isAccepted(plan, scope)}
  returning ${join([...recordColumns(model).map((own) => column('t', own)), ...before, ...carried])}
)`,
    journalRows(model, 'updated', journaledAs, changed, contextIn('updated', context), left),
    ...archivedDeltasOfUpdate(model, 'updated', fields),
    answeredRows(
      'updated',
      writtenJson(plan, shownTo, 'updated'),
      context.idempotency ? storedResponses(sql`input._beside`) : undefined,
      isCounted,
    ),
  ]
}

/** Sorted by id, so that concurrent groups take their locks in the same order. */
export function updateColumns(items: readonly UpdatePlan[], scope: ReadScope): InputColumn[] {
  const sorted = items.toSorted((a, b) => a.id - b.id)
  return [
    { name: 'id', type: 'bigint', values: sorted.map(({ id }) => id) },
    { name: 'version', type: 'bigint', values: sorted.map(({ version }) => version) },
    ...contextColumns(sorted.map(({ context }) => context)),
    ...linkColumns(sorted),
    ...(items[0]?.context.idempotency
      ? [{ name: '_beside', type: 'text', values: sorted.map(({ extraMembers }) => extraMembers ?? null) }]
      : []),
    ...plannedColumns(sorted, scope),
    ...sentNumberColumns(sorted),
  ]
}
