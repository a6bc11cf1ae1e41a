import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { addUser } from '../../server/test/harness/users.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Equipment = 'com.example.desk.Equipment'
const Loan = 'com.example.desk.Loan'
const folder = fileURLToPath(import.meta.resolve('./desk'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
let id = 0

beforeAll(async () => {
  const camera = { name: 'FX3', category: 'camera', checkedOn: '2026-07-01T22:30:00Z' }
  id = recordOf(await stage.client.create(Equipment, camera)).id
  for (const name of ['greta', 'zoe', 'otto']) await addUser(stage.database, name, { isAdmin: true })
})

const choose = async ({ page }: Visitor, label: RegExp, option: string) => {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** The list, a record and the form of a new one, whose first field has this label. */
async function expectAllAccessible(visitor: Visitor, label: string): Promise<void> {
  for (const path of ['', `/${id}`, '/new']) {
    await visitor.go(`/r/${Equipment}${path}`)
    const shown = visitor.page.getByRole(path === '' ? 'columnheader' : 'textbox', { name: label })
    await shown.first().waitFor()
    await visitor.expectAccessible()
  }
}

describe('the language of one’s account', () => {
  it('is that of labels, plurals and values at once, and on the next device', async () => {
    const greta = await visit()
    await greta.arrive('/me', 'greta')
    await greta.page.getByRole('link', { name: 'Pieces of equipment' }).waitFor()
    await greta.page.evaluate('window.isSamePage = true')
    await choose(greta, /Language$/, 'Deutsch')
    await greta.page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await greta.page.getByRole('link', { name: 'Geräte', exact: true }).click()
    await greta.page.getByRole('heading', { name: /^Geräte/ }).waitFor()
    await greta.page.getByRole('columnheader', { name: 'Bezeichnung' }).waitFor()
    await greta.page.getByRole('grid').getByText('Kamera').waitFor()
    await greta.button('Neu: Gerät').waitFor()
    expect(await greta.page.evaluate('window.isSamePage')).toBe(true)
    expect(await greta.page.title()).toContain('Geräte')
    await expectAllAccessible(greta, 'Bezeichnung')

    const elsewhere = await visit()
    await elsewhere.arrive(`/r/${Loan}/new`, 'greta')
    await elsewhere.page.locator('html[lang=de]').waitFor()
    // The list of the first field stands over the form until it is closed.
    await elsewhere.page.locator('h1', { hasText: 'Neu: Ausleihe' }).waitFor()
    await elsewhere.page.keyboard.press('Escape')
    await elsewhere.page.getByRole('link', { name: 'Geräteausleihe' }).first().waitFor()
    await elsewhere.go('/me')
    await choose(elsewhere, /Sprache$/, 'Wie der Browser: English')
    await elsewhere.page.getByRole('heading', { name: 'Your account' }).waitFor()
    await elsewhere.page.getByRole('link', { name: 'Loans', exact: true }).waitFor()
    await elsewhere.expectAccessible()
    await expectAllAccessible(elsewhere, 'Name')
  })

  it('is only the console’s if the models do not have it', async () => {
    const otto = await visit()
    await otto.arrive('/me', 'otto')
    await choose(otto, /Language$/, 'Français')
    await otto.page.getByRole('heading', { name: 'Votre compte' }).waitFor()
    await otto.page.getByRole('link', { name: 'Pieces of equipment' }).waitFor()
    const rows = await stage.database.query<{ language: string | null }>(
      `select language from record.tabularium_user where username = 'otto'`,
    )
    expect(rows).toEqual([{ language: null }])
  })
})

it('times are shown and typed in the time zone of one’s account', async () => {
  const zoe = await visit()
  await zoe.arrive('/me', 'zoe')
  await zoe.page.getByText('As the browser: UTC').waitFor()
  await zoe.page.getByRole('combobox', { name: 'Time zone' }).fill('new york')
  await zoe.page.getByRole('option', { name: 'America/New_York' }).click()
  await zoe.page.getByText('Times are shown in it.').waitFor()
  await zoe.expectAccessible()
  await zoe.go(`/r/${Equipment}?fields=name,checkedOn`)
  await zoe.page.getByRole('grid').getByText('Jul 1, 2026, 6:30 PM').waitFor()
  await zoe.go(`/r/${Equipment}/${id}`)
  const checked = zoe.page.getByRole('group', { name: 'Checked' })
  await checked.getByText('EDT').waitFor()
  await checked.getByRole('spinbutton', { name: /hour/ }).click()
  await zoe.page.keyboard.type('8')
  await zoe.button('Save').click()
  await zoe.page.getByText('Saved as version 1').waitFor()
  expect(recordOf(await stage.client.read(Equipment, id))['checkedOn']).toBe('2026-07-02T00:30:00.000Z')

  await zoe.go('/me')
  await zoe.button('Clear: Time zone').click()
  await zoe.page.getByText('As the browser: UTC').waitFor()
})
