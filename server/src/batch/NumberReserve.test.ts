import { expect, it } from 'vitest'
import { numbered, Order } from '../../test/harness/numbered.ts'
import { placeOf } from '../statement/place.ts'
import { NumberReserve } from './NumberReserve.ts'

const order = numbered.get(Order.name)

/** A counter that answers asynchronously, as the database does. */
function counter(seconds = '1000') {
  let last = 0
  const lots: number[] = []
  return {
    lots,
    generation: 1,
    period: '2026',
    async run(statement: { toQuery(): { values: unknown[] } }) {
      await new Promise(setImmediate)
      const count = Number(statement.toQuery().values[0])
      lots.push(count)
      last += count
      return [[this.period, String(last), seconds]]
    },
  }
}

/** A reserve whose clock is moved by hand. */
function createReserve(source = counter()) {
  const clock = { time: 0 }
  return { source, clock, reserve: new NumberReserve(source, placeOf(numbered), () => clock.time) }
}

async function drawFrom(reserve: NumberReserve, count: number): Promise<number[]> {
  return (await reserve.draw(order, count)).map(([first]) => first?.number ?? 0)
}

it('gives each call as many numbers as it draws, even if others draw while it waits for more', async () => {
  const { reserve } = createReserve()
  const drawn = await Promise.all([700, 5, 1_300, 1].map((count) => drawFrom(reserve, count)))
  expect(drawn.map(({ length }) => length)).toEqual([700, 5, 1_300, 1])
  expect(new Set(drawn.flat()).size).toBe(2_006)
})

it('draws one by one at first, and larger lots under load', async () => {
  const { source, reserve } = createReserve()
  for (let index = 0; index < 3_000; index++) expect(await drawFrom(reserve, 1)).toEqual([index + 1])
  expect(source.lots).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_024])
})

it('forgets what it drew when the primary is on another timeline', async () => {
  const { source, reserve } = createReserve()
  expect([await drawFrom(reserve, 1), await drawFrom(reserve, 1)]).toEqual([[1], [2]])
  source.generation += 1
  expect(await drawFrom(reserve, 1)).toEqual([4])
  const drawn = drawFrom(reserve, 4)
  source.generation += 1
  expect((await drawn)[0]).toBeGreaterThan(8)
})

it('draws one by one again after a lot has lasted for a second', async () => {
  const { source, clock, reserve } = createReserve()
  for (const time of [0, 0, 0, 999, 999, 999, 999, 1_999]) {
    clock.time = time
    await drawFrom(reserve, 1)
  }
  expect(source.lots).toEqual([1, 2, 4, 1])
})

it('keeps no number of a period that has ended', async () => {
  const { clock, reserve } = createReserve(counter('10'))
  expect([await drawFrom(reserve, 1), await drawFrom(reserve, 1)]).toEqual([[1], [2]])
  clock.time = 9_999
  expect(await drawFrom(reserve, 1)).toEqual([3])
  expect(await drawFrom(reserve, 1)).toEqual([4])
  clock.time = 10_000
  expect(await drawFrom(reserve, 1)).toEqual([5])
})

it('draws new and many numbers after its numbers turned out to be in use', async () => {
  const { source, reserve } = createReserve()
  await drawFrom(reserve, 1)
  reserve.discard(order)
  await drawFrom(reserve, 1)
  expect(source.lots.at(-1)).toBe(1_024)
})
