import type { Page } from 'playwright-core'
import type { PictureStage } from './PictureStage.ts'
import type { Scene } from './Scene.ts'

const repeats = 2

/** Opens each scene in a browser of its own, lets somebody look at it, and returns those that did not come about. */
export async function walkScenes(
  stage: PictureStage,
  scenes: readonly Scene[],
  look: (page: Page, scene: Scene) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = []
  for (const scene of scenes) {
    for (let n = 0; ; n++) {
      const failure = await show(stage, scene, look)
      if (failure === undefined) break
      // On a busy machine a page may come too late.
      if (n === repeats) {
        failures.push(`${scene.name}: ${failure}`)
        break
      }
    }
  }
  return failures
}

async function show(
  stage: PictureStage,
  scene: Scene,
  look: (page: Page, scene: Scene) => Promise<void>,
): Promise<string | undefined> {
  const { sam } = stage.clients
  if (!sam) throw new Error('Sam is one of the users.')
  const { context, page } = await stage.open(scene.as === 'nobody' ? undefined : (scene.as ?? 'admin'), scene.locale)
  page.setDefaultTimeout(20_000)
  try {
    const actors = { page, sam }
    await scene.before?.(actors)
    await page.goto(`${stage.urlOf(scene)}/console${scene.path}`)
    await page
      .locator('h1')
      .first()
      .waitFor()
      .catch(() => {})
    await scene.act?.(actors)
    await page.getByText(scene.shows).filter({ visible: true }).first().waitFor()
    await look(page, scene)
    return undefined
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ')
  } finally {
    await context.close()
  }
}
