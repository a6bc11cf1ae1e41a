import { describe, expect, it } from 'vitest'
import { findNewest } from './findPrimary.ts'

const on = (system: string, number: number) => ({ timeline: { system, number } })

describe('findNewest', () => {
  it.each([
    ['nothing if no host is a primary', [], undefined],
    ['the only primary', [on('a', 3)], on('a', 3)],
    ['the highest timeline, wherever it is listed', [on('a', 3), on('a', 17), on('a', 4)], on('a', 17)],
    ['no timeline of another system, however high', [on('a', 3), on('b', 9)], on('a', 3)],
  ])('returns %s', (_, open, newest) => {
    expect(findNewest(open)).toEqual(newest)
  })

  it('returns the first of two on the same timeline', () => {
    const open = [on('a', 2), on('a', 2)]
    expect(findNewest(open)).toBe(open[0])
  })
})
