import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from './Caller.ts'
import { CallerCache } from './CallerCache.ts'

const caller = { username: 'ann' } as Caller
const noted = vi.fn<(caller: Caller) => void>()
let now = 0

/** Those of sessions that end after an hour without use, noted once a minute. */
function hourly(): CallerCache {
  const callers = new CallerCache({ idle: 3_600_000, touch: 60_000 })
  callers.keep('token', caller)
  return callers
}

beforeEach(() => {
  now = 0
  noted.mockReset()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

describe('a presumption', () => {
  it('holds while it is used, and has its use noted once a minute', () => {
    const callers = hourly()
    for (now = 0; now <= 600_000; now += 10_000) expect(callers.find('token', noted)).toBe(caller)
    expect(noted).toHaveBeenCalledTimes(8)
  })

  it('is forgotten where it was not used for as long as a session may be idle', () => {
    const callers = hourly()
    now = 3_600_001
    expect(callers.find('token', noted)).toBeUndefined()
    expect(noted).not.toHaveBeenCalled()
  })

  it('is forgotten when it is told so, and there is none for a token that was never looked up', () => {
    const callers = hourly()
    callers.forget('token')
    expect(callers.find('token', noted)).toBeUndefined()
    expect(callers.find('other', noted)).toBeUndefined()
  })

  it('makes room for new ones: the longest unused go first', () => {
    const callers = hourly()
    for (let n = 1; n <= 20_000; n++) callers.keep(`token ${n}`, caller)
    expect(callers.find('token', noted)).toBeUndefined()
    expect(callers.find('token 1', noted)).toBe(caller)
  })
})
