import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('./lines'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const [Order, Product] = ['com.example.lines.Order', 'com.example.lines.Product']
const products = new Map<string, number>()

beforeAll(async () => {
  const all = { pen: ['Fountain pen', '35.00'], ink: ['Ink, blue', '12.00'], wax: ['Sealing wax', '7.25'] }
  for (const [sku, [name, price]] of Object.entries(all))
    products.set(sku, recordOf(await stage.client.create(Product, { sku, name, price })).id)
})

/** An order with one line for each number. */
async function makeOrder(...quantities: readonly number[]): Promise<number> {
  const skus = [...products.values()]
  const lines = quantities.map((quantity, index) => ({ product: { id: skus[index % skus.length] }, quantity }))
  return recordOf(await stage.client.create(Order, { customer: 'Ada', lines })).id
}

/** The lines of an order as they are stored. */
async function linesOf(order: number): Promise<readonly (readonly [string, number, string])[]> {
  const fields = 'customer,lines.product.sku,lines.quantity,lines.price'
  const { lines } = recordOf(await stage.client.exchange('GET', `/ws/rest/${Order}/${order}?fields=${fields}`))
  type Read = { product: { sku: string }; quantity: number; price: string }
  return (lines as readonly Read[]).map(({ product, quantity, price }) => [product.sku, quantity, price])
}

async function open(ada: Visitor, path: string): Promise<Page> {
  await ada.arrive(path)
  await ada.page.locator('.lines').waitFor()
  await ada.quiet()
  return ada.page
}

/** Presses Ctrl+S, and waits until it was saved. */
async function save({ page }: Visitor): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.locator('.notice-good').waitFor()
}

const cell = (page: Page, row: number, column: string) =>
  page.locator('.lines tr[data-line]').nth(row).locator(`[data-column="${column}"]`)
const texts = async (page: Page, column: string) =>
  page.locator(`.lines [data-line] [data-column="${column}"]`).allInnerTexts()

/** Types an order with three lines, faster than products are found. */
async function typeOrder(page: Page, press: (key: string) => Promise<void>): Promise<void> {
  await page.keyboard.type('Ada')
  for (const _ of ['dueOn', 'note', 'lines']) await press('Tab')
  for (const [sku, quantity] of typedLines) {
    await page.keyboard.type(sku)
    await press('Tab')
    await page.keyboard.type(String(quantity))
    await press('Enter')
  }
}

const typedLines = [
  ['pen', 12, '35.00'],
  ['ink', 24, '12.00'],
  ['wax', 3, '7.25'],
] as const

describe('a new order', () => {
  it('is created with three lines in one write, by at most 14 keys beside the values', async () => {
    const ada = await visit()
    const page = await open(ada, `/r/${Order}/new`)
    const writes: string[] = []
    page.on('request', (request) => {
      const isWrite = request.method() === 'PUT' || request.method() === 'POST'
      if (isWrite && !request.url().includes('dryRun')) writes.push(`${request.method()} ${request.url()}`)
    })
    let keys = 0
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    await typeOrder(page, press)
    // What was typed becomes a product when the service has answered.
    await ada.quiet()
    await press('Control+s')
    await page.waitForURL(/\/\d+$/)
    expect(await linesOf(Number(page.url().split('/').at(-1)))).toEqual(typedLines)
    expect(writes).toHaveLength(1)
    expect(keys).toBeLessThanOrEqual(14)
  })

  it('has all that was typed before the service had found a product, on a slow machine', async () => {
    const ada = await visit()
    const page = await open(ada, `/r/${Order}/new`)
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await typeOrder(page, (key) => page.keyboard.press(key))
    await ada.quiet()
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/\d+$/)
    expect(await linesOf(Number(page.url().split('/').at(-1)))).toEqual(typedLines)
  })
})

