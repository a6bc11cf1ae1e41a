import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PictureStage } from './PictureStage.ts'
import { orderScenes } from './orderScenes.ts'
import { scenes } from './scenes.ts'
import { takeDocumentPictures } from './takeDocumentPictures.ts'
import { toIndex } from './toIndex.ts'
import { walkScenes } from './walkScenes.ts'

// Takes pictures of every screen in every state: `npm run console:pictures`, with --out FOLDER and --only list,record;
// with --orders the screens of the example of orders; with --documents those of the documents, into docs/pictures.
// It builds the console and starts its own PostgreSQL and service. Exits with 1 if a scene did not come about.

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../../dist/pictures') },
    only: { type: 'string', default: '' },
    orders: { type: 'boolean', default: false },
    documents: { type: 'boolean', default: false },
  },
})

const stage = flags.orders ? await PictureStage.startOrders() : await PictureStage.start()
try {
  const failures = flags.documents ? await takeDocumentPictures(stage) : await takeAll()
  for (const failure of failures) console.log(failure)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await stage.stop()
}

/** Every chosen scene, wide and narrow, light and dark, with an index page. */
async function takeAll(): Promise<string[]> {
  const wanted = flags.only.split(',').filter((name) => name !== '')
  const all = flags.orders ? orderScenes : scenes
  const chosen = all.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))
  if (wanted.length === 0) await rm(flags.out, { recursive: true, force: true })
  await mkdir(flags.out, { recursive: true })
  const failures = await walkScenes(stage, chosen, async (page, { name }) => {
    console.error(name)
    for (const width of [1280, 400])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({
          path: join(flags.out, `${name}-${width}-${colorScheme}.png`),
          animations: 'disabled',
          caret: 'hide',
        })
      }
  })
  await writeFile(join(flags.out, 'index.html'), toIndex(chosen))
  console.log(`${chosen.length - failures.length} of ${chosen.length} scenes are in ${flags.out}`)
  return failures
}
