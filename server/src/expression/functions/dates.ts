import { literal, type Sql, sql, trusted } from '../../sql/sql.ts'
import { type DurationUnit, longest } from '../constants.ts'
import type { ExpressionFunction } from '../ExpressionFunction.ts'
import { clamped } from './texts.ts'

const ofDay = { takes: ['date'], gives: 'integer' } as const
const between = { takes: ['date', 'date'], gives: 'integer' } as const

/** How long the units of `startOf` and `endOf` are. */
const spans: ReadonlyMap<unknown, string> = new Map([
  ['week', '7 days'],
  ['month', '1 month'],
  ['quarter', '3 months'],
  ['year', '1 year'],
])

function part(name: string): (of: readonly Sql[]) => Sql {
  return ([day]) => sql`extract(${trusted(name)} from ${day})`
}

function age([from, to]: readonly Sql[]): Sql {
  return sql`age(${to}::timestamp, ${from}::timestamp)`
}

/** The beginning of the time span that a day is in, as a timestamp. */
function startOf(day: Sql, unit: Sql): Sql {
  return sql`date_trunc(${unit}, ${day}::timestamp)`
}

/** A day of three numbers. The month's own last day decides, so that 31 February has no value and raises no error. */
function dateSql([year = sql``, month = sql``, day = sql``]: readonly Sql[]): Sql {
  // Clamped, since PostgreSQL computes constants even where the condition around them is false.
  const first = sql`make_date(${clamped(year, 1, 9999)}, ${clamped(month, 1, 12)}, 1)`
  const lastDay = sql`extract(day from ${first} + interval '1 month' - interval '1 day')`
  return sql`(case
  when ${year} between 1 and 9999 and ${month} between 1 and 12 and ${day} >= 1
  then case when ${day} <= ${lastDay} then ${first} + (${clamped(day, 1, 31)} - 1) end
end)`
}

