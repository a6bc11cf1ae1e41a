import { PictureStage } from '../pictures/PictureStage.ts'
import { orderScenes } from '../pictures/orderScenes.ts'
import { scenes } from '../pictures/scenes.ts'
import { walkScenes } from '../pictures/walkScenes.ts'
import type { Scene } from '../pictures/Scene.ts'
import { findViolations } from '../test/findViolations.ts'
import type { Gauge } from './Bar.ts'

/** All screens in all states, wide and light, narrow and dark: rules of accessibility, and of the policy. */
export const screens: Gauge = {
  name: 'screens',
  bars: [
    { name: 'axe violations, all rules, all screens and states', unit: '', must: 0, reach: 0 },
    { name: 'policy violations with Trusted Types', unit: '', must: 0, reach: 0 },
    { name: 'screens that did not come about', unit: '', must: 0, reach: 0 },
  ],
  measure: async ({ notes }) => {
    const found = { axe: 0, policy: 0, failures: 0 }
    const walk = async (stage: PictureStage, all: readonly Scene[]) => {
      try {
        const failures = await walkScenes(stage, all, async (page, { name }) => {
          for (const [width, colorScheme] of [
            [1280, 'light'],
            [360, 'dark'],
          ] as const) {
            await page.setViewportSize({ width, height: 800 })
            await page.emulateMedia({ colorScheme })
            const violations = await findViolations(page)
            found.axe += violations.length
            notes.push(...violations.map((what) => `${name}, ${width} px: ${what}`))
          }
          const refused = await page.evaluate<string[]>('refused')
          found.policy += refused.length
          notes.push(...refused.map((what) => `${name}: the policy refused ${what}`))
        })
        found.failures += failures.length
        notes.push(...failures)
      } finally {
        await stage.stop()
      }
    }
    await walk(await PictureStage.start(), scenes)
    await walk(await PictureStage.startOrders(), orderScenes)
    return [found.axe, found.policy, found.failures]
  },
}
