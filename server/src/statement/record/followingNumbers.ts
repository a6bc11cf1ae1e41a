import { parseCheckCondition } from '../../criteria/parseCondition.ts'
import type { NumberedRow, RecordPart } from '../../model/field/series/Series.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import type { NumberedField } from '../../model/members.ts'
import { followingSeriesOf } from '../../model/seriesOf.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { conditionSql, seenColumn } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { modelNumber } from '../journal/journal.ts'
import { placeOf } from '../place.ts'
import type { RowCheck, RowsToWrite } from '../refusal/refusals.ts'
import { column } from './columns.ts'
import { NewRow } from './NewRow.ts'

// Numbers that follow from the record: of its department, of the year of its date. The statement that writes the record
// draws them. `admitted` has the period of each row, or null for a row that gets no number.

/** The columns of `admitted` that the numbers are made from. */
export function followingColumns(fields: readonly NumberedField[], rows: RowsToWrite, scope: ReadScope): Sql {
  const pieces = fields.flatMap((numbered) => {
    const { series } = numbered
    const row = newRow(rows, scope)
    const period = series.period(row)
    return [
      sql`case when ${isNumberedNow(numbered, rows, scope)} then ${period} end as ${name(periodColumn(numbered))}`,
      sql`${series.pieces.start(row)} as ${name(startColumn(numbered))}`,
      sql`${series.pieces.end(row)} as ${name(endColumn(numbered))}`,
    ]
  })
  return pieces.length === 0 ? sql`` : sql`, ${join(pieces)}`
}

/** The names of those columns, after others. */
export function carriedColumns(fields: readonly NumberedField[]): Sql {
  const all = fields.flatMap((field) => [periodColumn(field), startColumn(field), endColumn(field)])
  return all.length === 0 ? sql`` : sql`, ${join(all.map((own) => name(own)))}`
}

/**
 * Counts on in all periods of the rows. It locks their counters until the transaction ends, in one order, so that two
 * statements can't wait for each other.
 */
export function drawnByPeriod(model: Model, numbered: NumberedField): Sql {
  const period = name(periodColumn(numbered))
  return sql`${drawnTable(numbered)} as (
  insert into tabularium.series as counter (model, field, period, last)
  select ${modelNumber(model)}, ${literal(numbered.field.name)}, ${period}, count(*)
  from admitted
  where ${period} is not null
  group by ${period}
  order by ${period}
  on conflict (model, field, period) do update set last = counter.last + excluded.last
  returning counter.period, counter.last
)`
}

/** The number of a row, in the order of the rows of its period. */
export function toFollowingNumber(numbered: NumberedField, order: Sql): Sql {
  const period = name(periodColumn(numbered))
  const last = sql`(
    select drawn.last from ${drawnTable(numbered)} as drawn where drawn.period = admitted.${period}
  )`
  const number = sql`${last} - count(*) over (partition by ${period})
    + row_number() over (partition by ${period} order by ${order})`
  return sql`${number} as ${name(nextColumn(numbered))}`
}

/** The text of a number; null for a row that gets none. */
export function toFollowingText(numbered: NumberedField): Sql {
  const { series } = numbered
  const number = series.pieces.number(name(nextColumn(numbered)))
  const text = join([name(startColumn(numbered)), number, name(endColumn(numbered))], ' || ')
  return sql`case when ${name(periodColumn(numbered))} is not null then ${text} end`
}

/** Those of a model to which an update may give a number: it changes whether the record meets their criteria. */
export function seriesOfUpdate({ model, fields }: RowsToWrite): NumberedField[] {
  const written = new Set(fields.map((field) => field.name))
  return followingSeriesOf(model).filter(
    ({ series: { when } }) => when && namesIn(when).some((own) => written.has(own)),
  )
}

