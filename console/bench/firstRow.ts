import type { Page } from 'playwright-core'
import type { Gauge } from './Bar.ts'
import type { BenchStage } from './BenchStage.ts'
import { contactModel } from './fill.ts'
import { compare, takeSample } from './sampled.ts'

const [own, bare] = [`/console/r/${contactModel}`, `/console/bare.html?model=${contactModel}`]

/** How soon the first row is there, compared with a page without framework that makes the same requests. */
export const firstRow: Gauge = {
  name: 'first-row',
  bars: [
    { name: 'first row ÷ page without framework, local', unit: '×', must: 2.2, reach: 1.6 },
    { name: 'first row ÷ page without framework, 1.6 Mbit/s, 150 ms, CPU ÷ 4', unit: '×', must: 2.2, reach: 1.6 },
    { name: 'requests before the first row, warm session', unit: '', must: 4, reach: 3 },
  ],
  measure: async (stage) => {
    const ratios: number[] = []
    for (const isSlow of [false, true])
      ratios.push(
        await compare(
          stage,
          isSlow ? 'first row, slow' : 'first row, local',
          () => timeFirstRow(stage, own, isSlow),
          () => timeFirstRow(stage, bare, isSlow),
        ),
      )
    return [...ratios, await takeSample(stage, 'requests', () => countRequests(stage))]
  },
}

/** Waits until the first row is painted, and returns when that was. */
export async function waitForFirstRow(page: Page): Promise<number> {
  await page.locator('tbody tr').first().waitFor()
  for (;;) {
    const at = await page.evaluate<number | undefined>('firstRowAt')
    if (at !== undefined) return at
  }
}

/** Waits for the first row, and puts the focus into the grid: its cursor stands at the name of the first record. */
export async function beginInGrid(page: Page): Promise<void> {
  await waitForFirstRow(page)
  await page.locator('tbody [data-cursor]').focus()
}

async function timeFirstRow(stage: BenchStage, path: string, isSlow: boolean): Promise<number> {
  const context = await stage.openContext()
  try {
    const page = await context.newPage()
    if (isSlow) await slowDown(page)
    await page.goto(`${stage.url}${path}`, { waitUntil: 'commit' })
    return await waitForFirstRow(page)
  } finally {
    await context.close()
  }
}

/** A phone on a poor network. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const throughput = 1_600_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Requests to the API until the first row is there. Files come from the browser's cache in a warm session. */
function countRequests(stage: BenchStage): Promise<number> {
  return stage.onPage('/console/', async (page) => {
    // Who is logged in, and the models: what a warm session knows.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${stage.url}${own}`)
    const until = await waitForFirstRow(page)
    const sent = await page.evaluate<{ name: string; startTime: number }[]>(
      `performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime }))`,
    )
    return sent.filter(({ name, startTime }) => new URL(name).pathname.startsWith('/ws/') && startTime < until).length
  })
}
