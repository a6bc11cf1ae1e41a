import { findSqlState } from '../postgres/Connection.ts'
import { join, sql, trusted } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'

/**
 * Returns the generic plan of a stored search, which is also the plan that the service uses; undefined if the text does
 * not match the schema any more. The text is planned but not run. If someone changed it in the table, it can still be
 * only one statement, in a read-only transaction.
 */
export async function explainSearch<Plan>(query: Query, text: string): Promise<Plan | undefined> {
  if (!/^(with|select)\b/.test(text) || text.includes(';')) return undefined
  await query(sql`begin transaction read only`)
  try {
    await query(sql`set local plan_cache_mode = force_generic_plan`)
    await query(sql`prepare tabularium_doctor as ${trusted(text)}`)
    return await explainPrepared<Plan>(query)
  } catch (error) {
    if (findSqlState(error)?.startsWith('42')) return undefined
    throw error
  } finally {
    await query(sql`rollback`)
    await query(sql`deallocate all`)
  }
}

async function explainPrepared<Plan>(query: Query): Promise<Plan | undefined> {
  const [prepared] = await query(sql`
select cardinality(parameter_types) as parameters
from pg_prepared_statements
where name = ${'tabularium_doctor'}`)
  const count = Number(prepared?.['parameters'])
  const nulls = Array.from({ length: count }, () => sql`null`)
  const values = count === 0 ? sql`` : sql`(${join(nulls)})`
  const [row] = await query(sql`explain (format json, verbose) execute tabularium_doctor${values}`)
  const [explained] = JSON.parse(row?.['QUERY PLAN'] ?? '[]')
  return explained?.Plan
}
