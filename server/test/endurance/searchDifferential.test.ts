import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkModels } from '../../src/model/checkModels.ts'
import type { Models } from '../../src/model/Models.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import type { Client } from '../harness/client.ts'
import { compareSearch } from '../harness/compareSearch.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Memory } from '../harness/Memory.ts'
import { withoutBuiltIn } from '../harness/everyType.ts'
import { fillRandomly } from '../harness/fillRandomly.ts'
import { randomSearch } from '../harness/randomSearch.ts'
import { randomModels } from '../harness/randomModels.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const schemas = fc.sample(randomModels, { seed, numRuns: sizeOf({ inCi: 2, long: 8 }) })
const together = 25
const groups = sizeOf({ inCi: 20, long: 52 })
const perModel = 60

let database: TestDatabase
let service: TestService
let client: Client
let asked = 0
let found = 0

afterAll(() => {
  console.info(`seed ${seed}: ${asked} searches of ${schemas.length} schemas, ${found} of them found something`)
  expect(asked).toBeGreaterThanOrEqual(schemas.length * together * groups)
  expect(found).toBeGreaterThan(asked / 100)
})

async function open(models: Models): Promise<void> {
  database = await createDatabase()
  const connection = await Connection.open(database.url)
  await applyMigration(connection, models, { allowDataLoss: true })
  await connection.close()
  service = await startService(database.url, { logLevel: 'error' }, models)
  client = await loggedIn(service, together)
}

describe.each(schemas.map((models, index) => ({ models, index })))(
  `searches of random models $index (seed ${seed})`,
  ({ models, index }) => {
    const declared = withoutBuiltIn(models)
    const memory = new Memory(declared)

    beforeAll(async () => {
      await open(models)
      await fillRandomly(client, memory, { seed: seed + index, perModel })
    })

    afterAll(async () => {
      client.close()
      await service.stop()
      await database.drop()
    })

    it('the models are valid', () => {
      expect(checkModels(declared.all.map((model) => ({ file: 'random', model })))).toEqual([])
    })

    it('find the same ids in the same order with the same total as a plain evaluation in memory', async () => {
      const group = fc.array(randomSearch(declared), { minLength: together, maxLength: together })
      const property = fc.asyncProperty(group, async (searches) => {
        asked += searches.length
        const sizes = await Promise.all(searches.map((search) => compareSearch(client, search, memory)))
        found += sizes.filter((size) => size > 0).length
      })
      await fc.assert(property, { seed, numRuns: groups })
    }, 120_000)
  },
)
