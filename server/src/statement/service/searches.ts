import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { inputTable } from '../record/input.ts'

/** A search that ran, without any values. */
export interface NotedSearch {
  readonly model: string
  /** One line for people to read. */
  readonly summary: string
  /** A `SearchShape` as JSON. */
  readonly shape: string
  readonly text: string
  readonly uses: number
}

/** The most recently used searches are stored, up to this number and age. */
const maxSearches = 1_000
const maxDays = 30

/** Adds searches to those that are stored, sorted by text so that all processes take their locks in the same order. */
export function keepSearchesStatement(searches: readonly NotedSearch[]): NamedSql {
  const sorted = searches.toSorted((a, b) => (a.text < b.text ? -1 : 1))
  const input = inputTable([
    { name: 'model', type: 'text', values: sorted.map(({ model }) => model) },
    { name: 'summary', type: 'text', values: sorted.map(({ summary }) => summary) },
    { name: 'shape', type: 'text', values: sorted.map(({ shape }) => shape) },
    { name: 'text', type: 'text', values: sorted.map(({ text }) => text) },
    { name: 'uses', type: 'bigint', values: sorted.map(({ uses }) => uses) },
  ])
  return sql`insert into tabularium.searches as searches (digest, model, summary, shape, text, uses)
select sha256(convert_to(input.text, 'UTF8')), input.model, input.summary, input.shape::json, input.text, input.uses
from ${input}
on conflict (digest) do update
set uses = searches.uses + excluded.uses, last_used_on = now()`.named('search.keep')
}

/** Deletes searches that are not used any more. */
export function sweepSearchesStatement(): NamedSql {
  return sql`delete from tabularium.searches
where last_used_on < now() - ${maxDays}::integer * interval '1 day'
  or digest in (
    select digest
    from tabularium.searches
    order by last_used_on desc, digest
    offset ${maxSearches}::bigint
  )`.named('search.sweep')
}

/** All stored searches, the most used first. */
export function notedSearchesStatement(): Sql {
  return sql`select summary, shape, text, uses,
  to_char(last_used_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_used_on
from tabularium.searches
order by uses desc, summary`
}
