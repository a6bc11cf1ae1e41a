import { beforeAll, expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Contact, Tag } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
let ada = 0

beforeAll(async () => {
  ;({ id: ada } = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' })))
})

it('a row that somebody points at opens beside the list, and has a menu that gives the focus back', async () => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive(`/r/${Contact}`)
  const row = page.getByRole('row', { name: /Ada Lovelace/ })
  await row.waitFor()
  const menu = visitor.button('Menu of Ada Lovelace')
  expect(await menu.count()).toBe(0)
  await row.hover()
  await visitor.button('Open beside: Ada Lovelace').click()
  await page.waitForURL(new RegExp(`peek=${ada}$`))
  await row.hover()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Open⏎',
    'Open besidep',
    'Copy link',
    'Duplicate',
    'History',
  ])
  await visitor.expectAccessible()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.locator('.grid td:focus').waitFor()
  await row.hover()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.waitForURL(new RegExp(`/new\\?from=${ada}$`))
})

it('an empty list has the button to begin with', async () => {
  const visitor = await visit()
  await visitor.arrive(`/r/${Tag}`)
  const empty = visitor.page.locator('.empty')
  await empty.getByText('No tags yet.').waitFor()
  await visitor.expectAccessible()
  await empty.getByRole('button', { name: 'New tag' }).click()
  await visitor.page.waitForURL(new RegExp(`/r/${Tag}/new$`))
})
