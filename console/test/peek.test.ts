import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf, type RecordJson } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}?fields=fullName,status`
let people: RecordJson[] = []

beforeAll(async () => {
  const company = { id: recordOf(await stage.client.create(Company, { name: 'Acme' })).id }
  const records = ['Ann', 'Ben', 'Cem'].map((firstName) => ({
    firstName,
    lastName: 'Example',
    email: `${firstName.toLowerCase()}@example.com`,
    company,
  }))
  people = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

describe('a record beside its list', () => {
  it('is opened by p, follows the arrows, is in the address, and is closed by Escape', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('row', { name: 'Ann Example' }).getByRole('gridcell').nth(1).focus()
    await ada.page.keyboard.press('p')
    const peek = (name: string) => ada.page.getByRole('region', { name: `Side panel: ${name} Example` })
    await peek('Ann').getByText('ann@example.com').waitFor()
    await ada.page.waitForURL(new RegExp(`peek=${people[0]?.id}`))
    await ada.page.keyboard.press('ArrowDown')
    await peek('Ben').getByText('ben@example.com').waitFor()
    await ada.page.keyboard.press('j')
    await peek('Cem').getByText('cem@example.com').waitFor()
    await ada.page.waitForURL(new RegExp(`peek=${people[2]?.id}`))
    await ada.expectAccessible()
    await peek('Cem').waitFor()
    await ada.page.reload()
    await peek('Cem').getByRole('link', { name: 'Acme' }).waitFor()
    await ada.page.keyboard.press('Escape')
    await peek('Cem').waitFor({ state: 'detached' })
    expect(ada.page.url()).not.toContain('peek')
    await ada.page.locator('td[data-cursor]:focus').waitFor()
  })

  it('is opened by a button, and leads to its form', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.button('Open beside').click()
    await ada.page.getByRole('region', { name: 'Side panel: Ann Example' }).waitFor()
    await ada.page.getByRole('row', { name: 'Ben Example' }).getByRole('gridcell').nth(2).click()
    await ada.page.getByRole('region', { name: 'Side panel: Ben Example' }).getByRole('link', { name: 'Open' }).click()
    await ada.page.waitForURL(new RegExp(`/r/${Contact}/${people[1]?.id}$`))
    await ada.page.goBack()
    await ada.page.getByRole('region', { name: 'Side panel: Ben Example' }).waitFor()
  })

  it('takes the place of the list on a narrow screen, and says if it is not there', async () => {
    const ada = await visit()
    await ada.arrive(`${list}&peek=999999`)
    await ada.page.setViewportSize({ width: 360, height: 800 })
    await ada.page.getByText('There is no such record, or you may not see it.').waitFor()
    expect(await ada.page.getByRole('link', { name: 'Ann Example' }).isVisible()).toBe(false)
    await ada.button('Close').click()
    await ada.page.getByRole('link', { name: 'Ann Example' }).waitFor()
  })
})
