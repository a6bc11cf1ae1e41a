import { columnOf } from '../../model/names.ts'
import type { Place } from '../../model/field/series/Series.ts'
import type { Model } from '../../model/Model.ts'
import type { NumberedField } from '../../model/members.ts'
import { followingSeriesOf, plainSeriesOf, seriesOf } from '../../model/seriesOf.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import type { UpdatePlan } from '../../plan/Plan.ts'
import { placeOf } from '../place.ts'
import { column } from './columns.ts'
import { seenColumn } from '../condition/conditionSql.ts'
import type { InputColumn } from './input.ts'
import { modelNumber } from '../journal/journal.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import type { RowCheck, RowsToWrite } from '../refusal/refusals.ts'
import {
  carriedColumns,
  drawnByPeriod,
  drawnTable,
  followingColumns,
  nextColumn,
  periodColumn,
  toFollowingNumber,
  toFollowingText,
} from './followingNumbers.ts'

/** A number that was drawn ahead, and the period in which it is valid. */
export interface DrawnNumber {
  readonly period: string
  readonly number: number
}

/** The columns of `input` that number its rows: their order, and what was drawn ahead for each plain series. */
export function numberColumns(
  model: Model,
  rows: readonly { readonly numbers?: readonly DrawnNumber[] | undefined }[],
): InputColumn[] {
  if (seriesOf(model).length === 0) return []
  const drawn = plainSeriesOf(model).flatMap((field, index): InputColumn[] => [
    { name: periodColumn(field), type: 'text', values: rows.map(({ numbers }) => numbers?.[index]?.period ?? null) },
    { name: numberColumn(field), type: 'bigint', values: rows.map(({ numbers }) => numbers?.[index]?.number ?? null) },
  ])
  return [{ name: order, type: 'integer', values: rows.map((_, index) => index) }, ...drawn]
}

const order = '_order'

/** The columns of `input` with the numbers that clients sent back with a change. */
export function sentNumberColumns(plans: readonly Pick<UpdatePlan, 'numbers'>[]): InputColumn[] {
  return (plans[0]?.numbers ?? []).map(({ field }, index) => ({
    name: columnOf(field.name),
    type: 'text',
    values: plans.map(({ numbers }) => numbers?.[index]?.value ?? null),
  }))
}

/**
 * Refuses to change numbers that were assigned. One that is sent back as the caller reads it changes nothing; so does
 * the missing number of a record that got one since it was read.
 */
export function changedNumbers({ model, numbers = [] }: RowsToWrite, scope: ReadScope): RowCheck[] {
  return numbers.map(({ field }) => {
    const sent = column('input', columnOf(field.name))
    const mayBeLate = seriesOf(model).some((one) => one.field.name === field.name && one.series.when)
    const differs = () => sql`${sent} is distinct from ${seenColumn(model, field.name, '_old', scope)}`
    const applies = mayBeLate ? () => sql`${sent} is not null and ${differs()}` : differs
    return { reason: { kind: 'assigned', field: field.name }, applies, reads: [field], readsOld: true }
  })
}

/**
 * The table `accepted` with the rows of `input` for which `accepts` holds, and a number for each. Gapless numbers are
 * drawn here, for these rows only, so that a row that is not written takes none. So are numbers that follow from the
 * record, and those of a plain series for rows whose period has ended since theirs was drawn ahead, or that have none.
 */
export function acceptedRows(
  rows: RowsToWrite,
  names: Sql,
  accepts: Sql,
  scope: ReadScope,
  cached: (make: () => Sql) => Sql,
): Sql[] {
  const { model } = rows
  const place = placeOf(scope.models)
  const fields = seriesOf(model)
  if (fields.length === 0) return [sql`accepted as (select ${names}, 0 as version from input where ${accepts})`]
  const following = followingSeriesOf(model)
  const carried = carriedColumns(following)
  const computed = followingColumns(following, rows, scope)
  const all = (to: typeof toText) => join(fields.map((field) => to(field, place)))
  const numbered = () => sql`accepted as (
  select ${names}, version, ${all(toText)}
  from (select ${names}, version${carried}, ${all(toNumber)} from admitted) as numbered
)`
  return [
    sql`admitted as materialized (select ${names}, 0 as version${computed} from input where ${accepts})`,
    cached(() => join([...fields.map((field) => drawnRows(model, field, place)), numbered()])),
  ]
}

/** Counts on by the rows that lack a number. It locks the counter until the transaction ends, if there are any. */
function drawnRows(model: Model, numbered: NumberedField, place: Place): Sql {
  const { field, series } = numbered
  if (series.followsRecord) return drawnByPeriod(model, numbered)
  return sql`${drawnTable(numbered)} as (
  insert into tabularium.series as counter (model, field, period, last)
  select ${modelNumber(model)}, ${literal(field.name)}, ${series.period({ place, own: noRecord })}, count(*)
  from admitted
  where ${lacksNumber(numbered, place)}
  having count(*) > 0
  on conflict (model, field, period) do update set last = counter.last + excluded.last
  returning counter.last
)`
}

/** The number of a row: the one drawn ahead, or the next that the statement draws, in the order of the input. */
function toNumber(numbered: NumberedField, place: Place): Sql {
  if (numbered.series.followsRecord) return toFollowingNumber(numbered, name(order))
  const lacking = lacksNumber(numbered, place)
  const last = sql`(select drawn.last from ${drawnTable(numbered)} as drawn)`
  const next = sql`${last} - count(*) filter (where ${lacking}) over ()
    + count(*) filter (where ${lacking}) over (order by ${name(order)})`
  const number = numbered.series.gapless
    ? next
    : sql`case when ${lacking} then ${next} else ${name(numberColumn(numbered))} end`
  return sql`${number} as ${name(nextColumn(numbered))}`
}

function toText(numbered: NumberedField, place: Place): Sql {
  const { field, series } = numbered
  const text = series.followsRecord
    ? toFollowingText(numbered)
    : series.toText(name(nextColumn(numbered)), { place, own: noRecord })
  return sql`${text} as ${name(columnOf(field.name))}`
}

function lacksNumber(numbered: NumberedField, place: Place): Sql {
  const { series } = numbered
  if (series.gapless) return sql`true`
  return sql`${name(periodColumn(numbered))} is distinct from ${series.period({ place, own: noRecord })}`
}

/** Nothing of the record is in the period and text of such a series. */
function noRecord(field: string): never {
  throw new TypeError(`The number does not depend on ${field}.`)
}

function numberColumn({ field }: NumberedField): string {
  return `_number_${columnOf(field.name)}`
}
