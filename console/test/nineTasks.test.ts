import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { ordersFolder } from '../../server/test/harness/commandLine.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

// What a clerk does every day, with the clicks and keys that it may take at 1280 pixels. Letters of values count where
// it says so.

const of = (name: string) => `com.example.orders.${name}`
const { stage, visit } = useConsole(useLogic(await loadDeclared(ordersFolder), { models: ordersFolder }))
const [Order, Line] = [of('Order'), of('Line')]
const year = new Date().getUTCFullYear()
const ids: number[] = []

beforeAll(async () => {
  const customer = recordOf(await stage.client.create(of('Customer'), { name: 'Fournil des Amandiers', code: 'FR-2' }))
  for (const [sku, name, price] of [
    ['pen', 'Fountain pen', '35.00'],
    ['ink', 'Ink, blue', '12.00'],
    ['wax', 'Sealing wax', '7.25'],
  ])
    recordOf(await stage.client.create(of('Product'), { sku, name, price }))
  const records = Array.from({ length: 45 }, (_, index) => ({
    customer: { id: customer.id },
    ...(index < 5 ? { status: 'placed', dueOn: `${year - 1}-01-10` } : {}),
  }))
  ids.push(
    ...recordsOf(await stage.client.exchange('POST', `/ws/rest/${Order}`, { body: { records } })).map((one) => one.id),
  )
})

/** What somebody does: chords and letters, and presses of the pointer. */
interface Effort {
  clicks: number
  keys: number
  values: number
}

/** The hands of somebody, and what they have done. */
function handsOf(page: Page) {
  const effort: Effort = { clicks: 0, keys: 0, values: 0 }
  return {
    effort,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      effort.keys += keys.length
    },
    value: async (text: string) => {
      await page.keyboard.type(text)
      effort.values += text.length
    },
    click: async (selector: string) => {
      await page.locator(selector).first().click()
      effort.clicks++
    },
  }
}

async function open(ada: Visitor, path: string, ready: string): Promise<ReturnType<typeof handsOf>> {
  await ada.arrive(path)
  await ada.page.locator(ready).first().waitFor()
  await ada.quiet()
  return handsOf(ada.page)
}

/** The lines of an order as they are stored. */
async function linesOf(order: number): Promise<readonly (readonly [string, number, string])[]> {
  const fields = 'lines.product.sku,lines.quantity,lines.price'
  const { lines } = recordOf(await stage.client.exchange('GET', `/ws/rest/${Order}/${order}?fields=${fields}`))
  type Read = { product: { sku: string }; quantity: number; price: string }
  return (lines as readonly Read[]).map(({ product, quantity, price }) => [product.sku, quantity, price])
}

async function makeLine(order: number, quantity: number): Promise<void> {
  const [product] = recordsOf(await stage.client.find(of('Product')))
  recordOf(await stage.client.create(Line, { order: { id: order }, product: { id: product?.id }, quantity }))
}

const idOf = (order: number) => ids[order - 1] ?? 0
const statusOf = async (order: number) => recordOf(await stage.client.read(Order, idOf(order)))['status']