describe('the lines of an order', () => {
  it('are changed, added and taken out in one write', async () => {
    const id = await makeOrder(5, 4, 3)
    const ada = await visit()
    const page = await open(ada, `/r/${Order}/${id}`)
    await ada.expectAccessible()
    await cell(page, 0, 'quantity').click()
    await page.keyboard.type('9')
    await cell(page, 1, 'quantity').click()
    await ada.expectAccessible()
    await page.keyboard.press('Control+Delete')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('ink')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await ada.quiet()
    await save(ada)
    expect(await linesOf(id)).toEqual([
      ['pen', 9, '35.00'],
      ['wax', 3, '7.25'],
      ['ink', 7, '12.00'],
    ])
  })

  it('have the figures that the service would compute, and say so', async () => {
    const id = await makeOrder(5, 4)
    const ada = await visit()
    const page = await open(ada, `/r/${Order}/${id}`)
    const total = page.locator('.line-sum output')
    expect(await total.innerText()).toBe('223.00')
    await cell(page, 0, 'quantity').click()
    await page.keyboard.type('1')
    await page.getByText('would be, not saved yet').waitFor()
    expect([await total.innerText(), (await texts(page, 'amount'))[0]]).toEqual(['83.00', '35.00'])
    await cell(page, 1, 'quantity').click()
    await page.keyboard.type('x')
    await page.getByText('as saved', { exact: true }).waitFor()
    expect([await total.innerText(), (await texts(page, 'amount'))[1]]).toEqual(['223.00', '…'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Delete')
    await page.getByText('would be, not saved yet').waitFor()
    await until('the total is that of the line that is left', async () => (await total.innerText()) === '35.00')
    expect(await linesOf(id)).toHaveLength(2)
    await page.keyboard.press('Control+z')
    await until('the line is back', async () => (await total.innerText()) === '83.00')
  })

  it('are picked by their code, with what the product declares beside it', async () => {
    const ada = await visit()
    const page = await open(ada, `/r/${Order}/new`)
    await cell(page, 0, 'product').click()
    await page.keyboard.type('wax')
    await page.getByRole('option', { name: 'wax Sealing wax 7.25' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Control+d')
    await ada.quiet()
    await cell(page, 1, 'quantity').click()
    expect((await texts(page, 'product'))[0]).toBe('waxSealing wax')
    expect((await texts(page, 'price'))[0]).toBe('7.25')
  })

  it('are kept in the browser until they are saved', async () => {
    const id = await makeOrder(5)
    const ada = await visit()
    const page = await open(ada, `/r/${Order}/${id}`)
    await cell(page, 0, 'quantity').click()
    await page.keyboard.type('6')
    await ada.openTab()
    await open(ada, `/r/${Order}/${id}`)
    expect(await texts(ada.page, 'quantity')).toEqual(['6', ''])
    await save(ada)
    expect(await linesOf(id)).toEqual([['pen', 6, '35.00']])
  })

  it('at fault are named by their place, with the focus in the cell', async () => {
    const id = await makeOrder(5, 4)
    const ada = await visit()
    const page = await open(ada, `/r/${Order}/${id}`)
    await cell(page, 1, 'quantity').click()
    await page.keyboard.type('0')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Control+s')
    await page.getByText('Quantity must be at least 1').waitFor()
    await page.getByRole('button', { name: 'Line 2, Quantity:' }).waitFor()
    await until('the focus is in the cell', () =>
      page.evaluate<boolean>(`document.activeElement?.closest('td')?.dataset.column === 'quantity'`),
    )
    await ada.expectAccessible()
    await page.keyboard.type('2')
    await save(ada)
    expect((await linesOf(id))[1]).toEqual(['ink', 2, '12.00'])
  })
})

it('a picker begins with what was chosen last', async () => {
  const ada = await visit()
  const page = await open(ada, `/r/${Order}/new`)
  await cell(page, 0, 'product').click()
  await page.keyboard.type('wax')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await ada.quiet()
  await until('the list begins with wax', async () => {
    const [first] = await page.getByRole('option').allInnerTexts()
    return first?.startsWith('wax') ?? false
  })
  expect(await page.getByRole('option').count()).toBe(3)
  expect(await ada.storage()).toContain('tabularium.picked')
  await ada.page.keyboard.press('Escape')
})
