import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSignals } from './watchSignals.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what follows the first signal at once is the same wish, and what comes later ends the process', () => {
  let [time, send, ended] = [0, (_: string) => {}, -1]
  const { asked } = watchSignals({
    env: {},
    parentId: () => 1,
    now: () => time,
    onSignal: (listener) => {
      send = listener
      return () => {}
    },
    exit: (code) => (ended = code),
  })
  expect(asked.aborted).toBe(false)
  send('SIGINT')
  expect(asked.aborted).toBe(true)
  time = 900
  send('SIGINT')
  expect(ended).toBe(-1)
  time = 1100
  send('SIGINT')
  expect(ended).toBe(130)
})

test.each([
  [{ npm_command: 'exec' }, true],
  [{ npm_lifecycle_event: 'start' }, true],
  [{}, false],
])('started with %j, the process ends with its parent: %s', (env, ends) => {
  let parent = 17
  const ignored = { now: () => 0, onSignal: () => () => {}, exit: () => {} }
  const { asked, stop } = watchSignals({ ...ignored, env, parentId: () => parent })
  vi.advanceTimersByTime(3_000)
  expect(asked.aborted).toBe(false)
  parent = 1
  vi.advanceTimersByTime(1_000)
  expect(asked.aborted).toBe(ends)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
