import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What breaks a rule of accessibility in a page, or in a part of it: each element with its rule. */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  // A page loads it once: it is half a megabyte to send and to compile.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(${JSON.stringify(part) ?? 'document'}, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html))
  })()`)
}
