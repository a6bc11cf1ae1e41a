import { expect, it } from 'vitest'
import { createBodyQueue } from './createBodyQueue.ts'

it('lets other work run between two queued bodies, and keeps their order', async () => {
  const awaitBodyTurn = createBodyQueue()
  const done: string[] = []
  const work = Array.from({ length: 4 }, async (_, index) => {
    await awaitBodyTurn()
    done.push(`work ${index}`)
    setImmediate(() => done.push('other'))
  })
  await Promise.all(work)
  await awaitBodyTurn()
  expect(done).toEqual(['work 0', 'work 1', 'other', 'work 2', 'other', 'work 3', 'other', 'other'])
})