export const dateFunctions: readonly ExpressionFunction[] = [
  {
    ...between,
    name: 'daysBetween',
    form: 'daysBetween(a, b)',
    toSql: ([from, to]) => sql`(${to} - ${from})::numeric`,
    example: ["daysBetween('2026-01-31', '2026-02-02')", '2'],
    note: 'The days from a to b; negative if b is earlier.',
  },
  {
    ...between,
    name: 'monthsBetween',
    form: 'monthsBetween(a, b)',
    toSql: (of) => sql`(extract(year from ${age(of)}) * 12 + extract(month from ${age(of)}))`,
    example: ["monthsBetween('2026-01-31', '2026-03-30')", '1'],
    note: 'The whole months from a to b.',
  },
  {
    ...between,
    name: 'yearsBetween',
    form: 'yearsBetween(a, b)',
    toSql: (of) => sql`extract(year from ${age(of)})`,
    example: ["yearsBetween('2000-04-02', '2026-04-01')", '25'],
    note: 'The whole years from a to b, such as an age.',
  },
  {
    name: 'hoursBetween',
    form: 'hoursBetween(a, b)',
    takes: ['dateTime', 'dateTime'],
    gives: 'decimal',
    toSql: ([from, to]) => sql`(extract(epoch from (${to} - ${from})) / 3600)`,
    example: ["round(hoursBetween('2026-01-01T00:00:00Z', '2026-01-01T01:30:00Z'), 2)", '1.50'],
    note: 'The hours from one dateTime to another one.',
  },
  {
    ...ofDay,
    name: 'year',
    form: 'year(d)',
    toSql: part('year'),
    example: ["year('2026-04-01')", '2026'],
    note: 'The year.',
  },
  {
    ...ofDay,
    name: 'month',
    form: 'month(d)',
    toSql: part('month'),
    example: ["month('2026-04-01')", '4'],
    note: 'The month, 1 to 12.',
  },
  {
    ...ofDay,
    name: 'day',
    form: 'day(d)',
    toSql: part('day'),
    example: ["day('2026-04-01')", '1'],
    note: 'The day of the month.',
  },
  {
    ...ofDay,
    name: 'weekday',
    form: 'weekday(d)',
    toSql: part('isodow'),
    example: ["weekday('2026-04-01')", '3'],
    note: 'The day of the week: Monday is 1, Sunday is 7.',
  },
  {
    ...ofDay,
    name: 'fiscalYear',
    form: 'fiscalYear(d)',
    varies: true,
    toSql: ([day], _, { yearBegins }) => {
      const days = sql`(right(${yearBegins}, 2)::int - 1)`
      return sql`extract(year from (${day} - ${days}) - make_interval(months => left(${yearBegins}, 2)::int - 1))`
    },
    example: ["fiscalYear('2026-03-31')", '2025'],
    note: 'The year in which the fiscal year of the day begins, by `yearBegins` (in the example 1 April).',
  },
  {
    name: 'startOf',
    form: "startOf(d, 'month')",
    takes: ['date', 'unit'],
    gives: 'date',
    toSql: ([day = sql``, unit = sql``]) => sql`${startOf(day, unit)}::date`,
    example: ["startOf('2026-05-20', 'quarter')", '2026-04-01'],
    note: "The first day of its 'week', 'month', 'quarter' or 'year'. A week begins on Monday.",
  },
  {
    name: 'endOf',
    form: "endOf(d, 'month')",
    takes: ['date', 'unit'],
    gives: 'date',
    toSql: ([day = sql``, unit = sql``], { of }) => {
      const span = spans.get(of[1]?.is === 'literal' ? of[1].value : null) ?? '1 month'
      return sql`(${startOf(day, unit)} + interval ${literal(span)} - interval '1 day')::date`
    },
    example: ["endOf('2026-02-10', 'month')", '2026-02-28'],
    note: "The last day of its 'week', 'month', 'quarter' or 'year'.",
  },
  {
    name: 'date',
    form: 'date(year, month, day)',
    takes: ['integer', 'integer', 'integer'],
    gives: 'date',
    toSql: dateSql,
    example: ['date(2026, 2, 29)', null],
    note: 'The date of three numbers; no value if there is no such day.',
  },
  {
    name: 'dayOf',
    form: 'dayOf(t)',
    takes: ['dateTime'],
    gives: 'date',
    varies: true,
    toSql: ([time], _, { timeZone }) => sql`(${time} at time zone ${timeZone})::date`,
    example: ["dayOf('2026-01-01T23:30:00Z')", '2026-01-02'],
    note: 'The day of a dateTime at the place (in the example Pacific/Auckland).',
  },
  {
    name: 'today',
    form: "today('Asia/Tokyo')",
    takes: ['zone'],
    gives: 'date',
    varies: true,
    toSql: ([zone]) => sql`(now() at time zone ${zone})::date`,
    example: ["daysBetween(today('UTC'), today('UTC'))", '0'],
    note: 'The current day in a time zone.',
  },
  durationOf('minutes', "hoursBetween('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' + minutes(90)) = 1.5", 'true'),
  durationOf('hours', "hoursBetween('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' + hours(2)) = 2", 'true'),
  durationOf('days', "'2026-01-31' + days(2)", '2026-02-02'),
  durationOf('weeks', "'2026-01-31' - weeks(1)", '2026-01-24'),
  durationOf('months', "'2026-01-31' + months(1)", '2026-02-28'),
  durationOf('years', "'2024-02-29' + years(1)", '2025-02-28'),
]

function durationOf(unit: DurationUnit, example: string, value: string): ExpressionFunction {
  const name = trusted(unit === 'minutes' ? 'mins' : unit)
  return {
    name: unit,
    form: `${unit}(n)`,
    takes: ['integer'],
    gives: 'duration',
    toSql: ([n = sql``]) => sql`make_interval(${name} => ${clamped(n, -longest[unit], longest[unit])})`,
    example: [example, value],
    note: `A duration of n ${unit}, behind + or -. No duration is longer than 1,000 years.`,
  }
}
