import { describe, expect, it } from 'vitest'
import { toDelay } from './backoff.ts'

describe('the pause between two tries', () => {
  it('doubles from a second to an hour', () => {
    const pauses = Array.from({ length: 14 }, (_, index) => toDelay(index + 1, 0.5) / 1_000)
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
  })

  it('is spread by a quarter to both sides', () => {
    expect([toDelay(4, 0), toDelay(4, 1)]).toEqual([6_000, 10_000])
    expect(toDelay(0, 0.5)).toBe(1_000)
  })
})
