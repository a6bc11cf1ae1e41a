import { isFilledByWrite } from '../../model/defaults.ts'
import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { FieldLookup } from '../../plan/Lookup.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import { failIfExceeds, defaultAnswerLimit } from '../limit/answerSize.ts'
import { authorizedRows } from '../authorization/authCheck.ts'
import { cachedSql } from '../cachedSql.ts'
import { archivedReferences } from './archivedReferences.ts'
import { brokenChecks, brokenTransitions } from './checks.ts'
import { excessDigits } from './digits.ts'
import { impossibleResults } from '../record/increments.ts'
import { readForDefaults, unfitDefaults, withDefaults } from '../record/defaultRows.ts'
import { changesTable, filledColumns, type InputColumn } from '../record/input.ts'
import { lookupsPart } from '../record/lookups.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import type { Reason } from './Reason.ts'
import { toToken } from './reasonTokens.ts'
import { brokenNumbers } from '../record/followingNumbers.ts'
import { changedNumbers } from '../record/numbers.ts'
import { missingReferences } from '../record/references.ts'
import { fieldsPart } from '../Shape.ts'
import { retiredValues } from './retiredValues.ts'

/** What the rows of `input` become: new records, records that were deleted, or changes of some fields of records. */
export interface RowsToWrite {
  readonly operation: 'create' | 'recreate' | 'update'
  readonly model: Model
  /** The fields of which the input has values. */
  readonly fields: readonly Field[]
  /** The fields whose values are looked up. */
  readonly lookups?: readonly FieldLookup[] | undefined
  /** The fields whose input values are results of additions to what is there. */
  readonly increments?: readonly string[] | undefined
  /** The numbers of series that were sent back. */
  readonly numbers?: readonly { readonly field: Field }[] | undefined
  readonly undoesLast?: true
}

/**
 * A reason not to write a row, and the condition under which it applies, which is never unknown. The condition reads
 * the columns of `input`; that of an update may also read the record as it is now, `_old`. The condition is a function,
 * because its text is cached and seldom made.
 */
export interface RowCheck {
  readonly reason: Reason
  readonly applies: () => Sql
  /** The fields whose input values the condition reads. */
  readonly reads: readonly Field[]
  /** Whether it reads `_old`. */
  readonly readsOld: boolean
  /** The value that is refused, as text without commas, if the message shows it. */
  readonly found?: () => Sql
}

/** All reasons for which rows can be refused. A new kind of reason is added here. */
function checksOf(rows: RowsToWrite, scope: ReadScope): RowCheck[] {
  return [
    ...missingReferences(rows, scope),
    ...archivedReferences(rows, scope),
    ...impossibleResults(rows),
    ...excessDigits(rows, scope),
    ...unfitDefaults(rows),
    ...brokenChecks(rows, scope),
    ...brokenTransitions(rows, scope),
    ...retiredValues(rows),
    ...changedNumbers(rows, scope),
    ...brokenNumbers(rows, scope),
  ]
}

/** Whether there is no reason to refuse an input row. A row that is refused is skipped and the others are written. */
export function isAccepted(rows: RowsToWrite, scope: ReadScope): Sql {
  return cachedFor(rows, scope, 'accepted', () => {
    const conditions = checksOf(rows, scope).map(({ applies }) => sql`not (${applies()})`)
    return conditions.length === 0 ? sql`true` : join(conditions, ' and ')
  })
}

/** Whether there is no reason to refuse any of the rows: one check for all rows. */
export function areAllAccepted(rows: RowsToWrite, scope: ReadScope, columns: readonly InputColumn[]): Sql {
  const checks = checksOf(rows, scope)
  if (checks.length === 0) return sql`true`
  return sql`not exists (
  select from ${rowsReadBy(rows, checks, columns, scope)}
  where not (${isAccepted(rows, scope)})
)`
}

/**
 * The result of a write: the records in `answered`, and the input rows that were refused, with all reasons. The two are
 * not joined: PostgreSQL estimates that the input has few rows, and would make the JSON of all records again for each
 * row. If the bytes of a group are counted and too many to be held in memory, the statement fails, and the group is
 * halved.
 */
export function writtenRows(
  rows: RowsToWrite,
  scope: ReadScope,
  columns: readonly InputColumn[],
  isCounted = false,
): Sql {
  const counted = isCounted ? sql` where ${failIfExceeds('answered', defaultAnswerLimit)}` : sql``
  const written = sql`select answered.id, answered.version, answered.json, null::text from answered${counted}`
  return authorizedRows(sql`${written}${refusedRows(rows, scope, columns)}`, 4)
}

