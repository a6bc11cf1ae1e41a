import type { CDPSession } from 'playwright-core'
import { expect, it } from 'vitest'
import { recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { sizeOf } from '../../server/test/harness/rounds.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const [few, pageSize, atOnce] = [22, 100, 1_000]
const notes = 'Long enough to be noticed. '.repeat(20)

/** What the page holds after everything that nobody needs is gone. */
async function held(session: CDPSession): Promise<{ readonly megabytes: number; readonly nodes: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { megabytes: of('JSHeapUsedSize') / 1_000_000, nodes: of('Nodes') }
}

/** Turns pages as somebody does who presses Next as soon as the next page is there. */
async function turn({ page }: Visitor, pages: number): Promise<void> {
  await page.evaluate(`(async () => {
    const shown = () => document.querySelector('.pager > span').textContent
    for (let n = 0; n < ${pages}; n++) {
      const before = shown()
      document.querySelector('.pager [aria-label="Next page"]').click()
      while (shown() === before) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })()`)
}

it('many pages of a list need no more memory than a few', async () => {
  const pages = sizeOf({ inCi: 47, long: 500 })
  for (let n = 0; n <= pages * pageSize; n += atOnce) {
    const records = Array.from({ length: atOnce }, (_, k) => ({
      firstName: `Person ${n + k}`,
      lastName: 'Example',
      notes,
    }))
    recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  }
  const ada = await visit()
  await ada.arrive(`/r/${Contact}?limit=${pageSize}&fields=fullName,notes`)
  await ada.page.getByRole('grid').waitFor()
  const session = await ada.page.context().newCDPSession(ada.page)
  await session.send('Performance.enable')
  // The pages that are kept for those who go back, and the last requests, are among the few.
  await turn(ada, few)
  const before = await held(session)
  await turn(ada, pages - few)
  const after = await held(session)
  console.info(`${pages} pages: ${after.megabytes.toFixed(1)} MB, ${few}: ${before.megabytes.toFixed(1)} MB`)
  expect(after.nodes).toBeLessThan(before.nodes * 1.5)
  // A page in memory takes more than a fifteenth of a megabyte.
  expect(after.megabytes - before.megabytes).toBeLessThan((pages - few) / 30)
})
