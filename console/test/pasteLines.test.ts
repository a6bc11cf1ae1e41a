import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { pasteText } from './pasteText.ts'
import { useConsole } from './useConsole.ts'

const folder = fileURLToPath(import.meta.resolve('./lines'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const [Order, Product] = ['com.example.lines.Order', 'com.example.lines.Product']
let order = 0
let other = 0

beforeAll(async () => {
  const made: number[] = []
  for (let number = 0; number < 20; number++) {
    const product = { sku: `p${number}`, name: `Product ${number}`, price: `${number}.50` }
    made.push(recordOf(await stage.client.create(Product, product)).id)
  }
  const lines = [1, 2, 3].map((quantity) => ({ product: { id: made[0] }, quantity }))
  order = recordOf(await stage.client.create(Order, { customer: 'Ada', lines: lines.slice(0, 1) })).id
  other = recordOf(await stage.client.create(Order, { customer: 'Bea', lines })).id
})

/** A hundred rows of a spreadsheet with its heads, of which five do not fit. */
const rows = Array.from({ length: 100 }, (_, at) => [
  at === 7 ? 'p99' : `p${at % 20}`,
  at === 20 ? 'many' : at === 30 ? '1.5' : `${at + 1}`,
  at === 40 ? '1.2.3' : at === 50 ? 'free' : at % 3 === 0 ? '1,234.50' : '9.75',
])
const sheet = [['Product', 'Quantity', 'Price'], ...rows].map((cells) => cells.join('\t')).join('\r\n')

describe('rows of a spreadsheet, pasted into the lines of an order', () => {
  it('are all there, those that do not fit marked in their cells, and saved once those are mended', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Order}/${order}`)
    const { page } = ada
    await page.locator('.lines').waitFor()
    await ada.quiet()
    await page.locator('.lines tr[data-state="blank"] td').first().click()
    await pasteText(page, sheet)
    // What is typed at once waits for the rows.
    await page.keyboard.press('Control+s')
    await page.getByText('300 values pasted · 5 do not fit').waitFor()
    await page.getByText('“p99” was not found in Products').first().waitFor()
    expect(await page.locator('.lines tr[data-line]').count()).toBe(102)
    expect(await page.locator('.lines td[data-invalid]').count()).toBe(5)
    for (const text of ['“many” must be a whole number', '“1.5” must be', '“1.2.3” must be', '“free” must be'])
      await page.locator('.line-faults').getByText(text).first().waitFor()
    await ada.expectAccessible()

    const faulty = page.locator('.lines tr[data-line]').filter({ has: page.locator('td[data-invalid]') })
    for (let left = 5; left > 0; left--) {
      await faulty.first().locator('td[data-invalid]').click()
      await page.keyboard.press('Control+Delete')
      await expect.poll(() => faulty.count()).toBe(left - 1)
    }
    await ada.quiet()
    await page.keyboard.press('Control+s')
    await page.locator('.notice-good').waitFor()
    const fields = 'lines.product.sku,lines.quantity,lines.price'
    const path = `/ws/rest/${Order}/${order}?fields=${fields}`
    const { lines } = recordOf(await stage.client.exchange('GET', path))
    const stored = lines as readonly { product: { sku: string }; quantity: number; price: string }[]
    expect(stored).toHaveLength(96)
    const expected = rows.filter((_, at) => ![7, 20, 30, 40, 50].includes(at))
    expect(stored.slice(1).map(({ product, quantity, price }) => [product.sku, `${quantity}`, price])).toEqual(
      expected.map(([product = '', quantity, price = '']) => [product, quantity, price.replace(',', '')]),
    )
  })

  it('are one step back by Ctrl+Z, and change the lines that are there from the cell on', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${Order}/${other}`)
    const { page } = ada
    await page.locator('.lines').waitFor()
    await ada.quiet()
    const cell = (row: number) => page.locator('.lines tr[data-line]').nth(row).locator('[data-column="quantity"]')
    const before = [await cell(1).innerText(), await cell(2).innerText()]
    await cell(1).click()
    await pasteText(page, '71\n72')
    await page.getByText('2 values pasted').waitFor()
    await expect.poll(() => cell(2).innerText()).toBe('72')
    await page.keyboard.press('Control+z')
    await expect.poll(() => cell(2).innerText()).toBe(before[1])
    expect(await cell(1).locator('input').inputValue()).toBe(before[0])
  })
})
