import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from './Caller.ts'
import { CallerCache } from './CallerCache.ts'

const caller = { username: 'ann' } as Caller
const record = vi.fn<(caller: Caller) => void>()
let now = 0
let database = { generation: 1 }

/** A cache for sessions that end after an hour without use. Their use is recorded once a minute. */
function hourly(): CallerCache {
  const callers = new CallerCache({ idle: 3_600_000, touch: 60_000 }, database)
  callers.set('token', caller, 1)
  return callers
}

beforeEach(() => {
  now = 0
  database = { generation: 1 }
  record.mockReset()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

describe('a cached caller', () => {
  it('is found while it is used, and its use is recorded once a minute', () => {
    const callers = hourly()
    for (now = 0; now <= 600_000; now += 10_000) expect(callers.find('token', record)).toBe(caller)
    expect(record).toHaveBeenCalledTimes(8)
  })

  it('is found quietly, and then the next use is recorded as if that had not been', () => {
    const callers = hourly()
    now = 50_000
    callers.set('token', caller, 1, true)
    now = 61_000
    expect(callers.findQuietly('token')).toBe(caller)
    expect(record).not.toHaveBeenCalled()
    expect(callers.find('token', record)).toBe(caller)
    expect(record).toHaveBeenCalledTimes(1)
    callers.set('other', caller, 1, true)
    expect(callers.find('other', record)).toBeUndefined()
  })

  it('is not found after it was not used for as long as a session may be idle', () => {
    const callers = hourly()
    now = 3_600_001
    expect(callers.find('token', record)).toBeUndefined()
    expect(record).not.toHaveBeenCalled()
  })

  it('can be forgotten, and there is none for a token that was never looked up', () => {
    const callers = hourly()
    callers.forget('token')
    expect(callers.find('token', record)).toBeUndefined()
    expect(callers.find('other', record)).toBeUndefined()
  })

  it('is evicted for new ones: the oldest entries go first', () => {
    const callers = hourly()
    for (let n = 1; n <= 20_000; n++) callers.set(`token ${n}`, caller, 1)
    expect(callers.find('token', record)).toBeUndefined()
    expect(callers.find('token 1', record)).toBe(caller)
  })
})

describe('when the timeline of the database changes', () => {
  it('all cached callers are forgotten', () => {
    const callers = hourly()
    database.generation = 2
    expect(callers.peek('token')).toBeUndefined()
    expect(callers.find('token', record)).toBeUndefined()
    database.generation = 1
    expect(callers.find('token', record)).toBeUndefined()
  })

  it('an entry of the old timeline does not come back with a new one', () => {
    const callers = hourly()
    database.generation = 2
    callers.set('other', caller, 2)
    expect([callers.peek('token'), callers.peek('other')]).toEqual([undefined, caller])
  })

  it('a caller whose look-up began before is not cached', () => {
    const callers = hourly()
    const { generation } = database
    database.generation = 2
    callers.set('late', caller, generation)
    expect(callers.find('late', record)).toBeUndefined()
  })
})