/** The fields that criteria about own fields name. */
function namesIn(criteria: object): string[] {
  const nested = Object.values(criteria).filter((value) => typeof value === 'object' && value !== null)
  const own = 'fieldName' in criteria ? [String(criteria.fieldName)] : []
  return [...own, ...nested.flatMap(namesIn)]
}

/** Whether the write gives the row a number. */
function isNumberedNow({ field, series: { when } }: NumberedField, rows: RowsToWrite, scope: ReadScope): Sql {
  const { model, operation } = rows
  const meets = when
    ? sql`(${conditionSql(parseCheckCondition(when, model, scope.models), new NewRow(rows, scope))}) is true`
    : sql`true`
  return operation === 'update' ? sql`${column('_old', columnOf(field.name))} is null and ${meets}` : meets
}

/** Refuses rows whose number would lack a part, and changes of what a number that was given out begins with. */
export function brokenNumbers(rows: RowsToWrite, scope: ReadScope): RowCheck[] {
  if (rows.operation === 'recreate') return []
  const isUpdate = rows.operation === 'update'
  const numbered = isUpdate ? seriesOfUpdate(rows) : followingSeriesOf(rows.model)
  return [
    ...numbered.flatMap((own) => own.series.parts.map((part) => lackingPart(own, part, rows, scope))),
    ...(isUpdate ? followingSeriesOf(rows.model).flatMap((own) => leftPeriods(own, rows, scope)) : []),
  ]
}

function lackingPart(numbered: NumberedField, part: RecordPart, rows: RowsToWrite, scope: ReadScope): RowCheck {
  const value = () => part.value(newRow(rows, scope))
  const read = [part.field, ...namesIn(numbered.series.when ?? {})]
  return {
    reason: { kind: 'unnumbered', field: part.field },
    applies: () => sql`${isNumberedNow(numbered, rows, scope)} and coalesce(position(chr(31) in ${value()}), 1) > 0`,
    reads: rows.fields.filter((field) => read.includes(field.name)),
    readsOld: rows.operation === 'update',
  }
}

function leftPeriods({ field, series }: NumberedField, rows: RowsToWrite, scope: ReadScope): RowCheck[] {
  const { model, fields } = rows
  const changed = series.fixedParts.filter((part) => fields.some(({ name: own }) => own === part.field))
  return changed.map((part) => {
    const old: NumberedRow = { place: placeOf(scope.models), own: (own) => column('_old', columnOf(own)) }
    const differs = () => sql`${part.value(newRow(rows, scope))} is distinct from ${part.value(old)}`
    const number = () => seenColumn(model, field.name, '_old', scope)
    return {
      reason: { kind: 'numbered', field: part.field },
      applies: () => sql`${column('_old', columnOf(field.name))} is not null and ${differs()}`,
      // A number may have commas, which separate the reasons.
      found: () => sql`coalesce(encode(convert_to(${number()}, 'UTF8'), 'hex'), '')`,
      reads: rows.fields.filter((own) => own.name === part.field),
      readsOld: true,
    }
  })
}

/** The record as the write would leave it. */
function newRow(rows: RowsToWrite, scope: ReadScope): NumberedRow {
  const row = new NewRow(rows, scope)
  const own = (fieldName: string) => {
    const field = rows.model.fields.find((candidate) => candidate.name === fieldName)
    if (!field) throw new TypeError(`${rows.model.name} has no field ${fieldName}.`)
    return row.own(field)
  }
  return { place: placeOf(scope.models), own }
}

export function drawnTable({ field }: NumberedField): Sql {
  return name(`drawn_${columnOf(field.name)}`)
}

export function periodColumn({ field }: NumberedField): string {
  return `_period_${columnOf(field.name)}`
}

export function nextColumn({ field }: NumberedField): string {
  return `_next_${columnOf(field.name)}`
}

function startColumn({ field }: NumberedField): string {
  return `_start_${columnOf(field.name)}`
}

function endColumn({ field }: NumberedField): string {
  return `_end_${columnOf(field.name)}`
}
