import { findSqlState } from '../postgres/Connection.ts'
import { join, sql, trusted } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'

/**
 * How PostgreSQL would carry out the text of a noted search, whatever its values: the generic plan, which is also the one that the
 * service runs. Undefined where the text does not fit the schema any more. The text is planned and never run; should somebody
 * have put another one into the table, it is one statement at most, and in a transaction that cannot write.
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
  const [prepared] = await query(
    sql`select cardinality(parameter_types) as parameters from pg_prepared_statements where name = ${'tabularium_doctor'}`,
  )
  const count = Number(prepared?.['parameters'])
  const nothing = Array.from({ length: count }, () => sql`null`)
  const values = count === 0 ? sql`` : sql`(${join(nothing)})`
  const [row] = await query(sql`explain (format json, verbose) execute tabularium_doctor${values}`)
  const [explained] = JSON.parse(row?.['QUERY PLAN'] ?? '[]')
  return explained?.Plan
}
