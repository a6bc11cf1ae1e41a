import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { NumberedRow, Place, Series } from '../../model/field/series/Series.ts'
import type { NumberedField } from '../../model/members.ts'
import { join, literal, name, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { modelNumber } from '../journal/journal.ts'

/**
 * Draws the next numbers of a series ahead: the period, the last of them, and the seconds until the period ends. They
 * are never given out again, even if no record uses them.
 */
export function drawNumbersStatement(
  model: Model,
  { field, series }: NumberedField,
  count: number,
  place: Place,
): NamedSql {
  return sql`insert into tabularium.series as counter (model, field, period, last)
values (${modelNumber(model)}, ${literal(field.name)}, ${series.period(withoutRecord(place))}, ${count}::bigint)
on conflict (model, field, period) do update set last = counter.last + excluded.last
returning counter.period, counter.last, ${secondsLeft(series.restart, place)}`.named('series.draw')
}

function secondsLeft(restart: Series['restart'], { today }: Place): Sql {
  if (restart === undefined) return sql`null`
  const start = sql`date_trunc(${literal(restart)}, ${today})`
  return sql`extract(epoch from ${start} + ${literal(`1 ${restart}`)}::interval - ${today})`
}

function withoutRecord(place: Place): NumberedRow {
  return {
    place,
    own: (field) => {
      throw new TypeError(`The number does not depend on ${field}.`)
    },
  }
}

/** A gapless series, by its model. */
interface CounterOf extends NumberedField {
  readonly model: Model
}

/** Locks the counters of the current periods, in the order of models and fields. */
export function lockSeriesStatement(counters: readonly CounterOf[], place: Place): NamedSql {
  const rows = counters.map(
    ({ model, field, series }) => sql`select ${modelNumber(model)} as model, ${literal(field.name)} as field,
    ${series.period(withoutRecord(place))} as period`,
  )
  return sql`insert into tabularium.series as counter (model, field, period, last)
select model, field, period, 0
from (${join(rows, ' union all ')}) as needed
order by model, field
on conflict (model, field, period) do update set last = counter.last`.named('series.lock')
}

/** A counter with the highest number of the records in its period, or null if there is none. It reads all records. */
export function counterStatement(model: Model, numbered: NumberedField, place: Place, period?: string): Sql {
  const { field, series } = numbered
  const day = period === undefined ? place.today : sql`${firstDayOf(period)}::timestamp`
  const own = period === undefined ? series.period(withoutRecord(place)) : sql`${period}::text`
  const pattern = series.patternAt(day, withoutRecord(place))
  return sql`select ${own} as period,
  (
    select counter.last from tabularium.series as counter
    where counter.model = ${modelNumber(model)} and counter.field = ${field.name} and counter.period = ${own}
  ) as last,
  (
    select max((regexp_match(t.${name(columnOf(field.name))}, ${pattern}))[1]::bigint)
    from ${tableName(model)} as t
  ) as highest`
}

/** `2026-11` begins on 2026-11-01. */
function firstDayOf(period: string): string {
  return `${period}-01-01`.slice(0, 10)
}

/** The other periods of a series, newest first. */
export function periodsStatement(model: Model, { field, series }: NumberedField, place: Place): Sql {
  return sql`select counter.period, counter.last
from tabularium.series as counter
where counter.model = ${modelNumber(model)} and counter.field = ${field.name}
  and counter.period <> ${series.period(withoutRecord(place))}
order by counter.period desc`
}

/**
 * All periods of a series whose numbers follow from the record, with the highest number of the records that are in them
 * now. It reads all records.
 */
export function followingCountersStatement(model: Model, { field, series }: NumberedField, place: Place): Sql {
  const day = place.dayOf(sql`t.created_on`)
  const row = { place: { ...place, today: day }, own: (own: string) => sql`t.${name(columnOf(own))}` }
  const number = sql`t.${name(columnOf(field.name))}`
  return sql`select coalesce(counter.period, used.period) as period, coalesce(counter.last, 0) as last, used.highest
from (
  select counter.period, counter.last from tabularium.series as counter
  where counter.model = ${modelNumber(model)} and counter.field = ${field.name}
) as counter
full join (
  select ${series.period(row)} as period,
    max((regexp_match(${number}, ${series.patternAt(day, row)}))[1]::bigint) as highest
  from ${tableName(model)} as t
  where ${number} is not null
  group by 1
) as used on used.period = counter.period
order by 1`
}

/** Sets the last number of a period. Creates of a gapless series wait until the transaction ends. */
export function setCounterStatement(
  model: Model,
  { field, series }: NumberedField,
  last: number,
  place: Place,
  period?: string,
): Sql {
  const own = period === undefined ? series.period(withoutRecord(place)) : sql`${period}::text`
  return sql`insert into tabularium.series (model, field, period, last)
values (${modelNumber(model)}, ${field.name}, ${own}, ${last}::bigint)
on conflict (model, field, period) do update set last = excluded.last
returning period`
}
