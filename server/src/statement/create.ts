import { requireValue } from '../failure/invariant.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, tableName } from '../model/names.ts'
import { seriesOf } from '../model/seriesOf.ts'
import type { CreatePlan } from '../plan/Plan.ts'
import { join, literal, name, type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { withDefaults } from './record/defaultRows.ts'
import { filledColumns, inputColumns, inputRows, type InputColumn } from './record/input.ts'
import { createColumns, findShared, type NumberedCreate, writersScope } from './record/newRows.ts'
import { answeredRows, countDeltas, journalRows, storedResponses, linkPairs } from './journal/journal.ts'
import { contextIn, contextPart, sharedContextOf, sharedTable, type ContextSql } from './journal/journalContext.ts'
import { archivedDeltas } from './journal/archivedCounts.ts'
import { createdChangeSet, createdChangeSetId } from './service/changeSets.ts'
import { failIfExceeds, defaultAnswerLimit } from './limit/answerSize.ts'
import { cachedSql } from './cachedSql.ts'
import { lockedKeys } from './constraint/lockedKeys.ts'
import { locksOf } from './constraint/locksOf.ts'
import { column } from './record/columns.ts'
import { authorizedRows, authorized } from './authorization/authCheck.ts'
import { acceptedRows } from './record/numbers.ts'
import { recordColumns } from './record/recordJson.ts'
import { areAllAccepted, isAccepted, refusedAmong, writtenRows } from './refusal/refusals.ts'
import { separator } from './record/createdAll.ts'
import { findNumberTaken, toRecordFailure } from './refusal/toRecordFailure.ts'
import { lookupsPart } from './record/lookups.ts'
import { fieldsPart, type Shape, firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'
import { visibilityKey, type ReadScope } from './condition/ReadScope.ts'
import { type Created, toWrittenById } from './record/Written.ts'
import { createdChanges } from './journal/journalChanges.ts'
import { viewPart, writtenJson, writtenLength } from './record/writtenJson.ts'

/** Creates many records of one model. Results are matched with items by id, never by order. */
export const createStatement: StatementMaker<NumberedCreate, Created> = {
  name: 'record.create',
  effect: 'write',
  shapeOf: ({ plan }) => [...shapeOf(plan), visibilityKey(plan.context.authorization)],
  authorizationOf: ({ plan }) => plan.context.authorization,
  locksOf: ({ plan }) => locksOf(plan),
  toSql: (items, models, authCheck) => {
    const first = firstOf(items).plan
    const { model, fields, lookups, counted } = first
    const columns = createColumns(items, models)
    const scope = writersScope(items, models)
    const isLarge = items.length > 1 && items.length * writtenLength(first, scope) > defaultAnswerLimit
    const isCounted = counted === true && isLarge
    const rows = { operation: 'create', model, fields, lookups } as const
    const parts = createParts(items, columns, isAccepted(rows, scope), scope, isCounted)
    return sql`with ${join([authCheck, ...parts], ', ')}
${writtenRows(rows, scope, columns, isCounted)}`
  },
  toResults: (items, rows) => {
    const written = toWrittenById(rows)
    return items.map(({ id }) => requireValue(written.get(id), 'The outcome of a new record'))
  },
  toFailure: (rejected, { plan: { model, context } }, models) =>
    findNumberTaken(rejected, model) ?? toRecordFailure(rejected, model, context.authorization, models),
}

/**
 * Creates many records of one model, or none of them if any is refused. It fails if the answer would be larger than the
 * limit.
 */
export function createAllStatement(
  items: readonly NumberedCreate[],
  models: Models,
  authCheck: Sql,
  answerLimit = defaultAnswerLimit,
): NamedSql {
  const first = firstOf(items).plan
  const { model, fields, lookups } = first
  const columns = createColumns(items, models)
  const scope = writersScope(items, models)
  // A single record is always answered.
  const limit = items.length === 1 ? Number.MAX_SAFE_INTEGER : answerLimit
  const isCounted = items.length * writtenLength(first, scope) > answerLimit
  const rows = { operation: 'create', model, fields, lookups } as const
  const parts = createParts(items, columns, areAllAccepted(rows, scope, columns), scope, isCounted, true)
  const counted = isCounted ? sql` where ${failIfExceeds('answered', limit)}` : sql``
  const written = sql`select string_agg(answered.id::text, ','), string_agg(answered.json, ${literal(separator)}),
  ${createdChangeSetId}::text
from answered${counted}`
  const refused = refusedAmong(rows, scope, columns)
  return sql`with ${join([authCheck, ...parts], ', ')} ${authorizedRows(sql`${written}${refused}`, 3)}`.named(
    'record.createAll',
  )
}

const bookkeeping = ['id', 'version', 'created_on', 'created_by', 'updated_on', 'updated_by']

/** The tables of a statement that creates the input rows for which `accepts` holds. The last one is `answered`. */
function createParts(
  items: readonly NumberedCreate[],
  columns: readonly InputColumn[],
  accepts: Sql,
  scope: ReadScope,
  isCounted: boolean,
  isChangeSet = false,
): Sql[] {
  const plans = items.map(({ plan }) => plan)
  const first = firstOf(plans)
  const rows = { operation: 'create', model: first.model, fields: first.fields } as const
  const shared = findShared(plans)
  const shape = [...shapeOf(first), shared !== undefined, isChangeSet]
  const own = shared && sharedContextOf(shared)
  const context = own && isChangeSet ? { ...own, changeSet: createdChangeSetId } : own
  const names = cachedSql(scope, ['columns', ...shape], () => inputColumns(columns))
  const filled = cachedSql(scope, ['filled', ...shape], () => filledColumns(columns, first.fields, scope.models))
  const given = sql`select ${filled} from (${inputRows(columns)}) as given where ${authorized}`
  return [
    ...(shared ? [sharedTable(shared)] : []),
    sql`input as (${withDefaults(given, columns, scope.models.get(first.model.name), scope)})`,
    ...acceptedRows(rows, names, accepts, scope, (make) => cachedSql(scope, ['numbering', ...shape], make)),
    cachedSql(scope, ['inserting', isCounted, ...shape], () => join(insertParts(first, scope, context, isCounted))),
  ]
}

/** The tables that write the accepted rows. They depend only on the shape and on whether all plans share a context. */
function insertParts(plan: CreatePlan, scope: ReadScope, shared: ContextSql | undefined, isCounted: boolean): Sql[] {
  const { model, fields, lookups } = plan
  const locked = lockedKeys({ operation: 'create', model, fields, lookups }, sql`accepted as input`, scope)
  // With a shared context the journal needs nothing from the input, which then need not be materialized.
  const journaled = shared ? 'inserted' : 'accepted'
  const context = shared ?? contextIn('accepted', plan.context)
  const own = [...fields, ...seriesOf(model).map(({ field }) => field)].map((field) => columnOf(field.name))
  const given = [sql`accepted.id, accepted.version, now(), ${context.by}, now(), ${context.by}`]
  const shownTo = { ...scope, viewer: shared?.by ?? sql`inserted.updated_by` }
  return [
    ...locked.tables,
    sql`inserted as (
  insert into ${tableName(model)} (${join([...bookkeeping, ...own].map((part) => name(part)))})
  select ${join([...given, ...own.map((part) => column('accepted', part))])} from accepted${locked.join}
  returning ${join(recordColumns(model).map((part) => name(part)))}
)`,
    ...(context.changeSet ? [createdChangeSet(model)] : []),
    journalRows(model, journaled, 'create', createdChanges(model, journaled, linkPairs([plan], journaled)), context),
    countDeltas(model, 'inserted', 1),
    ...archivedDeltas(model, 'inserted', 1),
    answeredRows(
      'inserted',
      writtenJson(plan, shownTo, 'inserted', shared?.by),
      plan.context.idempotency ? storedResponses() : undefined,
      isCounted,
    ),
  ]
}

/** Everything that the text of a statement depends on, except the visibility of its writers. */
function shapeOf(plan: CreatePlan): Shape {
  const { model, fields, lookups, context, linkChanges, counted = false } = plan
  const parts = [model.name, fieldsPart(fields, model), counted, ...contextPart(context), linkChanges !== undefined]
  return [...parts, lookupsPart(lookups), ...viewPart(plan)]
}
