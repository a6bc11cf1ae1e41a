import { describe, expect, it, onTestFinished, vi } from 'vitest'
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

  it('answers within a second while the check hangs, at once after that, and recovers', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let made = 0
    let finish: (reason?: string) => void = () => {}
    const ask = shareCheck(() => {
      made += 1
      return new Promise((resolve) => (finish = resolve))
    })
    const first = ask()
    await vi.advanceTimersByTimeAsync(900)
    expect(await first).toBe('The database does not answer in time.')
    const again = ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(await again).toBe('The database does not answer in time.')
    expect(made).toBe(1)
    finish()
    expect(await ask()).toBeUndefined()
  })

  it('distinguishes a failed check from one that finds nothing', async () => {
    const ask = shareCheck(() => Promise.reject(new Error('never')))
    expect(await ask()).toBe('The check failed.')
  })
})
