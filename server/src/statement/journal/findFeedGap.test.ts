import { expect, it } from 'vitest'
import { findFeedGap } from './findFeedGap.ts'

const after = { position: 50, digest: 'd' }
const known = { released: 90, digest: 'd', oldest: 1, forgotten: 0, ownForgotten: 0 }

it('continues at an entry that is as it was', () => {
  expect(findFeedGap(after, known)).toBeUndefined()
  expect(findFeedGap('start', known)).toBeUndefined()
  expect(findFeedGap(after, { ...known, released: 40 })).toBeUndefined()
  expect(findFeedGap({ position: 0, digest: '' }, { ...known, digest: null })).toBeUndefined()
})

it('says that changes are lost if the entry is another one, or missing among others', () => {
  expect(findFeedGap(after, { ...known, digest: 'other' })).toBe('lost')
  expect(findFeedGap(after, { ...known, digest: null })).toBe('lost')
  expect(findFeedGap(after, { ...known, digest: null, released: 40 })).toBe('lost')
  expect(findFeedGap(after, { ...known, digest: 'other', released: 40 })).toBe('lost')
})

it('says that changes are forgotten if later ones were deleted, or if the entry is older than all', () => {
  expect(findFeedGap(after, { ...known, forgotten: 60, ownForgotten: 60 })).toBe('forgotten')
  expect(findFeedGap(after, { ...known, digest: null, oldest: 70 })).toBe('forgotten')
  expect(findFeedGap({ position: 0, digest: '' }, { ...known, forgotten: 9, ownForgotten: 9 })).toBe('forgotten')
})

it('continues if the entry was deleted, but nothing that follows of these models', () => {
  expect(findFeedGap(after, { ...known, digest: null, forgotten: 60, ownForgotten: 40 })).toBeUndefined()
})
