import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const Equipment = 'com.example.desk.Equipment'
const folder = fileURLToPath(import.meta.resolve('./desk'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const list = `/r/${Equipment}`
let old = 0

beforeAll(async () => {
  await stage.client.create(Equipment, { name: 'Recorder', category: 'audio', insured: true })
  const { id } = recordOf(await stage.client.create(Equipment, { name: 'Bolex', insured: false }))
  // From a time when these values were in use.
  await stage.database.query(
    `update record.com_example_desk_equipment set category = 'film', tags = '{fragile,wired}' where id = $1`,
    [id],
  )
  old = id
})

const offered = async (page: Page) => {
  const options = page.locator('.popover').getByRole('option')
  await options.first().waitFor()
  return options.allTextContents()
}

it('values have their colours in lists, and those no longer in use a mark', async () => {
  const ada = await visit()
  await ada.arrive(list)
  const row = ada.page.getByRole('row', { name: 'Bolex' })
  const tags = row.locator('.tag')
  expect(await tags.allTextContents()).toEqual(['Film (no longer in use)', 'Fragile', 'Wired (no longer in use)', 'No'])
  const of = (name: string) => tags.evaluateAll((all, key) => all.map((each) => each.getAttribute(key)), name)
  expect(await of('data-color')).toEqual(['amber', 'red', null, null])
  expect(await of('data-retired')).toEqual(['true', null, 'true', null])
  await ada.expectAccessible()
})

it('a form offers what is in use and what is there', async () => {
  const ada = await visit()
  await ada.arrive(`${list}/${old}`)
  await ada.button(/Film.*Category/).click()
  expect(await offered(ada.page)).toEqual(['—', 'Camera', 'Audio', 'Film (no longer in use)'])
  await ada.expectAccessible('.popover')
  await ada.page.keyboard.press('Escape')
  await ada.button(/Fragile.*Tags/).click()
  expect(await offered(ada.page)).toEqual(['Fragile', 'Heavy', 'Wired (no longer in use)'])
  await ada.page.getByRole('option', { name: 'Heavy' }).click()
  await ada.page.keyboard.press('Escape')
  await ada.button('Save').click()
  await ada.page.getByText('Saved as version 1').waitFor()
  const { category, tags } = recordOf(await stage.client.read(Equipment, old))
  expect({ category, tags }).toEqual({ category: 'film', tags: ['fragile', 'heavy', 'wired'] })

  await ada.go(`${list}/new`)
  await ada.button('— Category').click()
  expect(await offered(ada.page)).toEqual(['—', 'Camera', 'Audio'])

  await ada.go(`${list}/new?from=${old}`)
  await ada.button(/Fragile.*Heavy.*Tags/).waitFor()
  expect(await ada.page.locator('.tag[data-retired]').count()).toBe(0)
})

it('a change of several records offers what is in use', async () => {
  const ada = await visit()
  await ada.arrive(list)
  await ada.page.getByRole('grid').waitFor()
  for (const key of ['j', 'ArrowRight', 'Space', 'b']) await ada.page.keyboard.press(key)
  const drawer = ada.page.getByRole('dialog', { name: 'Change 1 equipment' })
  await drawer.getByRole('button', { name: '— Category' }).click()
  expect(await offered(ada.page)).toEqual(['Camera', 'Audio'])
})

it('a filter offers all values, and shows those that were chosen in their colours', async () => {
  const ada = await visit()
  await ada.arrive(list)
  await ada.button('Filter').click()
  await ada.page.getByRole('option', { name: 'Category' }).first().click()
  const film = ada.page.getByRole('option', { name: 'Film' })
  await film.click()
  await ada.expectAccessible('.popover')
  await ada.button('Apply').click()
  const chip = ada.page.locator('.chip').first()
  await chip.locator('.tag[data-color=amber]').waitFor()
  expect(await chip.textContent()).toContain('Category is Film')
  await ada.page.getByRole('row', { name: 'Recorder' }).waitFor({ state: 'detached' })
  await ada.page.getByRole('row', { name: 'Bolex' }).waitFor()
})
