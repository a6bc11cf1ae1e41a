import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import { andSeen } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

/** The ids that may be shown, by relation. If a relation is not in the map, all of its ids may be shown. */
export type SeenLinks = ReadonlyMap<string, ReadonlySet<number>>

/** All numbers where the journal has ids. Other numbers do no harm, because each one is looked up. */
const ids = literal('$.*[*][*] ? (@.type() == "number" && @ >= 1 && @ <= 9007199254740991 && @.floor() == @)')

/** The visible ones of the linked records in some rows of the journal (with `changes`), as JSON; null if all are. */
export function seenLinksJson({ relations }: Model, rows: Sql, scope: ReadScope): Sql {
  const limited = relations.filter(
    ({ type, target }) => type === 'links' && scope.visibility.rowsOf(scope.models.get(target)) !== undefined,
  )
  if (limited.length === 0) return sql`null::text`
  const members = limited.map(({ name, target }) => {
    const other = scope.models.get(target)
    const journaledIds = sql`
      select (_id #>> '{}')::bigint
      from (${rows}) as _row, jsonb_path_query(_row.changes::jsonb, ${ids}) as _id
    `
    return sql`${literal(`${JSON.stringify(name)}:[`)} || coalesce((
    select string_agg(linked.id::text, ',')
    from ${tableName(other)} as linked
    where linked.id in (${journaledIds})${andSeen(other, 'linked', scope)}
  ), '') || ']'`
  })
  return sql`'{' || concat_ws(',', ${join(members)}) || '}'`
}

/** The visible linked records from the JSON of the statement. */
export function toSeenLinks(json: string | null | undefined): SeenLinks {
  const byRelation: Record<string, number[]> = JSON.parse(json ?? '{}')
  return new Map(Object.entries(byRelation).map(([name, seen]) => [name, new Set(seen)]))
}
