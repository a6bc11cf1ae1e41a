import type { Model } from '../../model/Model.ts'
import type { Series } from '../../model/field/series.ts'
import type { NumberedField } from '../../model/seriesOf.ts'
import { join, literal, type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { modelNumber } from '../part/journal.ts'

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
