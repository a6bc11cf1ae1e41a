import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LastUsedQueue } from './LastUsedQueue.ts'

const pause = 1_000
const record = vi.fn<(hashes: string[]) => Promise<unknown>>()

beforeEach(() => {
  vi.useFakeTimers()
  record.mockReset().mockResolvedValue([])
})

afterEach(() => void vi.useRealTimers())

function withWaiting(count: number): LastUsedQueue {
  const lastUsed = new LastUsedQueue({ pause, record })
  for (let n = 1; n <= count; n++) lastUsed.add(`hash ${n}`)
  return lastUsed
}

describe('the use of sessions', () => {
  it('is recorded once for all uses of a moment', async () => {
    const lastUsed = withWaiting(3)
    lastUsed.add('hash 2')
    await vi.advanceTimersByTimeAsync(pause)
    expect(record.mock.calls).toEqual([[['hash 1', 'hash 2', 'hash 3']]])
    await vi.advanceTimersByTimeAsync(10 * pause)
    expect(record).toHaveBeenCalledTimes(1)
  })

  it('is recorded again if they are used again', async () => {
    const lastUsed = withWaiting(1)
    await vi.advanceTimersByTimeAsync(pause)
    lastUsed.add('hash 1')
    await vi.advanceTimersByTimeAsync(pause)
    expect(record).toHaveBeenCalledTimes(2)
  })

  it('is recorded in batches if many are used at once, in their order, all within 41 pauses', async () => {
    withWaiting(25_000)
    await vi.advanceTimersByTimeAsync(41 * pause)
    const sizes = record.mock.calls.map(([hashes]) => hashes.length)
    expect(sizes).toHaveLength(41)
    expect(sizes[0]).toBe(1_250)
    expect(Math.min(...sizes.slice(0, -1))).toBe(256)
    expect(record.mock.calls.flatMap(([hashes]) => hashes)).toEqual(
      Array.from({ length: 20_000 }, (_, index) => `hash ${index + 1}`),
    )
    await vi.advanceTimersByTimeAsync(pause)
    expect(record).toHaveBeenCalledTimes(41)
  })

  it('continues after the database was unreachable', async () => {
    record.mockRejectedValueOnce(new Error('away'))
    withWaiting(300)
    await vi.advanceTimersByTimeAsync(2 * pause)
    expect(record.mock.calls.map(([hashes]) => hashes.length)).toEqual([256, 44])
  })
})
