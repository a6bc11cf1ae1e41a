import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import { andSeen } from './conditionSql.ts'
import type { ReadScope } from './ReadScope.ts'

/** By relation, the ids that may be shown of it. Of relations that are not in it, all. */
export type SeenLinks = ReadonlyMap<string, ReadonlySet<number>>

/** Whatever number stands where the journal has ids; more than these does no harm, since each is looked up. */
const ids = literal('$.*[*][*] ? (@.type() == "number" && @ >= 1 && @ <= 9007199254740991 && @.floor() == @)')

/** Of the linked records that some rows of the journal (with `changes`) tell of, those that are seen, as JSON; null where all are. */
export function seenLinksJson({ relations }: Model, rows: Sql, scope: ReadScope): Sql {
  const limited = relations.filter(
    ({ type, target }) => type === 'links' && scope.visibility.rowsOf(scope.models.get(target)) !== undefined,
  )
  if (limited.length === 0) return sql`null::text`
  const members = limited.map(({ name, target }) => {
    const other = scope.models.get(target)
    const told = sql`select (_id #>> '{}')::bigint from (${rows}) as _told, jsonb_path_query(_told.changes::jsonb, ${ids}) as _id`
    return sql`${literal(`${JSON.stringify(name)}:[`)} || coalesce((select string_agg(linked.id::text, ',') from ${tableName(other)} as linked where linked.id in (${told})${andSeen(other, 'linked', scope)}), '') || ']'`
  })
  return sql`'{' || concat_ws(',', ${join(members)}) || '}'`
}

export function toSeenLinks(json: string | null | undefined): SeenLinks {
  const told: Record<string, number[]> = JSON.parse(json ?? '{}')
  return new Map(Object.entries(told).map(([name, seen]) => [name, new Set(seen)]))
}
