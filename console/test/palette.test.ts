import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { View } from '../../server/test/harness/people.ts'
import { addUser } from '../../server/test/harness/users.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
let zoe = 0

beforeAll(async () => {
  await stage.client.create(Company, { name: 'Zoeller Works' })
  zoe = recordOf(await stage.client.create(Contact, { firstName: 'Zoela', lastName: 'Quill' })).id
  await stage.client.create(View, { model: Contact, name: 'Quiet ones', sortBy: ['email'] })
  await addUser(stage.database, 'grace', { isAdmin: false })
})

describe('the palette', () => {
  it('opens a record by its name from anywhere, with 7 keys for 5 letters', async () => {
    const ada = await visit()
    await ada.arrive('/me')
    await ada.page.keyboard.press('Control+k')
    await ada.page.getByRole('combobox', { name: 'Find records, models, views and screens' }).waitFor()
    await ada.page.keyboard.type('zoela')
    await ada.page.keyboard.press('Enter')
    await ada.page.waitForURL(new RegExp(`/r/${Contact}/${zoe}$`))
  })

  it('leads to models, views and screens, is closed by Escape, and breaks no rule of accessibility', async () => {
    const ada = await visit()
    await ada.arrive('/')
    await ada.page.keyboard.press('Control+k')
    await ada.page.getByRole('option', { name: /^Companies/ }).waitFor()
    await ada.page.keyboard.type('zo')
    await ada.page.getByRole('option', { name: /Zoeller Works/ }).waitFor()
    await ada.expectAccessible()
    await ada.page.keyboard.press('Escape')
    await ada.page.keyboard.press('Escape')
    await ada.page.getByRole('combobox').waitFor({ state: 'detached' })
    await ada.page.keyboard.press('Control+k')
    await ada.page.keyboard.type('quiet')
    await ada.page.getByRole('option', { name: /Quiet ones/ }).click()
    await ada.page.waitForURL(/\?view=\d+$/)
  })

  it('takes what is typed right after Ctrl+K, before it was ever loaded', async () => {
    const ada = await visit()
    await ada.arrive('/me')
    // The file of the palette comes later than the keys.
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    await ada.route(/\/list-[^/]*\.js$/, async (route) => {
      await isHeld
      await route.continue()
    })
    await ada.page.reload()
    await ada.page.locator('nav.nav').waitFor()
    await ada.page.keyboard.press('Control+k')
    await ada.page.keyboard.type('zoelx')
    await ada.page.keyboard.press('Backspace')
    await ada.page.keyboard.type('a')
    const box = ada.page.getByRole('combobox', { name: 'Find records, models, views and screens' })
    expect(await box.count()).toBe(0)
    release()
    await ada.page.getByRole('option', { name: /Zoela Quill/ }).waitFor()
    expect(await box.inputValue()).toBe('zoela')
    await ada.page.keyboard.press('Enter')
    await ada.page.waitForURL(new RegExp(`/r/${Contact}/${zoe}$`))
  })

  it('leads to the access screen and to the screen of a model', async () => {
    const ada = await visit()
    await ada.arrive('/')
    await ada.page.keyboard.press('Control+k')
    await ada.page.keyboard.type('users and')
    await ada.page.getByRole('option', { name: /^Users and roles/ }).click()
    await ada.page.waitForURL(/\/settings\/users$/)
    await ada.page.getByRole('heading', { level: 1, name: 'Users and roles' }).waitFor()
    await ada.page.keyboard.press('Control+k')
    await ada.page.keyboard.type('fields and requests of company')
    await ada.page.keyboard.press('Enter')
    await ada.page.waitForURL(new RegExp(`/models/${Company}$`))
  })

  it('finds nothing that its user may not see', async () => {
    const grace = await visit()
    await grace.arrive('/', 'grace')
    await grace.page.keyboard.press('Control+k')
    await grace.page.getByRole('combobox').waitFor()
    await grace.page.keyboard.type('zoela')
    await grace.page.getByText('Nothing matches.').waitFor()
    expect(await grace.page.content()).not.toContain('Quill')
  })
})
