import { describe, expect, it } from 'vitest'
import { joinStatus } from './ServiceStatus.ts'

describe('the status of several processes', () => {
  it('adds up requests by reason, and reports one fold', () => {
    const one = {
      draining: false,
      requests: { underWay: 3, capacity: 64, answered: 100, refused: { full: 7 } },
      fold: { pending: 12, lastRun: 300 },
    }
    const other = {
      draining: true,
      requests: { underWay: 1, capacity: 80, answered: 50, refused: { full: 1, logins: 2 } },
      fold: { pending: 14, lastRun: null },
    }
    expect(joinStatus([one, other])).toEqual({
      draining: true,
      requests: { underWay: 4, capacity: 144, answered: 150, refused: { full: 8, logins: 2 } },
      fold: { pending: 14, lastRun: 300 },
    })
  })

  it('is empty if no process answers', () => {
    expect(joinStatus([])).toMatchObject({
      requests: { answered: 0, refused: {} },
      fold: { pending: 0, lastRun: null },
    })
  })
})
