import { literal, sql, trusted, type Sql } from '../../sql/sql.ts'

/** The greatest integer that JSON numbers represent exactly. */
export const maxInteger = trusted(`${Number.MAX_SAFE_INTEGER}`)

/** A regular expression for a day as text. It does not check the number of days in the month. */
export const dayForm = '(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'

/** A regular expression for a time of day with its zone. */
export const timeForm = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])'

/** The condition for unfit values: the text does not match the form, or it does and meets the condition. */
export function unlessLike(column: Sql, form: string, condition: Sql): Sql {
  return sql`case when ${column} ~ ${literal(`^${form}$`)} then ${condition} else true end`
}

/** Whether the day of the text is greater than the number of days in its month. */
export function isPastMonth(column: Sql): Sql {
  const first = sql`(substr(${column}, 1, 8) || '01')::date`
  return sql`substr(${column}, 9, 2)::integer > extract(day from ${first} + interval '1 month' - interval '1 day')`
}
