import { requireValue } from '../../failure/invariant.ts'
import { sql } from '../../sql/sql.ts'
import type { Query } from '../RecordState.ts'

/** SQL of an application that a database has, with the names of its tables as they were. */
export interface AppliedSql {
  readonly name: string
  readonly digest: string
  readonly on: readonly string[]
  readonly up: readonly string[]
  readonly down: readonly string[]
  readonly transaction: boolean
}

/** Reads which SQL of the application the database has. */
export async function inspectOwnSql(query: Query): Promise<AppliedSql[]> {
  const [there] = await query(sql`select to_regclass('tabularium.own_sql') is not null as "exists"`)
  if (there?.['exists'] !== 't') return []
  const rows = await query(sql`
select json_build_object(
  'name', name, 'digest', digest, 'on', models, 'up', up, 'down', down, 'transaction', transaction
) as own
from tabularium.own_sql
order by name`)
  return rows.map((row) => JSON.parse(requireValue(row['own'], 'The SQL')))
}
