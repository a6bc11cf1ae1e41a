import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startBrowser } from '../../client/test/browser.ts'
import { useService } from '../../server/test/harness/useService.ts'
import { type Device, Visitor } from './Visitor.ts'

/** A real service with a real database, and a real browser. Visitors leave after each test. */
export function useConsole(stage = useService()) {
  let browser: Browser | undefined
  let visitors: Visitor[] = []
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterEach(async () => {
    const leaving = visitors
    visitors = []
    for (const visitor of leaving) await visitor.close()
  })
  afterAll(async () => {
    await browser?.close()
  })
  const visit = async (url = stage.service.url, expected?: RegExp, device?: Device) => {
    if (!browser) throw new Error('The browser is started before the tests and not while they are declared.')
    const visitor = await Visitor.open(browser, url, expected, device)
    visitors.push(visitor)
    return visitor
  }
  return { stage, visit }
}
