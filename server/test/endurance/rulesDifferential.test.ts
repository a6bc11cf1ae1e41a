import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Model } from '../../src/model/Model.ts'
import type { Client } from '../harness/client.ts'
import { compareHistory, compareRead, compareVersion } from '../harness/compareRecords.ts'
import { compareForeign } from '../harness/compareForeign.ts'
import { compareMeta, compareRefusals } from '../harness/compareMeta.ts'
import { compareSearch } from '../harness/compareSearch.ts'
import { randomOwnedModels } from '../harness/randomModels.ts'
import { randomSearch } from '../harness/randomSearch.ts'
import { RandomRightsService, type Somebody } from '../harness/RandomRightsService.ts'
import { sizeOf } from '../harness/rounds.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const schemas = fc.sample(randomOwnedModels, { seed, numRuns: inject('rounds') ?? 2 })
const together = 10
const searchesEach = sizeOf({ inCi: 40, long: 80 })
const foreignEach = sizeOf({ inCi: 15, long: 30 })

let compared = 0
/** Searches that found something. */
let found = 0

afterAll(() => {
  console.info(`seed ${seed}: ${compared} answers to restricted users compared, ${found} searches found something`)
  expect(compared).toBeGreaterThanOrEqual(sizeOf({ inCi: 500, long: 1_000 }) * schemas.length)
  expect(found).toBeGreaterThan(compared / 100)
})

describe.each(schemas.map((models, index) => ({ models, index })))(
  `what users with random rules see of random models $index (seed ${seed})`,
  ({ models, index }) => {
    let stage: RandomRightsService

    beforeAll(async () => {
      stage = await RandomRightsService.open(models, { seed: seed + index, roles: 8, users: 8, perModel: 40, open: 2 })
    })

    afterAll(() => stage.close())

    it('find, total, search, read, history and metadata are what a plain evaluation in memory gives', async () => {
      for (const somebody of stage.users) await compareAll(somebody, stage)
    }, 300_000)
  },
)

async function compareAll(somebody: Somebody, stage: RandomRightsService): Promise<void> {
  const { memory, admin } = stage
  const { client, rights, shown } = somebody
  const note = (work: () => Promise<unknown>) => noting(work, () => `${shown}\n${stage.logs()}`)
  const mine = rights.seenMemory()
  await note(async () => compareMeta(client, rights))
  for (const model of memory.models.all) {
    await note(async () => compareRefusals(client, rights, model))
    if (!mine.models.find(model.name)) continue
    const records = memory.all(model.name)
    const chosen = records.filter((_, place) => place % 3 === 0)
    await inGroups(chosen, (kept) => note(() => compareRead(client, kept, model, mine)))
    const few = records.filter((_, place) => place % 8 === 1)
    await inGroups(few, (kept) => note(() => compareHistory({ client, admin }, kept, model, mine)))
    await inGroups(few, (kept) => note(() => compareVersion({ client, admin }, kept, model, mine)))
  }
  const searches = fc.sample(randomSearch(mine.models), { seed: seed + rights.user.record.id, numRuns: searchesEach })
  await inGroups(searches, (asked) =>
    note(async () => {
      if (!rights.lists(asked.model.name)) return expectNoList(client, asked.model)
      const search = asked.way === 'mass' ? { ...asked, way: 'search' as const } : asked
      const size = await compareSearch(client, search, mine)
      if (size > 0) found++
    }),
  )
  const foreign = fc.sample(randomSearch(memory.models), { seed: seed + rights.user.record.id, numRuns: foreignEach })
  const listed = foreign.filter(({ model }) => rights.lists(model.name))
  await inGroups(listed, (asked) => note(() => compareForeign(client, asked, mine)))
}

/** Whoever has no rule for users reads their own one, and no list. */
async function expectNoList(client: Client, { name }: Model): Promise<void> {
  const reply = await client.exchange('POST', `/ws/rest/${name}/search`, { body: {} })
  expect([reply.status, reply.json?.data]).toEqual([403, expect.objectContaining({ code: 'not-permitted' })])
}

/** Counts a comparison; where it fails, it says with which rules. */
async function noting(work: () => Promise<unknown>, shown: () => string): Promise<void> {
  compared++
  try {
    await work()
  } catch (error) {
    throw new Error(`${String(error)}\n${shown()}`, { cause: error })
  }
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += together)
    await Promise.all(items.slice(start, start + together).map(work))
}
