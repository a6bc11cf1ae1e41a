import { describe, expect, it } from 'vitest'
import { joinStatus } from './ServiceStatus.ts'

describe('the status of several processes', () => {
  it('adds up requests by reason, and reports one fold and the same work', () => {
    const jobs = { waiting: 4, running: 1, failed: 2 }
    const work = { jobs, late: 3, behind: 5, held: 1, deliveries: { waiting: 6, parked: 7 } }
    const one = {
      draining: false,
      requests: { underWay: 3, capacity: 64, answered: 100, refused: { full: 7 } },
      fold: { pending: 12, lastRun: 300 },
      work,
    }
    const other = {
      draining: true,
      requests: { underWay: 1, capacity: 80, answered: 50, refused: { full: 1, logins: 2 } },
      fold: { pending: 14, lastRun: null },
      work,
    }
    expect(joinStatus([one, other])).toEqual({
      draining: true,
      requests: { underWay: 4, capacity: 144, answered: 150, refused: { full: 8, logins: 2 } },
      fold: { pending: 14, lastRun: 300 },
      work,
    })
  })
})
