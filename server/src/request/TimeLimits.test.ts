import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TimeLimits } from './TimeLimits.ts'

// A busy machine wakes late, and then both limits have passed.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('calls what takes too long once, and nothing that is over in time', async () => {
  const limits = new TimeLimits(5)
  const late: string[] = []
  limits.start(10, () => late.push('short'))
  limits.start(10, () => late.push('over')).isOver = true
  limits.start(60, () => late.push('long'))
  expect(late).toEqual([])
  await vi.advanceTimersByTimeAsync(40)
  expect(late).toEqual(['short'])
  await vi.advanceTimersByTimeAsync(60)
  expect(late).toEqual(['short', 'long'])
})

it('starts again after a rest', async () => {
  const limits = new TimeLimits(5)
  let late = 0
  for (const _ of [1, 2]) {
    limits.start(1, () => (late += 1))
    await vi.advanceTimersByTimeAsync(40)
  }
  expect(late).toBe(2)
})
