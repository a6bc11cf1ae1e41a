import { expect, it } from 'vitest'
import { createLine } from './createLine.ts'

it('lets others go on between two of those that stand in line, in their order', async () => {
  const takePlace = createLine()
  const done: string[] = []
  const work = Array.from({ length: 4 }, async (_, index) => {
    await takePlace()
    done.push(`work ${index}`)
    setImmediate(() => done.push('other'))
  })
  await Promise.all(work)
  await takePlace()
  expect(done).toEqual(['work 0', 'work 1', 'other', 'work 2', 'other', 'work 3', 'other', 'other'])
})
