import { expect, it } from 'vitest'
import { RecentlyUsed } from './RecentlyUsed.ts'

it('keeps what is used, however many others are used once', () => {
  const kept = new RecentlyUsed<string>(1_000)
  kept.add('hot', 'value', 10)
  for (let n = 0; n < 5_000; n++) {
    kept.add(`cold ${n}`, 'x', 50)
    expect(kept.find('hot')).toEqual({ value: 'value', size: 13 })
  }
  expect(kept.find('cold 0')).toBeUndefined()
  expect(kept.find('cold 4999')).toMatchObject({ value: 'x' })
})

it('is bounded in size and not in number', () => {
  const kept = new RecentlyUsed<number>(100)
  for (let n = 0; n < 10; n++) kept.add(`${n}`, n, 29)
  expect(Array.from({ length: 10 }, (_, n) => kept.find(`${n}`) !== undefined).indexOf(true)).toBe(7)
  kept.add('huge', 1, 1_000)
  expect(kept.find('huge')).toBeUndefined()
  expect(kept.find('9')).toMatchObject({ value: 9 })
})

it('keeps what is undefined apart from what is not there', () => {
  const kept = new RecentlyUsed<undefined>(100)
  kept.add('nothing', undefined)
  expect(kept.find('nothing')).toMatchObject({ value: undefined })
})
