import { expect, it } from 'vitest'
import { RatePerSecond } from './RatePerSecond.ts'

it('admits so many in a second for each key, and again in the next', () => {
  const rate = new RatePerSecond(2)
  expect([rate.admits('a', 0), rate.admits('a', 1), rate.admits('a', 999)]).toEqual([true, true, false])
  expect(rate.admits('b', 999)).toBe(true)
  expect(rate.admits('a', 1_000)).toBe(true)
})
