import { requireAt } from '../../invariant.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { tableName } from '../../model/names.ts'
import { planCreate } from '../../plan/create.ts'
import type { Connection } from '../../postgres/Connection.ts'
import { sql } from '../../sql/sql.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { openAuthCheck } from '../../statement/part/authCheck.ts'
import { createStatement } from '../../statement/create.ts'
import { drawIdsStatement } from '../../statement/drawIds.ts'
import { inventCompanies, inventContacts, inventedTags, inventInteractions, type Invented } from './inventRecords.ts'

const packageName = 'com.example.contacts'

/** The number of records in one statement. */
const groupSize = 250

/** The average number of interactions for each contact. */
const interactionsEach = 3

/** Returns the first contact with its current version; undefined if there is none. */
export async function findFirstContact(
  connection: Connection,
  models: Models,
): Promise<{ id: number; version: number } | undefined> {
  const table = tableName(models.get(`${packageName}.Contact`))
  const [row] = await connection.query(sql`select id, version from ${table} order by id limit 1`)
  return row && { id: Number(row.id), version: Number(row.version) }
}

/** Writes made-up records in one transaction, with the service's own plans and statements. The authors alternate. */
export async function seed(
  connection: Connection,
  models: Models,
  authors: readonly number[],
  contacts: number,
): Promise<void> {
  const insert = (name: string, records: readonly Invented[]) =>
    insertAll(connection, models, models.get(`${packageName}.${name}`), authors, records)
  await connection.query(sql`begin`)
  await insert('Tag', inventedTags)
  const companyIds = await insert('Company', inventCompanies())
  const contactIds = await insert('Contact', inventContacts(contacts, companyIds))
  await insert('Interaction', inventInteractions(interactionsEach * contacts, contactIds))
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
