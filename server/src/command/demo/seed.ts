import { requireAt } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { tableName } from '../../model/names.ts'
import { planCreate } from '../../plan/create.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { sql } from '../../sql/sql.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { openAuthCheck } from '../../statement/authorization/authCheck.ts'
import { createStatement } from '../../statement/create.ts'
import { drawIdsStatement } from '../../statement/drawIds.ts'
import type { Example } from './Example.ts'
import type { Invented } from './inventRecords.ts'

/** The number of records in one statement. */
const groupSize = 250

/** Returns the first record that the printed lines change, with its version; undefined if there is none. */
export async function findFirst(
  connection: Connection,
  models: Models,
  { packageName, main }: Example,
): Promise<{ id: number; version: number } | undefined> {
  const table = tableName(models.get(`${packageName}.${main}`))
  const [row] = await connection.query(sql`select id, version from ${table} order by id limit 1`)
  return row && { id: Number(row.id), version: Number(row.version) }
}

/** Writes made-up records in one transaction, with the service's own plans and statements. The authors alternate. */
export async function seed(
  connection: Connection,
  models: Models,
  authors: readonly number[],
  { packageName, fill }: Example,
): Promise<void> {
  await connection.query(sql`begin`)
  await fill((name, records) => insertAll(connection, models, models.get(`${packageName}.${name}`), authors, records))
  await connection.query(sql`commit`)
}

async function insertAll(
  connection: Connection,
  models: Models,
  model: Model,
  authors: readonly number[],
  records: readonly Invented[],
): Promise<number[]> {
  const drawn = await connection.query(drawIdsStatement(model, records.length))
  const ids = drawn.map(({ nextval }) => Number(nextval))
  const authorizations = authors.map((userId) => ({ ...serviceAuthorization(models), userId }))
  const items = records.map((record, index) => ({
    plan: planCreate(record, model, models, {
      authorization: requireAt(authorizations, index % authorizations.length),
      requestId: 'demo',
      dryRun: false,
    }),
    id: requireAt(ids, index),
  }))
  for (let start = 0; start < items.length; start += groupSize)
    await connection.query(createStatement.toSql(items.slice(start, start + groupSize), models, openAuthCheck))
  return ids
}
