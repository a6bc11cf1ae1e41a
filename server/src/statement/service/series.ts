import type { Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import type { Series } from '../../model/field/series.ts'
import type { NumberedField } from '../../model/seriesOf.ts'
import { join, literal, name, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { modelNumber } from '../journal/journal.ts'

/**
 * Draws the next numbers of a series ahead: the period, the last of them, and the seconds until the period ends. They
 * are never given out again, even if no record uses them.
 */
export function drawNumbersStatement(model: Model, { field, series }: NumberedField, count: number): NamedSql {
  return sql`insert into tabularium.series as counter (model, field, period, last)
values (${modelNumber(model)}, ${literal(field.name)}, ${series.period}, ${count}::bigint)
on conflict (model, field, period) do update set last = counter.last + excluded.last
returning counter.period, counter.last, ${secondsLeft(series.restart)}`.named('series.draw')
}

function secondsLeft(restart: Series['restart']): Sql {
  if (restart === undefined) return sql`null`
  const start = sql`date_trunc(${literal(restart)}, now() at time zone 'UTC')`
  return sql`extract(epoch from ${start} + ${literal(`1 ${restart}`)}::interval - now() at time zone 'UTC')`
}

/** A gapless series, by its model. */
interface CounterOf extends NumberedField {
  readonly model: Model
}

/** Locks the counters of the current periods, in the order of models and fields. */
export function lockSeriesStatement(counters: readonly CounterOf[]): NamedSql {
  const rows = counters.map(
    ({ model, field, series }) => sql`select ${modelNumber(model)} as model, ${literal(field.name)} as field,
    ${series.period} as period`,
  )
  return sql`insert into tabularium.series as counter (model, field, period, last)
select model, field, period, 0
from (${join(rows, ' union all ')}) as needed
order by model, field
on conflict (model, field, period) do update set last = counter.last`.named('series.lock')
}

/** A counter with the highest number of the records in its period, or null if there is none. It reads all records. */
export function counterStatement(model: Model, numbered: NumberedField, period?: string): Sql {
  const { field, series } = numbered
  const day = period === undefined ? sql`now() at time zone 'UTC'` : sql`${firstDayOf(period)}::timestamp`
  const own = period === undefined ? series.period : sql`${period}::text`
  return sql`select ${own} as period,
  (
    select counter.last from tabularium.series as counter
    where counter.model = ${modelNumber(model)} and counter.field = ${field.name} and counter.period = ${own}
  ) as last,
  (
    select max((regexp_match(t.${name(columnOf(field.name))}, ${series.patternAt(day)}))[1]::bigint)
    from ${tableName(model)} as t
  ) as highest`
}

/** `2026-11` begins on 2026-11-01. */
function firstDayOf(period: string): string {
  return `${period}-01-01`.slice(0, 10)
}

/** The other periods of a series, newest first. */
export function periodsStatement(model: Model, { field, series }: NumberedField): Sql {
  return sql`select counter.period, counter.last
from tabularium.series as counter
where counter.model = ${modelNumber(model)} and counter.field = ${field.name} and counter.period <> ${series.period}
order by counter.period desc`
}

/** Sets the last number of a period. Creates of a gapless series wait until the transaction ends. */
export function setCounterStatement(
  model: Model,
  { field, series }: NumberedField,
  last: number,
  period?: string,
): Sql {
  const own = period === undefined ? series.period : sql`${period}::text`
  return sql`insert into tabularium.series (model, field, period, last)
values (${modelNumber(model)}, ${field.name}, ${own}, ${last}::bigint)
on conflict (model, field, period) do update set last = excluded.last
returning period`
}
