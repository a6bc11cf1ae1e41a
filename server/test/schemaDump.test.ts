import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { dumpSchema } from './harness/dumpSchema.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})

afterAll(async () => {
  await database.drop()
})

describe('the tables of the service', () => {
  it('are as committed (after a new migration: npx vitest run --project service schemaDump --update)', async () => {
    await expect(await dumpSchema(database, 'tabularium')).toMatchFileSnapshot('../src/schema/service/schema.sql')
  })
})
