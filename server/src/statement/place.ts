import type { Place } from '../model/field/series/Series.ts'
import type { Models } from '../model/Models.ts'
import { type Sql, sql } from '../sql/sql.ts'

/**
 * The time zone of the place, for `at time zone`. It is a value of the statement, so that services with other zones
 * have the same text; a service without a zone of its own has a text without that value.
 */
export function zoneOf({ application: { timeZone } }: Models): Sql {
  return timeZone === 'UTC' ? sql`'UTC'` : sql`${timeZone}::text`
}

/** The day of the place whose records these are, for statements: all that is about `$today` takes it from here. */
export function placeOf(models: Models): Place {
  const dayOf = (moment: Sql) => sql`${moment} at time zone ${zoneOf(models)}`
  return { today: dayOf(sql`now()`), dayOf, yearBegins: models.application.yearBegins }
}
