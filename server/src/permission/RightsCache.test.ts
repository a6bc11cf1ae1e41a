import { expect, it } from 'vitest'
import { library } from '../../test/harness/library.ts'
import { RightsCache } from './RightsCache.ts'

it('keeps rights that are used often, however many others are used once', () => {
  const cache = new RightsCache(library)
  const hot = { admin: false, rules: '' }
  const rights = cache.get(hot)
  for (let n = 0; n < 1_000; n++) {
    cache.get({ admin: false, rules: ' '.repeat(n + 1) })
    expect(cache.get(hot)).toBe(rights)
  }
})

it('evicts the rights that were not used for the longest time', () => {
  const cache = new RightsCache(library)
  const cold = cache.get({ admin: false, rules: '' })
  for (let n = 0; n < 300; n++) cache.get({ admin: false, rules: ' '.repeat(n + 1) })
  expect(cache.get({ admin: false, rules: '' })).not.toBe(cold)
})