describe('the tasks of a clerk', () => {
  it('open an order by its number from anywhere: 2 keys and 5 digits', async () => {
    const ada = await visit()
    const { press, value, effort } = await open(ada, '/me', 'h1')
    await press('Control+k')
    await value('00042')
    await press('Enter')
    await ada.page.waitForURL(new RegExp(`/r/${Order}/${idOf(42)}$`))
    expect(effort).toEqual({ clicks: 0, keys: 2, values: 5 })
  })

  it('add a line to an order: no click, 3 keys and values, with the price proposed', async () => {
    const ada = await visit()
    const { press, value, effort } = await open(ada, `/r/${Order}/${idOf(20)}`, '.lines')
    await ada.page.locator('.lines [data-line] [data-column="product"]').first().focus()
    await value('ink')
    await press('Tab')
    await value('7')
    await press('Enter')
    await ada.page.getByText('84.00').first().waitFor()
    await press('Control+s')
    await ada.page.locator('.notice-good').waitFor()
    expect(await linesOf(idOf(20))).toEqual([['ink', 7, '12.00']])
    expect(effort).toEqual({ clicks: 0, keys: 3, values: 4 })
  })

  it('change the quantity of one line: a click or key, the value, Ctrl+S', async () => {
    await makeLine(idOf(21), 5)
    const ada = await visit()
    const { press, value, click, effort } = await open(ada, `/r/${Order}/${idOf(21)}`, '.lines')
    await click('.lines [data-column="quantity"]:not(th)')
    await value('9')
    await press('Control+s')
    await ada.page.locator('.notice-good').waitFor()
    expect((await linesOf(idOf(21))).map(([, quantity]) => quantity)).toEqual([9])
    expect(effort.clicks + effort.keys).toBe(2)
  })

  it('enter an order with three lines: one write, one page, 14 keys and values', async () => {
    const ada = await visit()
    const { page } = ada
    const { press, value, effort } = await open(ada, `/r/${Order}/new`, '.lines')
    const writes: string[] = []
    page.on('request', (request) => {
      if (/^(PUT|POST|DELETE)$/.test(request.method()) && !request.url().includes('dryRun')) writes.push(request.url())
    })
    await page.getByRole('combobox', { name: 'Customer' }).and(page.locator(':focus')).waitFor()
    await value('four')
    await press('Tab')
    for (
      let tabs = 0;
      tabs < 6 && !(await page.evaluate<boolean>(`!!document.activeElement?.closest('.lines')`));
      tabs++
    )
      await press('Tab')
    for (const [sku, quantity] of [
      ['pen', '12'],
      ['ink', '24'],
      ['wax', '3'],
    ] as const) {
      await value(sku)
      await press('Tab')
      await value(quantity)
      await press('Enter')
    }
    await ada.quiet()
    await press('Control+s')
    await page.waitForURL(/\/\d+$/)
    expect(await linesOf(Number(page.url().split('/').at(-1)))).toEqual([
      ['pen', 12, '35.00'],
      ['ink', 24, '12.00'],
      ['wax', 3, '7.25'],
    ])
    expect(writes).toHaveLength(1)
    expect(effort.clicks).toBe(0)
    expect(effort.keys).toBeLessThanOrEqual(14)
  })

  it('find what is overdue: 2 keys and a word, twice; keep it as a view: 1 click, a name, Enter', async () => {
    const ada = await visit()
    const { page } = ada
    const { press, value, click, effort } = await open(ada, `/r/${Order}`, '.grid-row')
    for (const word of ['placed', 'due']) {
      await press('f')
      await value(word)
      await press('Enter')
      await until(
        `the list is filtered by ${word}`,
        async () => (await page.locator('.chip').count()) > 0 && page.url().includes(word),
      )
      await ada.quiet()
    }
    await page.getByText('1–5 of 5').first().waitFor()
    expect(effort).toEqual({ clicks: 0, keys: 4, values: 9 })
    await click('button:has-text("Save view")')
    await value('Late')
    await press('Enter')
    await page.getByRole('link', { name: /Late/ }).first().waitFor()
    expect(effort).toEqual({ clicks: 1, keys: 5, values: 13 })
  })

  it('give three neighbouring rows one value, previewed: 6 keys; undo it: 2 keys', async () => {
    const ada = await visit()
    const { page } = ada
    const { press, value, effort } = await open(
      ada,
      `/r/${Order}?sortBy=id&offset=30&fields=number,status`,
      '.grid-row',
    )
    await page.locator('tbody [data-cursor]').focus()
    // The column is that of the status: its field is in the drawer already.
    await press('ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'b')
    const drawer = page.getByRole('dialog')
    await drawer.waitFor()
    await ada.quiet()
    await value('p')
    await press('Control+Enter')
    await drawer.getByRole('button', { name: 'Change 3 orders' }).waitFor()
    await press('Control+Enter')
    await drawer.waitFor({ state: 'detached' })
    expect(await Promise.all([31, 32, 33].map(statusOf))).toEqual(['placed', 'placed', 'placed'])
    expect(effort.keys).toBe(6)
    effort.keys = 0
    await press('Control+z')
    await page.getByRole('button', { name: 'Undo 3 records' }).waitFor()
    await press('Enter')
    await until('the three are drafts again', async () =>
      (await Promise.all([31, 32, 33].map(statusOf))).every((status) => status === 'draft'),
    )
    expect(effort.keys).toBe(2)
  })

  it('settle a conflict of one field: 3 keys', async () => {
    const ada = await visit()
    const { page } = ada
    const { press, effort } = await open(ada, `/r/${Order}/${idOf(40)}`, '.lines')
    const due = page.locator('[data-name="dueOn"] [role="spinbutton"]').first()
    await due.focus()
    await page.keyboard.type('12242031')
    const { version } = recordOf(await stage.client.read(Order, idOf(40)))
    recordOf(await stage.client.update(Order, idOf(40), { version, dueOn: '2031-06-01' }))
    await press('Control+s')
    await page.getByRole('radio', { name: 'Use mine' }).waitFor()
    await press('2', 'Control+s')
    await until(
      'mine is saved',
      async () => recordOf(await stage.client.read(Order, idOf(40)))['dueOn'] === '2031-12-24',
    )
    expect(effort.keys).toBe(3)
  })
})
