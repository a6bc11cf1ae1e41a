import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf, type RecordJson } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}?fields=fullName,email,status,credit`
const leads = encodeURIComponent('{"fieldName":"status","operator":"=","value":"lead"}')
let people: RecordJson[] = []

beforeAll(async () => {
  const records = ['Ann', 'Ben', 'Cem', 'Dan'].map((firstName) => ({ firstName, lastName: 'Example', status: 'lead' }))
  people = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

async function stored(index: number): Promise<RecordJson> {
  return recordOf(await stage.client.read(Contact, people[index]?.id ?? 0))
}

/** The cell of a person, with the cursor of the grid on it. */
async function focusCell(visitor: Visitor, name: string, column: number): Promise<void> {
  await visitor.page.getByRole('row', { name }).getByRole('gridcell').nth(column).focus()
}

describe('a cell of a list', () => {
  it('is edited and saved with two keys besides the value, and undone', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await focusCell(ada, 'Ann Example', 2)
    await ada.page.keyboard.press('F2')
    const box = ada.page.getByRole('textbox', { name: 'E-mail of Ann Example' })
    await box.waitFor()
    await ada.expectAccessible()
    await box.waitFor()
    await ada.page.keyboard.type('ann@example.com')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('E-mail of Ann Example was saved.').waitFor()
    expect(await stored(0)).toMatchObject({ email: 'ann@example.com', version: 1 })
    await ada.page.locator('td[data-cursor]:focus').waitFor()
    await ada.button('Undo').click()
    await ada.page.getByText('E-mail of Ann Example is back as it was.').waitFor()
    expect(await stored(0)).toMatchObject({ email: null, version: 2 })
  })

  it('is saved by Tab, which goes on to the next one, and taken back by Escape', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('row', { name: 'Ben Example' }).getByRole('gridcell').nth(2).dblclick()
    const email = ada.page.getByRole('textbox', { name: 'E-mail of Ben Example' })
    await email.fill('no address')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('must be an e-mail address').waitFor()
    await email.fill('ben@example.com')
    await ada.page.keyboard.press('Tab')
    await ada.page.getByRole('button', { name: /Status of Ben Example/ }).waitFor()
    expect(await stored(1)).toMatchObject({ email: 'ben@example.com', version: 1 })
    await ada.page.keyboard.press('Tab')
    const credit = ada.page.getByRole('textbox', { name: 'Credit of Ben Example' })
    await credit.fill('not a number')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('must be a number such as 12.50').waitFor()
    await ada.page.keyboard.press('Escape')
    await credit.waitFor({ state: 'detached' })
    expect(await stored(1)).toMatchObject({ credit: null, version: 1 })
  })

  it('says what somebody else made of it meanwhile, and loses nothing that was typed', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await focusCell(ada, 'Cem Example', 2)
    await ada.page.keyboard.press('Enter')
    const box = ada.page.getByRole('textbox', { name: 'E-mail of Cem Example' })
    await box.fill('cem@mine.example')
    await stage.client.update(Contact, people[2]?.id ?? 0, { version: 0, email: 'cem@theirs.example' })
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('Somebody changed it meanwhile: it is now cem@theirs.example.').waitFor()
    expect(await box.inputValue()).toBe('cem@mine.example')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('E-mail of Cem Example was saved.').waitFor()
    expect(await stored(2)).toMatchObject({ email: 'cem@mine.example', version: 2 })
  })

  it('keeps what is typed into it when the answer to the one before comes late', async () => {
    const ada = await visit()
    await ada.arrive(list)
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await ada.route(`**/ws/rest/${Contact}/${people[0]?.id}*`, async (route) => {
      if (route.request().method() !== 'GET') await answered
      await route.continue()
    })
    const cell = (name: string) => ada.page.getByRole('row', { name }).getByRole('gridcell').nth(2)
    await cell('Ann Example').dblclick()
    await ada.page.getByRole('textbox', { name: 'E-mail of Ann Example' }).fill('ann@late.example')
    await cell('Dan Example').dblclick()
    const next = ada.page.getByRole('textbox', { name: 'E-mail of Dan Example' })
    await next.fill('dan@')
    answer()
    await ada.page.getByText('E-mail of Ann Example was saved.').waitFor()
    await next.press('End')
    await ada.page.keyboard.type('late.example')
    expect(await next.inputValue()).toBe('dan@late.example')
    await ada.page.keyboard.press('Enter')
    await ada.page.getByText('E-mail of Dan Example was saved.').waitFor()
    expect([await stored(0), await stored(3)]).toMatchObject([
      { email: 'ann@late.example' },
      { email: 'dan@late.example' },
    ])
  })

  it('of a record that no longer meets the filter stays, marked, until the list is left', async () => {
    const ada = await visit()
    await ada.arrive(`${list}&where=${leads}`)
    await focusCell(ada, 'Dan Example', 3)
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('button', { name: /Status of Dan Example/ }).waitFor()
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('option', { name: 'customer' }).click()
    const row = ada.page.getByRole('row', { name: 'Dan Example no longer in this list' })
    await row.waitFor()
    expect(await row.textContent()).toContain('customer')
    expect(await stored(3)).toMatchObject({ status: 'customer' })
    await ada.expectAccessible()
    await ada.go('/')
    await ada.home().waitFor()
    await ada.page.goBack()
    await ada.page.getByText('1–3 of 3').first().waitFor()
    await row.waitFor({ state: 'detached' })
  })
})
