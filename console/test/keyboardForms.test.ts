import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'

const folder = fileURLToPath(import.meta.resolve('./forms'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const Order = 'com.example.orders.Order'
const Contact = 'com.example.contacts.Contact'
const Sheet = 'com.example.forms.Sheet'

/** Where the focus is: the label of its field, the section, and whether it is in the form at all. */
interface Stop {
  readonly field: string
  readonly section: string
}

const stopOf = (page: Page) =>
  page.evaluate<Stop | null>(`(() => {
    const section = document.activeElement?.closest('.record-section')
    const field = document.activeElement?.closest('.record-field')
    if (!section || !field) return null
    const label = field.querySelector('.field-label')?.firstChild?.textContent ?? ''
    return { field: label, section: section.querySelector('legend')?.textContent ?? '' }
  })()`)

/** A form takes the focus when all of it has come. Until then, keys wait for it. */
async function settle(page: Page): Promise<void> {
  await page.locator('.record-section').first().waitFor()
  const isThere = `document.activeElement !== document.body && !document.querySelector('main [data-loading]')`
  await until('the form has the focus', () => page.evaluate<boolean>(isThere))
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Goes to the first field by Tab alone. */
async function enter(page: Page): Promise<void> {
  await settle(page)
  for (let tabs = 0; tabs < 60 && !(await stopOf(page)); tabs++) await page.keyboard.press('Tab')
  // Back to the field that comes first, if the form began at another one.
  for (let back = 0; back < 30; back++) {
    await page.keyboard.press('Shift+Tab')
    if (!(await stopOf(page))) break
  }
  await page.keyboard.press('Tab')
}

/** All stops from the first field to the last one. */
async function stopsOf(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let stop = await stopOf(page); stop; stop = await stopOf(page)) {
    stops.push(stop)
    await page.keyboard.press('Tab')
  }
  return stops
}

const printable = Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index))

beforeAll(async () => {
  await stage.client.create('com.example.orders.Customer', { code: 'FOU', name: 'Fournil' })
  await stage.client.create('com.example.orders.Customer', { code: 'ATE', name: 'Ateliers' })
  await stage.client.create('com.example.contacts.Company', { name: 'Acme' })
  for (const name of ['heavy', 'fragile']) await stage.client.create('com.example.contacts.Tag', { name })
})

/** What is typed at each stop, and the record that it makes. */
const forms = [
  {
    model: Order,
    typed: ['four', '', '', '', '07042026', '08.1.2026'],
    record: { customer: { name: 'Fournil' }, placedOn: '2026-07-04', dueOn: '2026-08-01', status: 'draft' },
  },
  {
    model: Contact,
    typed: [
      'Ada',
      'Lovelace',
      'ada@example.com',
      '+44 20',
      '',
      '12101815',
      'acm',
      'former',
      '12.50',
      'Yes',
      'frag',
      '',
      '*No* letters.hdw?',
      '{}',
    ],
    record: {
      firstName: 'Ada',
      email: 'ada@example.com',
      birthDate: '1815-12-10',
      company: { name: 'Acme' },
      status: 'former',
      credit: '12.50',
      vip: true,
      notes: '*No* letters.hdw?',
    },
  },
  {
    model: Sheet,
    typed: ['First', '12', '1.5', 'green', 'No', ' ', '01312026', '020120260102p', 'ate', '7', 'Done.', 'heavy'],
    record: {
      name: 'First',
      count: 12,
      rate: '1.50',
      color: 'green',
      isOpen: false,
      isPaid: true,
      madeOn: '2026-01-31',
      seenOn: '2026-02-01T13:02:00.000Z',
      customer: { name: 'Ateliers' },
      weight: 7,
      remarks: 'Done.',
    },
  },
]

