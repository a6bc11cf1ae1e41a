import { describe, expect, it } from 'vitest'
import { longestGap, measure } from './measure.ts'

const attempt = (write: boolean, start: number, status: number, took = 10) => ({
  write,
  start,
  end: start + took,
  status,
  ...(status === 200 ? {} : { reason: 'away' }),
})

describe('measure', () => {
  it('finds the longest time without an acknowledged write, and what was refused after it', () => {
    const attempts = [
      attempt(true, 0, 200),
      attempt(true, 1_000, 503),
      attempt(false, 1_000, 200),
      attempt(false, 2_000, 503),
      attempt(true, 5_000, 200),
      attempt(true, 5_400, 0, 600),
      attempt(true, 6_500, 200),
    ]
    expect(measure(attempts, { from: 500, to: 4_000, over: 4_000 })).toEqual({
      requests: 7,
      acknowledged: 3,
      writeGap: 5,
      readGap: 0,
      readsServed: 50,
      readsSent: 2,
      failed: 3,
      reasons: [
        ['write: away', 2],
        ['read: away', 1],
      ],
      refusedAfter: 1,
      slowest: 0.6,
    })
  })

  it('counts refusals from the end of a fault that stopped no writes', () => {
    const writes = Array.from({ length: 10 }, (_, n) => attempt(true, 1_000 * n, 200))
    const attempts = [...writes, attempt(false, 5_990, 503), attempt(false, 6_390, 503)]
    expect(measure(attempts, { from: 1_000, to: 5_000, over: 6_000 }).refusedAfter).toBe(0.4)
  })

  it('takes times in any order', () => {
    expect(longestGap([9, 1, 4])).toEqual({ length: 5, end: 9 })
    expect(longestGap([])).toEqual({ length: 0, end: 0 })
  })
})
