import type { Page } from 'playwright-core'
import { median } from '../../server/bench/figures.ts'
import type { Gauge } from './Bar.ts'
import type { BenchStage } from './BenchStage.ts'
import { wideModel } from './fill.ts'
import { waitForFirstRow } from './firstRow.ts'
import { takeSample } from './sampled.ts'
import { watchWork } from './watchWork.ts'

const list = `/console/r/${wideModel}?limit=100`
const [warmUp, presses] = [5, 30]

/** What a key costs in a large list and a large form: its scripts and the layout after them. */
export const work: Gauge = {
  name: 'work',
  bars: [
    { name: 'select a row of 100 × 12', unit: 'ms', must: 16, reach: 8 },
    { name: 'move the cursor in 100 × 12', unit: 'ms', must: 16, reach: 8 },
    { name: 'type in a form of 60 fields', unit: 'ms', must: 16, reach: 8 },
  ],
  measure: async (stage) => [
    await timeInList(stage, 'Space'),
    await timeInList(stage, 'ArrowDown'),
    await takeSample(stage, 'typing', () => stage.onPage(`/console/r/${wideModel}/1`, type)),
  ],
}

function timeInList(stage: BenchStage, key: string): Promise<number> {
  return takeSample(stage, key, () =>
    stage.onPage(list, async (page) => {
      await waitForFirstRow(page)
      await page.locator('[data-cursor]').focus()
      return workOf(page, key)
    }),
  )
}

async function type(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Text15' }).click()
  return workOf(page, 'a')
}

/** The median cost of a key. */
async function workOf(page: Page, key: string): Promise<number> {
  const spent = await watchWork(page)
  const costs: number[] = []
  for (let n = 0, before = await spent(); n < warmUp + presses; n++) {
    await page.keyboard.press(key)
    const after = await spent()
    if (n >= warmUp) costs.push(after - before)
    before = after
  }
  return median(costs)
}
