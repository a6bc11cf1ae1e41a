import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from './Caller.ts'
import { Presumptions } from './Presumptions.ts'

const caller = { username: 'ann' } as Caller
const noted = vi.fn<(caller: Caller) => void>()
let now = 0

/** Those of sessions that end after an hour without use, noted once a minute. */
function hourly(): Presumptions {
  const presumptions = new Presumptions({ idle: 3_600_000, touch: 60_000 })
  presumptions.keep('token', caller)
  return presumptions
}

beforeEach(() => {
  now = 0
  noted.mockReset()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

describe('a presumption', () => {
  it('holds while it is used, and has its use noted once a minute', () => {
    const presumptions = hourly()
    for (now = 0; now <= 600_000; now += 10_000) expect(presumptions.find('token', noted)).toBe(caller)
    expect(noted).toHaveBeenCalledTimes(8)
  })

  it('is forgotten where it was not used for as long as a session may be idle', () => {
    const presumptions = hourly()
    now = 3_600_001
    expect(presumptions.find('token', noted)).toBeUndefined()
    expect(noted).not.toHaveBeenCalled()
  })

  it('is forgotten when it is told so, and there is none for a token that was never looked up', () => {
    const presumptions = hourly()
    presumptions.forget('token')
    expect(presumptions.find('token', noted)).toBeUndefined()
    expect(presumptions.find('other', noted)).toBeUndefined()
  })

  it('makes room for new ones: the longest unused go first', () => {
    const presumptions = hourly()
    for (let n = 1; n <= 20_000; n++) presumptions.keep(`token ${n}`, caller)
    expect(presumptions.find('token', noted)).toBeUndefined()
    expect(presumptions.find('token 1', noted)).toBe(caller)
  })
})
