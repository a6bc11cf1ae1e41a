import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AfterWrites, type Progress } from './AfterWrites.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function counted(progress: () => Progress = () => 'done') {
  const runs: number[] = []
  const after = new AfterWrites(100, async () => {
    runs.push(Math.round(performance.now()))
    return progress()
  })
  const start = Math.round(performance.now())
  return { after, times: () => runs.map((time) => time - start) }
}

it('rests until it is asked, runs at once then, and not twice in an interval', async () => {
  const { after, times } = counted()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times()).toEqual([])
  after.wake()
  await vi.advanceTimersByTimeAsync(5)
  for (let write = 0; write < 30; write++) {
    after.wake()
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times()).toEqual([1_000, 1_100])
})

it('goes on in every interval until the work is done', async () => {
  let left = 4
  const { after, times } = counted(() => (--left > 0 ? 'on' : 'done'))
  after.wake()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(times()).toEqual([100, 200, 300, 400])
})

it('goes on more rarely while others hold it up, and at least once a second', async () => {
  const { after, times } = counted(() => 'held')
  after.wake()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(times()).toEqual([100, 300, 700, 1_500, 2_500, 3_500])
  after.stop()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(times()).toHaveLength(6)
})
