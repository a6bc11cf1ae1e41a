import { literal, sql, trusted, type Sql } from '../../sql/sql.ts'

/** The greatest whole number that JSON carries exactly. */
export const mostInteger = trusted(`${Number.MAX_SAFE_INTEGER}`)

/** A day as text, for PostgreSQL's regular expressions; whether its month has that day is another question. */
export const dayForm = '(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'

/** A time of day with its zone as text. */
export const timeForm = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])'

/** A value whose text does not have the form is unfit; only where it has may the condition look at the value. */
export function unlessLike(column: Sql, form: string, condition: Sql): Sql {
  return sql`case when ${column} ~ ${literal(`^${form}$`)} then ${condition} else true end`
}

/** Whether the text names a day that its month does not have. */
export function isPastMonth(column: Sql): Sql {
  const first = sql`(substr(${column}, 1, 8) || '01')::date`
  return sql`substr(${column}, 9, 2)::integer > extract(day from ${first} + interval '1 month' - interval '1 day')`
}
