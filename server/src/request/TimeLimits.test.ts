import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { TimeLimits } from './TimeLimits.ts'

it('calls what takes too long once, and nothing that is over in time', async () => {
  const limits = new TimeLimits(5)
  const late: string[] = []
  limits.start(10, () => late.push('short'))
  limits.start(10, () => late.push('over')).isOver = true
  limits.start(60, () => late.push('long'))
  expect(late).toEqual([])
  await wait(40)
  expect(late).toEqual(['short'])
  await wait(60)
  expect(late).toEqual(['short', 'long'])
})

it('starts again after a rest', async () => {
  const limits = new TimeLimits(5)
  let late = 0
  for (const _ of [1, 2]) {
    limits.start(1, () => (late += 1))
    await wait(40)
  }
  expect(late).toBe(2)
})
