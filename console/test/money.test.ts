import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordsOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Equipment = 'com.example.desk.Equipment'
const folder = fileURLToPath(import.meta.resolve('./desk'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const list = `/r/${Equipment}`
let id = 0

beforeAll(async () => {
  const records = [
    { name: 'Sony FX3', category: 'camera', price: '4000.00', paidIn: 'EUR', paid: '2100.50' },
    { name: 'Boom', category: 'audio', price: '90.00', paidIn: 'JPY', paid: '9000' },
    { name: 'Recorder', category: 'audio', price: '300.00', paidIn: 'EUR', paid: '150.00' },
  ]
  const made = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Equipment}`, { body: { records } }))
  id = made[0]?.id ?? 0
})

/** The rows of a chart's table. */
const barsOf = async ({ page }: Visitor) => {
  await page.locator('.bars tbody tr').first().waitFor()
  const rows = await page.locator('.bars tbody tr').allInnerTexts()
  return rows.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

it('a list shows amounts with their currency, also one that is a field and no column', async () => {
  const ada = await visit()
  await ada.arrive(`${list}?fields=name,price,paid`)
  const row = ada.page.getByRole('row', { name: 'Sony FX3' })
  await row.getByText('NZ$4,000.00').waitFor()
  await row.getByText('€2,100.50').waitFor()
  await ada.page.getByRole('row', { name: 'Boom' }).getByText('¥9,000', { exact: true }).waitFor()
})

it('a form says the currency of an amount, as it is chosen', async () => {
  const ada = await visit()
  await ada.arrive(`${list}/${id}`)
  await ada.page.getByRole('textbox', { name: 'Price NZD' }).waitFor()
  await ada.page.getByRole('textbox', { name: 'Paid EUR' }).waitFor()
  await ada.page.getByRole('textbox', { name: 'Paid in' }).fill('CHF')
  await ada.page.getByRole('textbox', { name: 'Paid CHF' }).waitFor()
  await ada.expectAccessible('.record-form')
})

it('sums have their currency, and are never of several', async () => {
  const ada = await visit()
  await ada.arrive(`${list}?chart=category~sum.price`)
  expect(await barsOf(ada)).toEqual(['Camera NZ$4,000.00', 'Audio NZ$390.00'])
  await ada.button(/Measure$/).click()
  expect(await ada.page.getByRole('option').allTextContents()).not.toContain('Sum of Paid')
  await ada.page.keyboard.press('Escape')
  await ada.go(`${list}?chart=paidIn~sum.paid`)
  expect(await barsOf(ada)).toEqual(['JPY ¥9,000', 'EUR €2,250.50'])
})
