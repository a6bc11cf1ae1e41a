import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkModels } from '../../src/model/checkModels.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { type Client, recordsOf, type Reply } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type SearchBody, searchIn } from '../harness/evaluate.ts'
import { Memory } from '../harness/Memory.ts'
import { fillRandomly } from '../harness/fillRandomly.ts'
import { type Asked, randomSearch } from '../harness/randomSearch.ts'
import { randomModels } from '../harness/randomModels.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const schemas = fc.sample(randomModels, { seed, numRuns: 4 })
const together = 25
const groups = 52
const perModel = 60

let database: TestDatabase
let service: TestService
let client: Client
let asked = 0
let found = 0

afterAll(() => {
  console.info(`seed ${seed}: ${asked} searches of ${schemas.length} schemas, ${found} of them found something`)
  expect(asked).toBeGreaterThanOrEqual(5_000)
  expect(found).toBeGreaterThan(asked / 4)
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
    const memory = new Memory(models)

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
      expect(checkModels(models.all.map((model) => ({ file: 'random', model })))).toEqual([])
    })

    it('find the same ids in the same order with the same total as a plain evaluation in memory', async () => {
      const group = fc.array(randomSearch(models), { minLength: together, maxLength: together })
      const property = fc.asyncProperty(group, async (searches) => {
        asked += searches.length
        await Promise.all(searches.map((search) => compare(search, memory)))
      })
      await fc.assert(property, { seed, numRuns: groups })
    }, 120_000)
  },
)

async function compare(search: Asked, memory: Memory): Promise<void> {
  const { model, body, way, words } = search
  const expected = searchIn(memory, model, body, words)
  if (expected.length > 0) found++
  if (way === 'walk')
    return compareWalk(
      search,
      expected.map(({ record }) => record.id),
    )
  if (way === 'mass') return compareMass(search, expected.length)
  const { offset = 0, limit = 40, total = true, fields } = body
  const page = expected.slice(offset, offset + limit)
  const more = limit > 0 && expected.length > offset + limit
  const reply = await (way === 'find' ? find(model, body, words) : send(model, body))
  // First in brief, since a page of records tells nobody what is wrong with a search.
  const brief = { ids: recordsOf(reply).map(({ id }) => id), total: reply.json?.total }
  const due = { ids: page.map(({ record }) => record.id), total: total ? expected.length : undefined }
  expect(brief, shown(search)).toEqual(due)
  expect(reply.json, shown(search)).toEqual({
    status: 0,
    offset,
    ...(total ? { total: expected.length } : {}),
    data: page.map((kept) => memory.show(kept, fields ?? model.list, model)),
    ...(more ? { next: expect.any(String) } : {}),
  })
}

/** Every record once, in order, whatever the pages. */
async function compareWalk(search: Asked, expected: readonly number[]): Promise<void> {
  const { model, body } = search
  const { offset: _, ...others } = body
  const seen: number[] = []
  let after: string | undefined
  do {
    const limit = Math.max(others.limit ?? 7, 5)
    const reply = await send(model, { ...others, limit, ...(after === undefined ? {} : { after }) })
    seen.push(...recordsOf(reply).map(({ id }) => id))
    after = reply.json?.next
  } while (after !== undefined)
  expect(seen, shown(search)).toEqual(expected)
}

/** A change of many concerns those that a search finds. */
async function compareMass({ model, body: { data } }: Asked, expected: number): Promise<void> {
  const body = { data: data ?? {}, values: { name: 'changed' }, maxAffected: 1_000 }
  const reply = await client.exchange('POST', `/ws/rest/${model.name}/updateMass?dryRun=true`, { body })
  expect(reply.json, JSON.stringify(data)).toEqual({ status: 0, data: [], total: expected, dryRun: true })
}

function shown({ model, ...others }: Asked): string {
  return JSON.stringify({ model: model.name, ...others })
}

function send({ name }: Model, body: SearchBody & { after?: string }): Promise<Reply> {
  return client.exchange('POST', `/ws/rest/${name}/search`, { body })
}

/** The same in the address. */
function find({ name }: Model, body: SearchBody, words: readonly string[]): Promise<Reply> {
  const { data, fields, sortBy, ...page } = body
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(page)) parameters.set(key, String(value))
  if (data) parameters.set('where', JSON.stringify(data))
  if (fields?.length) parameters.set('fields', fields.join())
  else if (fields) parameters.set('fields', 'id')
  if (sortBy?.length) parameters.set('sortBy', sortBy.join())
  if (words.length > 0) parameters.set('q', words.join(' '))
  return client.exchange('GET', `/ws/rest/${name}?${parameters}`)
}
