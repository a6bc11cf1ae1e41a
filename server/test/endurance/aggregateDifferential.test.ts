import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isTooCostly } from '../harness/compareSearch.ts'
import { aggregateIn } from '../harness/evaluateAggregate.ts'
import type { Memory } from '../harness/Memory.ts'
import { type AskedAggregate, randomAggregate } from '../harness/randomAggregate.ts'
import { randomOwnedModels } from '../harness/randomModels.ts'
import { RandomRightsService, type Somebody } from '../harness/RandomRightsService.ts'
import { sizeOf } from '../harness/rounds.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const schemas = fc.sample(randomOwnedModels, { seed, numRuns: inject('rounds') ?? 2 })
const users = 8
const perUser = sizeOf({ inCi: 60, long: 330 })
const together = 10

let compared = 0
/** Aggregates over more than one record. */
let meaningful = 0

afterAll(() => {
  console.info(`seed ${seed}: ${compared} aggregates of restricted users compared, ${meaningful} had several records`)
  expect(compared).toBe(users * perUser * schemas.length)
  // How many records random rules leave differs by seed: 800 of 5,280 were among the fewest seen.
  expect(meaningful).toBeGreaterThan(compared / 100)
})

describe.each(schemas.map((models, index) => ({ models, index })))(
  `aggregates of users with random rules over random models $index (seed ${seed})`,
  ({ models, index }) => {
    let stage: RandomRightsService

    beforeAll(async () => {
      stage = await RandomRightsService.open(models, { seed: seed + index, roles: 8, users, perModel: 40, open: 2 })
    })

    afterAll(() => stage.close())

    it('are what a plain evaluation in memory gives of what the user sees', async () => {
      for (const somebody of stage.users) await compareUser(somebody, stage)
    }, 300_000)
  },
)

async function compareUser({ client, rights, shown }: Somebody, stage: RandomRightsService): Promise<void> {
  const mine = rights.seenMemory()
  const asked = fc.sample(randomAggregate(mine.models), { seed: seed + rights.user.record.id, numRuns: perUser })
  for (let start = 0; start < asked.length; start += together)
    await Promise.all(
      asked.slice(start, start + together).map(async (one) => {
        try {
          await compare(client, one, mine, rights.lists(one.model.name))
        } catch (error) {
          throw new Error(
            `${String(error)}\n${JSON.stringify(one.body)} of ${one.model.name}\n${shown}\n${stage.logs()}`,
            { cause: error },
          )
        }
      }),
    )
}

async function compare(
  client: Somebody['client'],
  { model, body }: AskedAggregate,
  mine: Memory,
  lists: boolean,
): Promise<void> {
  const reply = await client.exchange('POST', `/ws/rest/${model.name}/aggregate`, { body })
  compared++
  if (!lists) return expect(reply.json?.data).toMatchObject({ code: 'not-permitted' })
  if (isTooCostly(reply)) return
  const expected = aggregateIn(mine, model, body)
  if (expected === 'too great') {
    expect(reply.text).toContain('A sum is greater than')
    return
  }
  expect(reply.json).toEqual({ status: 0, offset: body.offset ?? 0, ...expected })
  if (expected.data.some((group) => Number((group as { count?: number }).count) > 1)) meaningful++
}
