import { type NamedSql, sql } from '../../sql/sql.ts'

/** What must be checked of some views: the model, the layout, the groups, the footer and the options. */
export function writtenViewsStatement(ids: readonly number[]): NamedSql {
  return sql`select view.model, view.layout, view.group_by, view.footer, view.options
from record.tabularium_view as view
where view.id = any(${ids}::bigint[])
  and coalesce(view.layout, view.group_by::text, view.footer::text, view.options::text) is not null`.named(
    'view.written',
  )
}
