import { expect, it } from 'vitest'
import { RecentlyUsed } from './RecentlyUsed.ts'

it('keeps an entry that is used often, however many others are used once', () => {
  const cache = new RecentlyUsed<string>(1_000)
  cache.add('hot', 'value', 10)
  for (let n = 0; n < 5_000; n++) {
    cache.add(`cold ${n}`, 'x', 50)
    expect(cache.find('hot')).toMatchObject({ value: 'value' })
  }
  expect(cache.find('cold 0')).toBeUndefined()
  expect(cache.find('cold 4999')).toMatchObject({ value: 'x' })
})

it('is bounded in size and not in number', () => {
  const cache = new RecentlyUsed<number>(100)
  for (let n = 0; n < 10; n++) cache.add(`${n}`, n, 29)
  expect(Array.from({ length: 10 }, (_, n) => cache.find(`${n}`) !== undefined).indexOf(true)).toBe(7)
  cache.add('huge', 1, 1_000)
  expect(cache.find('huge')).toBeUndefined()
  expect(cache.find('9')).toMatchObject({ value: 9 })
})

it('distinguishes undefined from a missing entry', () => {
  const cache = new RecentlyUsed<undefined>(100)
  cache.add('nothing', undefined)
  expect(cache.find('nothing')).toMatchObject({ value: undefined })
})
