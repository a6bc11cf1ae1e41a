import { beforeAll, describe, expect, it } from 'vitest'
import { recordOf, recordsOf, type RecordJson } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { pasteText } from './pasteText.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}?fields=fullName,email,status,birthDate&sortBy=id`
let people: RecordJson[] = []

beforeAll(async () => {
  const records = ['Ann', 'Ben', 'Cem', 'Dan', 'Eve'].map((firstName) => {
    return { firstName, lastName: 'Example', status: 'lead' }
  })
  people = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
})

/** What is stored of a person. */
async function stored(index: number): Promise<RecordJson> {
  return recordOf(await stage.client.read(Contact, people[index]?.id ?? 0))
}

const cell = ({ page }: Visitor, row: number, column: number) => page.locator(`.grid td[data-at="${row} ${column}"]`)

/** The service's own administrator is no contact: these are the first five. */
async function open(): Promise<Visitor> {
  const ada = await visit()
  await ada.arrive(list)
  await ada.page.getByRole('row', { name: 'Eve Example' }).waitFor()
  await ada.quiet()
  return ada
}

const sheet = [
  ['ann@paste.example', 'Customer', '31 Dec 1990'],
  ['ben@paste.example', 'nobody', '1991-02-03'],
  ['cem@paste.example', 'former', '31.02.1992'],
]

describe('cells of a spreadsheet', () => {
  it('are gathered with those that do not fit in red, saved in one set, and undone as one', async () => {
    const ada = await open()
    const { page } = ada
    const writes: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.method() === 'POST' && pathname === `/ws/rest/${Contact}`) writes.push(search)
    })
    await cell(ada, 0, 2).click()
    await pasteText(page, sheet.map((cells) => cells.join('\t')).join('\r\n'))
    await page.getByText('7 changes in 3 contacts · 2 do not fit').waitFor()
    expect(await page.locator('.cell-marked[data-mark="faulty"]').count()).toBe(2)
    await page.getByText('“nobody” is none of the values that can be chosen').waitFor()
    await ada.expectAccessible()
    expect(writes).toEqual([])
    await page.keyboard.press('Control+z')
    await page.getByRole('region', { name: 'Edit cells' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+z')
    await page.getByText('7 changes in 3 contacts · 2 do not fit').waitFor()

    await page.keyboard.press('Control+s')
    await page.getByText('3 contacts were changed').waitFor()
    expect(writes).toHaveLength(2)
    expect(await stored(0)).toMatchObject({ email: 'ann@paste.example', status: 'customer', birthDate: '1990-12-31' })
    expect(await stored(1)).toMatchObject({ email: 'ben@paste.example', status: 'lead', birthDate: '1991-02-03' })
    expect(await stored(2)).toMatchObject({ email: 'cem@paste.example', status: 'former', birthDate: null })
    // What never fitted is still there to be mended.
    await page.getByText('2 do not fit').waitFor()
    await ada.button('Discard').click()
    await page.keyboard.press('Control+z')
    await ada.button('Undo 3 records').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('3 records are back as they were').waitFor()
    expect(await stored(0)).toMatchObject({ email: null, status: 'lead', birthDate: null })
    await page.keyboard.press('Control+Shift+z')
    await ada.button('Undo 3 records').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(0))['email']).toBe('ann@paste.example')
  })
})

describe('a rectangle of cells', () => {
  it('is chosen, copied, pasted, filled and cleared by keys', async () => {
    const ada = await open()
    const { page } = ada
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const choose = async () => {
      await cell(ada, 0, 2).click()
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
      await page.getByText('4 cells').first().waitFor()
    }
    await choose()
    // It looks at a narrow window, too, which has cards.
    await ada.expectAccessible()
    await choose()
    await page.keyboard.press('Control+c')
    const before = [await cell(ada, 0, 2).innerText(), await cell(ada, 1, 2).innerText()]
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      [`${before[0]}\tcustomer`, `${before[1]}\tlead`].join('\n'),
    )
    await cell(ada, 3, 2).focus()
    await page.keyboard.press('Control+v')
    await page.getByText('3 changes in 2 contacts').waitFor()
    await expect.poll(() => cell(ada, 3, 3).innerText()).toContain('customer')
    await cell(ada, 3, 4).focus()
    await pasteText(page, '2026-12-24')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect.poll(() => cell(ada, 4, 4).innerText()).toContain('Dec 24, 2026')
    await page.keyboard.press('Delete')
    await expect.poll(() => cell(ada, 4, 4).innerText()).not.toContain('2026')
    for (let left = 4; left > 0; left--) await page.keyboard.press('Control+z')
    await page.getByRole('region', { name: 'Edit cells' }).waitFor({ state: 'detached' })
  })

  it('is chosen by dragging, and filled by its handle, a series with Alt', async () => {
    const ada = await open()
    const { page } = ada
    await cell(ada, 0, 4).click()
    await pasteText(page, '2026-01-01\n2026-01-08')
    await page.getByText(/in 2 contacts/).waitFor()
    await cell(ada, 0, 4).hover()
    await page.mouse.down()
    await cell(ada, 1, 4).hover()
    await page.mouse.up()
    await page.getByText('2 cells').first().waitFor()
    await page.locator('.grid-handle').hover()
    await page.mouse.down()
    await cell(ada, 4, 4).hover()
    await page.keyboard.down('Alt')
    await page.mouse.up()
    await page.keyboard.up('Alt')
    await expect.poll(() => cell(ada, 4, 4).innerText()).toContain('Jan 29, 2026')
    await page.getByText('5 changes in 5 contacts').waitFor()
    await ada.button('Discard').click()
  })
})
