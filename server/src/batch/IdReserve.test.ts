import { expect, it } from 'vitest'
import { shop } from '../../test/harness/shop.ts'
import { IdReserve } from './IdReserve.ts'

const item = shop({}).get('shop.Item')

/** A sequence that answers asynchronously, as the database does. */
function sequence() {
  let last = 0
  return {
    generation: 1,
    run: async (statement: { toQuery(): { values: unknown[] } }) => {
      await new Promise(setImmediate)
      return Array.from({ length: Number(statement.toQuery().values[0]) }, () => [String(++last)])
    },
  }
}

it('gives each call as many ids as it draws, even if others draw while it waits for more', async () => {
  const reserve = new IdReserve(sequence())
  const before = await reserve.draw(item, 512)
  const drawn = await Promise.all([reserve.draw(item, 1_400), reserve.draw(item, 500), reserve.draw(item, 1_300)])
  expect(drawn.map(({ length }) => length)).toEqual([1_400, 500, 1_300])
  const all = [before, ...drawn].flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all.every((id) => id > 0)).toBe(true)
})

it('forgets what it drew when the primary is on another timeline', async () => {
  const source = sequence()
  const reserve = new IdReserve(source)
  const [before] = await reserve.draw(item, 1)
  source.generation += 1
  const [after] = await reserve.draw(item, 1)
  expect([before, after]).toEqual([1, 17])
})

it('does not use ids that were requested before the timeline changed', async () => {
  const source = sequence()
  const reserve = new IdReserve(source)
  const drawn = reserve.draw(item, 1)
  source.generation += 1
  expect(await drawn).toEqual([17])
})

it('draws new ids after its ids turned out to be in use', async () => {
  const reserve = new IdReserve(sequence())
  await reserve.draw(item, 1)
  reserve.discard(item)
  expect(await reserve.draw(item, 1)).toEqual([17])
})