describe.each(forms)('a new $model', ({ model, typed, record }) => {
  it('is filled in by Tab and text alone', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${model}/new`)
    const { page } = ada
    await enter(page)
    for (const text of typed) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    // A name that was typed becomes a record as soon as the service has answered.
    await ada.quiet()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    expect(recordOf(await stage.client.read(model, id))).toMatchObject(record)
  })

  it('has one stop a field, and no printable key does anything but type at any of them', async () => {
    const ada = await visit()
    const path = `/r/${model}/new`
    await ada.arrive(path)
    const { page } = ada
    await ada.quiet()
    await enter(page)
    const stops = await stopsOf(page)
    // Each field once: a cross, a way to a record or a part of a date would be one more.
    expect(stops).toEqual(stops.filter((stop, index) => stops[index - 1]?.field !== stop.field))
    expect(stops.length).toBeGreaterThanOrEqual(typed.length - 1)
    await page.reload()
    await ada.quiet()
    await enter(page)
    for (const { field } of stops) {
      for (const key of printable) await page.keyboard.press(key)
      expect({ ...(await stopOf(page)), dialogs: await page.getByRole('dialog').count() }).toMatchObject({
        field,
        dialogs: 0,
      })
      expect(page.url()).toContain(path)
      await next(page, field)
    }
  })
})

/** Goes on to the next field. What typing made of this one may have a stop of its own: the way to call a number. */
async function next(page: Page, field: string): Promise<void> {
  await page.keyboard.press('Tab')
  if ((await stopOf(page))?.field === field) await page.keyboard.press('Tab')
}

describe('a record', () => {
  it('has at most two stops more than fields in a section, and letters are text at each of them', async () => {
    const customer = recordOf(await stage.client.create('com.example.orders.Customer', { code: 'TEN', name: 'Ten' })).id
    const order = recordOf(await stage.client.create(Order, { customer: { id: customer } })).id
    const product = recordOf(
      await stage.client.create('com.example.orders.Product', { sku: 'P', name: 'Pot', price: '1' }),
    )
    for (let line = 1; line <= 5; line++)
      await stage.client.create('com.example.orders.Line', {
        order: { id: order },
        product: { id: product.id },
        quantity: line,
        price: '1',
      })
    const ada = await visit()
    const { page } = ada
    const path = `/r/${Order}/${order}`
    await ada.arrive(path)
    await ada.quiet()
    await enter(page)
    const stops = await stopsOf(page)
    // Order: customer, status, owner. Dates: three. Lines: the empty one, by which Tab passes while nothing is typed.
    const many = Map.groupBy(stops, ({ section }) => section)
    expect([...many].map(([section, { length }]) => [section, length])).toEqual([
      ['Order', 3],
      ['Dates', 3],
      ['Lines', 1],
    ])
    await page.reload()
    await ada.quiet()
    await enter(page)
    for (const { field } of stops) {
      expect((await stopOf(page))?.field).toBe(field)
      for (const key of ['h', 'd', 'w', '.', '?']) await page.keyboard.press(key)
      expect([await page.getByRole('dialog').count(), page.url().endsWith(path)]).toEqual([0, true])
      await page.keyboard.press('Tab')
    }
  })

  it('is cleared, opened and taken back by keys, and its letters work outside of its fields', async () => {
    const company = recordOf(await stage.client.create('com.example.contacts.Company', { name: 'Zed' })).id
    const values = { firstName: 'Ada', lastName: 'Quill', company: { id: company }, birthDate: '1815-12-10' }
    const id = recordOf(await stage.client.create(Contact, values)).id
    const ada = await visit()
    const { page } = ada
    await ada.arrive(`/r/${Contact}/${id}`)
    await settle(page)
    const box = page.getByRole('combobox', { name: 'Company' })
    // Tab selects the text: the first Backspace deletes it, the second one clears the choice.
    await page.getByRole('spinbutton', { name: 'day, Birth date' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    expect(await box.inputValue()).toBe('')
    await box.focus()
    await page.keyboard.press('F8')
    await until('the change is taken back', async () => (await box.inputValue()) === 'Zed')
    await page.getByRole('combobox', { name: 'Tags' }).focus()
    for (const tag of ['heavy', 'fragile']) {
      await page.keyboard.type(tag)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Clear: ${tag}` }).waitFor()
    }
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Clear: heavy' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Clear: fragile' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('spinbutton', { name: 'month, Birth date' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('Escape')
    await box.focus()
    await page.keyboard.press('Alt+Enter')
    await page.waitForURL(new RegExp(`Company/${company}$`))
    await page.getByRole('heading', { name: 'Zed' }).waitFor()
    await page.keyboard.press('h')
    await page.waitForURL(/history/)
  })
})

describe('letters', () => {
  it('are no shortcuts any more if their user has switched them off in this browser', async () => {
    const ada = await visit()
    const { page } = ada
    await ada.arrive('/me')
    await page.getByRole('switch', { name: 'Shortcuts of a single letter' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Off', { exact: true }).waitFor()
    await ada.expectAccessible()
    await ada.go(`/r/${Contact}`)
    await page.getByRole('grid').waitFor()
    for (const key of printable) await page.keyboard.press(key)
    expect([await page.getByRole('dialog').count(), page.url().endsWith(`/r/${Contact}`)]).toEqual([0, true])
    // Keys that are no letters work on.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Find records/ }).waitFor()
    await page.keyboard.press('Escape')
    await ada.go('/me')
    await page.getByRole('switch', { name: 'Shortcuts of a single letter' }).focus()
    await page.keyboard.press('Space')
    await ada.go(`/r/${Contact}`)
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL(/\/new$/)
  })
})