function refusedRows(rows: RowsToWrite, scope: ReadScope, columns: readonly InputColumn[]): Sql {
  const checks = checksOf(rows, scope)
  if (checks.length === 0) return sql``
  // The arrays are unnested again instead of reading the input above: a table that is used once is not materialized.
  return sql`
union all
select input.id, null, null, ${reasonsSql(rows, scope)}
from ${rowsReadBy(rows, checks, columns, scope)}${withOld(rows, checks)}
where not (${isAccepted(rows, scope)})`
}

/** The rows that a write would refuse, with all reasons: id and tokens. Nothing is written. */
export function refusedOnly(rows: RowsToWrite, scope: ReadScope, columns: readonly InputColumn[]): Sql {
  const checks = checksOf(rows, scope)
  if (checks.length === 0) return sql`select null::bigint, null::text where false`
  return sql`select input.id, ${reasonsSql(rows, scope)}
from ${rowsReadBy(rows, checks, columns, scope)}${withOld(rows, checks)}
where not (${isAccepted(rows, scope)})`
}

/** The refused rows of a statement that writes all rows or none, if it wrote none: id and reasons, as `answered`. */
export function refusedAmong(rows: RowsToWrite, scope: ReadScope, columns: readonly InputColumn[]): Sql {
  const checks = checksOf(rows, scope)
  if (checks.length === 0) return sql``
  // The first condition depends on no row, so the rows are read only if nothing was written.
  return sql`
union all
select input.id::text, null, ${reasonsSql(rows, scope)}
from ${rowsReadBy(rows, checks, columns, scope)}
where not exists (select from answered) and not (${isAccepted(rows, scope)})`
}

/** The record as it is now, if a condition reads it. A row with an old version is not refused: it is stale. */
function withOld({ model }: RowsToWrite, checks: readonly RowCheck[]): Sql {
  if (!checks.some(({ readsOld }) => readsOld)) return sql``
  return sql` join ${tableName(model)} as _old on _old.id = input.id and _old.version = input.version`
}

/** The reasons that apply to an input row, as tokens separated by commas, or null. */
function reasonsSql(rows: RowsToWrite, scope: ReadScope): Sql {
  return cachedFor(rows, scope, 'reasons', () => {
    const tokens = checksOf(rows, scope).map(
      ({ reason, applies, found }) =>
        sql`case when ${applies()} then ${literal(toToken(reason))}${found ? sql` || ${found()}` : sql``} end`,
    )
    return sql`nullif(concat_ws(',', ${join(tokens)}), '')`
  })
}

/**
 * The rows with the columns that the conditions read, as `input`. Defaults that only the write knows have their values,
 * as in the rows that are written.
 */
function rowsReadBy(
  rows: RowsToWrite,
  checks: readonly RowCheck[],
  columns: readonly InputColumn[],
  scope: ReadScope,
): Sql {
  const read = columnsReadBy(rows, checks, columns, scope)
  const table = changesTable(read, rows)
  const isFilled = rows.operation === 'update' || !rows.fields.some(isFilledByWrite)
  if (isFilled) return table
  const filled = sql`select ${filledColumns(read, rows.fields, scope.models)} from ${table}`
  if (rows.operation !== 'create') return sql`(${filled}) as input`
  return sql`(${withDefaults(filled, read, scope.models.get(rows.model.name), scope)}) as input`
}

/** The columns that identify a row and its author, and those that the conditions read. */
function columnsReadBy(
  { operation, model }: RowsToWrite,
  checks: readonly RowCheck[],
  columns: readonly InputColumn[],
  { models }: ReadScope,
): InputColumn[] {
  const isOld = checks.some(({ readsOld, found }) => readsOld || found)
  const reads = checks.flatMap((check) => check.reads.map((field) => field.name))
  const names = operation === 'create' ? readForDefaults(reads, models.get(model.name), models) : reads.map(columnOf)
  const history = operation === 'recreate' && model.checks ? ['version', 'created_on', 'created_by'] : []
  const always = ['id', '_by', ...(isOld ? ['version'] : []), ...history]
  return columns.filter(({ name }) => always.includes(name) || names.includes(name))
}

function cachedFor(rows: RowsToWrite, scope: ReadScope, what: string, make: () => Sql): Sql {
  const { operation, model, fields, lookups, increments = [], numbers = [], undoesLast = false } = rows
  const sent = fieldsPart(numbers.map(({ field }) => field))
  const shape = [fieldsPart(fields, model), lookupsPart(lookups), increments.join(), sent, undoesLast]
  return cachedSql(scope, [what, operation, model.name, ...shape], make)
}
