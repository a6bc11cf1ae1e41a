import { expect, it } from 'vitest'
import { shop } from '../../test/harness/shop.ts'
import { IdReserve } from './IdReserve.ts'

const item = shop({}).get('shop.Item')

/** A sequence that answers later, as the database does. */
function sequence() {
  let last = 0
  return {
    run: async (statement: { toQuery(): { values: unknown[] } }) => {
      await new Promise(setImmediate)
      return Array.from({ length: Number(statement.toQuery().values[0]) }, () => [String(++last)])
    },
  }
}

it('gives everybody as many ids as they draw, also where others draw while it waits for more', async () => {
  const reserve = new IdReserve(sequence())
  const before = await reserve.draw(item, 512)
  const drawn = await Promise.all([reserve.draw(item, 1_400), reserve.draw(item, 500), reserve.draw(item, 1_300)])
  expect(drawn.map(({ length }) => length)).toEqual([1_400, 500, 1_300])
  const all = [before, ...drawn].flat()
  expect(new Set(all).size).toBe(all.length)
  expect(all.every((id) => id > 0)).toBe(true)
})
