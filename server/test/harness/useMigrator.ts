import { afterAll, beforeAll } from 'vitest'
import type { Models } from '../../src/model/Models.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration, type Applied, type ApplyOptions } from '../../src/schema/applyMigration.ts'
import type { Query } from '../../src/schema/RecordState.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { toModels } from './everyType.ts'
import { type Fields, shop } from './shop.ts'

/** A database whose schema a test changes. */
export interface Migrator {
  readonly database: TestDatabase
  readonly connection: Connection
  readonly query: Query
  /** Migrates the database to the models; data may be lost unless the options say otherwise. */
  apply(models: Models, options?: Partial<ApplyOptions>): Promise<Applied>
  /** Creates the shop again, with one item for each value (written as SQL) of the first field. */
  makeShop(fields: Fields, values: readonly string[]): Promise<void>
}

/** An empty database for all tests of a file, with a connection for migrations. */
export function useMigrator(): Migrator {
  let stage: { database: TestDatabase; connection: Connection } | undefined
  beforeAll(async () => {
    const database = await createDatabase({ empty: true })
    await database.query("set timezone = 'UTC'")
    stage = { database, connection: await Connection.open(database.url) }
  })
  afterAll(async () => {
    await stage?.connection.close()
    await stage?.database.drop()
  })
  const require = () => {
    if (!stage) throw new Error('The database is made before the tests and not while they are declared.')
    return stage
  }
  const apply: Migrator['apply'] = (models, options = {}) =>
    applyMigration(require().connection, models, { allowDataLoss: true, ...options })
  return {
    get database() {
      return require().database
    },
    get connection() {
      return require().connection
    },
    query: (statement) => require().connection.query(statement),
    apply,
    makeShop: async (fields, values) => {
      await apply(toModels([]))
      await apply(shop(fields))
      const column = Object.keys(fields)[0] ?? 'name'
      for (const [index, value] of values.entries())
        await require().database.query(
          `insert into record.shop_item (id, version, created_on, updated_on, "${column}")
            values (${index + 1}, 0, now(), now(), ${value})`,
        )
    },
  }
}
