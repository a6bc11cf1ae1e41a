import { expect, test } from 'vitest'
import { watchSignals } from './watchSignals.ts'

test('what follows the first signal at once is the same wish, and what comes later ends the process', () => {
  let [time, send, ended] = [0, (_: string) => {}, -1]
  const { asked } = watchSignals({
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
