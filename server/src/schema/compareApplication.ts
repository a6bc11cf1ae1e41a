import type { Application } from '../model/application.ts'
import { join, literal, sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'
import { locks, type Step, toBlockedStep, toStep } from './Step.ts'

/** What the database knows of `application()`: the members that statements, series and messages depend on. */
type Applied = Pick<Application, 'timeZone' | 'yearBegins' | 'languages'> & { readonly currency: string | null }

/**
 * The step that writes what `application()` declares, if the database has something else. No process serves until it is
 * done: two of them would have two days.
 */
export async function compareApplication(query: Query, application: Application): Promise<Step[]> {
  const { timeZone, yearBegins, languages, currency = null } = application
  const desired: Applied = { timeZone, yearBegins, languages, currency }
  if (JSON.stringify(await readApplied(query)) === JSON.stringify(desired)) return []
  const title = `Let the application have the time zone ${timeZone}${describe(desired)}`
  if (!(await isKnownZone(query, timeZone)))
    return [
      toBlockedStep(title, `PostgreSQL does not know the time zone ${timeZone}: update its tzdata, or use another.`),
    ]
  return [toStep(title, [writeSql(desired)], { lock: locks.rows, required: true })]
}

/** Without a row, the application is the one of a folder that declares none. */
async function readApplied(query: Query): Promise<Applied> {
  const none: Applied = { timeZone: 'UTC', yearBegins: '01-01', languages: [], currency: null }
  const [found] = await query(sql`select to_regclass('tabularium.application') is not null as "exists"`)
  if (found?.['exists'] !== 't') return none
  const [row] = await query(sql`
select json_build_object(
  'timeZone', time_zone, 'yearBegins', year_begins, 'languages', languages, 'currency', currency
) as applied
from tabularium.application`)
  return row?.['applied'] ? (JSON.parse(row['applied']) as Applied) : none
}

async function isKnownZone(query: Query, timeZone: string): Promise<boolean> {
  const [row] = await query(sql`
select exists (select from pg_timezone_names where lower(name) = lower(${timeZone})) as "exists"`)
  return row?.['exists'] === 't'
}

function writeSql({ timeZone, yearBegins, languages, currency }: Applied) {
  const tags = sql`array[${join(languages.map((tag) => literal(tag)))}]::text[]`
  const code = currency === null ? sql`null` : literal(currency)
  return sql`insert into tabularium.application (time_zone, year_begins, languages, currency)
values (${literal(timeZone)}, ${literal(yearBegins)}, ${tags}, ${code})
on conflict (only_row) do update set
  time_zone = excluded.time_zone,
  year_begins = excluded.year_begins,
  languages = excluded.languages,
  currency = excluded.currency`
}

function describe({ yearBegins, languages, currency }: Applied): string {
  const parts = [
    ...(languages.length === 0 ? [] : [`the languages ${languages.join(', ')}`]),
    ...(currency === null ? [] : [`the currency ${currency}`]),
    ...(yearBegins === '01-01' ? [] : [`a year that begins on ${yearBegins}`]),
  ]
  return parts.map((part) => `, ${part}`).join('')
}
