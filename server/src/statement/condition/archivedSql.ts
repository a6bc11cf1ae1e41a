import { namesArchive } from '../../criteria/archived.ts'
import { type Condition, everything } from '../../criteria/Condition.ts'
import type { Model } from '../../model/Model.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import type { ReadScope } from './ReadScope.ts'

/** Whether a record is archived, or is not. */
export function archivedSql(alias: string, value: boolean): Sql {
  return sql`(${column(alias, 'archived_on')} is ${value ? trusted('not null') : trusted('null')})`
}

/** Leaves out archived records, unless the condition about them names `archivedOn`; appended to another condition. */
export function andUnarchived(
  target: Model,
  alias: string,
  { withArchived }: ReadScope,
  condition: Condition = everything,
): Sql {
  return target.archive && !withArchived && !namesArchive(condition) ? sql` and ${archivedSql(alias, false)}` : sql``
}
