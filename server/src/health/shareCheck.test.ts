import { describe, expect, it } from 'vitest'
import { timed } from '../../test/harness/timed.ts'
import { shareCheck } from './shareCheck.ts'

describe('shareCheck', () => {
  it('makes one check for all calls within a second, and another one after it', async () => {
    let [time, made] = [0, 0]
    const ask = shareCheck(
      async () => `reason ${++made}`,
      () => time,
    )
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['reason 1', 'reason 1', 'reason 1'])
    time = 999
    expect(await ask()).toBe('reason 1')
    time = 1_001
    expect(await Promise.all([ask(), ask()])).toEqual(['reason 2', 'reason 2'])
    expect(made).toBe(2)
  })

  it('answers within a second while the check hangs, at once after that, and recovers', timed, async () => {
    let made = 0
    let finish: (reason?: string) => void = () => {}
    const ask = shareCheck(() => {
      made += 1
      return new Promise((resolve) => (finish = resolve))
    })
    const start = performance.now()
    expect(await ask()).toBe('The database does not answer in time.')
    expect(performance.now() - start).toBeLessThan(1_000)
    const again = performance.now()
    expect(await ask()).toBe('The database does not answer in time.')
    expect(performance.now() - again).toBeLessThan(100)
    expect(made).toBe(1)
    finish()
    await expect.poll(ask).toBeUndefined()
  })

  it('distinguishes a failed check from one that finds nothing', async () => {
    const ask = shareCheck(() => Promise.reject(new Error('never')))
    expect(await ask()).toBe('The check failed.')
  })
})
