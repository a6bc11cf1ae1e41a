import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { documentPictures, pictureFile, shownFile, shownOn } from './documentPictures.ts'
import type { PictureStage } from './PictureStage.ts'
import { scenes } from './scenes.ts'
import { walkScenes } from './walkScenes.ts'

/** Takes the pictures of the documents, wide and light, with what their screens show. Returns what failed. */
export async function takeDocumentPictures(stage: PictureStage): Promise<string[]> {
  const chosen = scenes.filter(({ name }) => name in documentPictures)
  await mkdir(dirname(shownFile('any')), { recursive: true })
  return walkScenes(stage, chosen, async (page, { name }) => {
    const picture = documentPictures[name] ?? name
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await writeFile(shownFile(picture), await shownOn(page))
    const file = pictureFile(picture)
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    const made = spawnSync('pngquant', ['--quality', '60-95', '--force', '--ext', '.png', file])
    if (made.error) console.error(`${picture}.png is larger than it needs to be: pngquant is not installed.`)
    console.error(picture)
  })
}
