import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnswerInTime } from './answerInTime.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => vi.useRealTimers())

const [read, write] = [{ writes: false }, { writes: true }]
const never = () => new Promise<never>(() => {})
const caught = (work: Promise<unknown>) => work.catch((error: unknown) => error)

it('answers at the deadline, and says whether a write may have been applied', async () => {
  const answerInTime = createAnswerInTime(1_000)
  const reading = caught(answerInTime(read, never))
  const queued = caught(answerInTime(write, never))
  const sent = caught(
    answerInTime(write, (deadline) => {
      deadline.mayBeWritten = true
      return never()
    }),
  )
  await vi.advanceTimersByTimeAsync(1_050)
  expect(await reading).toMatchObject({ code: 'unavailable', details: { reason: 'deadline' } })
  expect(await queued).toMatchObject({ details: { data: { outcome: 'not-applied' } } })
  expect(await sent).toMatchObject({ details: { data: { outcome: 'unknown' } } })
})

it('answers as usual before the deadline, and leaves no timer when nothing is under way', async () => {
  const answerInTime = createAnswerInTime(1_000)
  expect(await answerInTime(read, () => Promise.resolve({ text: 'a' }))).toEqual({ text: 'a' })
  await expect(answerInTime(read, () => Promise.reject(new TypeError('wrong')))).rejects.toThrow('wrong')
  await vi.advanceTimersByTimeAsync(100)
  expect(vi.getTimerCount()).toBe(0)
})
