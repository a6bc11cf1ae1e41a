import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentPictures, shownFile, shownOn } from '../pictures/documentPictures.ts'
import { PictureStage } from '../pictures/PictureStage.ts'
import { scenes } from '../pictures/scenes.ts'
import { walkScenes } from '../pictures/walkScenes.ts'

let stage: PictureStage

beforeAll(async () => {
  stage = await PictureStage.start()
}, 120_000)
afterAll(() => stage.stop())

const chosen = scenes.filter(({ name }) => name in documentPictures)

describe('the pictures of the documents are as new as the screens they show', () => {
  test('each has its scene', () => {
    expect(chosen.map(({ name }) => name).toSorted()).toEqual(Object.keys(documentPictures).toSorted())
  })

  test('each screen shows what it showed when its picture was taken', async () => {
    const taken = Object.fromEntries(
      Object.values(documentPictures).map((name) => [name, readFileSync(shownFile(name), 'utf8')]),
    )
    const now: Record<string, string> = {}
    const failures = await walkScenes(stage, chosen, async (page, { name }) => {
      const picture = documentPictures[name] ?? name
      now[picture] = await shownOn(page, taken[picture])
    })
    expect(failures).toEqual([])
    expect(now, 'Take them anew: npm run console:pictures -- --documents').toEqual(taken)
  })
})
