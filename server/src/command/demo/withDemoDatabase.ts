import { requireAt, requireValue } from '../../failure/invariant.ts'
import type { Models } from '../../model/Models.ts'
import { tableName } from '../../model/names.ts'
import { planCreate } from '../../plan/create.ts'
import { Connection } from '../../postgres/Connection.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { sql } from '../../sql/sql.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { openAuthCheck } from '../../statement/authorization/authCheck.ts'
import { createStatement } from '../../statement/create.ts'
import { drawIdsStatement } from '../../statement/drawIds.ts'
import { userIdStatement } from '../../statement/service/users.ts'
import { applyRoles } from '../applyRoles.ts'
import type { Declared } from '../loadDeclared.ts'
import { addUser } from '../user/users.ts'
import type { DemoDatabase, Insert } from './DemoHost.ts'

/** Runs the work with a connection to the database of the demo. */
export async function withDemoDatabase<T>(
  url: string,
  { models, roles }: Pick<Declared, 'models' | 'roles'>,
  work: (database: DemoDatabase) => Promise<T>,
): Promise<T> {
  const connection = await Connection.open(url)
  try {
    return await work({
      migrate: () => applyMigration(connection, models, { allowDataLoss: false }),
      applyRoles: () => applyRoles(connection, roles),
      findUser: async (username) => {
        const [known] = await connection.query(userIdStatement(username))
        return known && Number(known['id'])
      },
      addUser: async (person) => requireValue(await addUser(connection, person), `The user ${person.username}`),
      findFirst: async (model) => {
        const table = tableName(models.get(model))
        const [row] = await connection.query(sql`select id, version from ${table} order by id limit 1`)
        return row && { id: Number(row.id), version: Number(row.version) }
      },
      fill: async (authors, fill) => {
        await connection.query(sql`begin`)
        await fill(createInsert(connection, models, authors))
        await connection.query(sql`commit`)
      },
    })
  } finally {
    await connection.close().catch(() => {})
  }
}

/** The number of records in one statement. */
const groupSize = 250

/** Writes records with the service's own plans and statements. */
function createInsert(connection: Connection, models: Models, authors: readonly number[]): Insert {
  const authorizations = authors.map((userId) => ({ ...serviceAuthorization(models), userId }))
  return async (name, records) => {
    const model = models.get(name)
    const drawn = await connection.query(drawIdsStatement(model, records.length))
    const ids = drawn.map(({ nextval }) => Number(nextval))
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
}
