import type { Page } from 'playwright-core'

/**
 * Watches the processor time of the page's main thread, for scripts, styles and layout, in milliseconds. Unlike the
 * time on the clock, it is the same on a busy machine, and does not wait for the next frame.
 */
export async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    // The frame after a key or a move has been painted when the one after it begins.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return 1_000 * (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration'))
  }
}
