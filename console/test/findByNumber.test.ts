import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { findViolations } from './findViolations.ts'
import { useConsole } from './useConsole.ts'

const of = (name: string) => `com.example.orders.${name}`
const folder = fileURLToPath(import.meta.resolve('../../examples/orders'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const year = new Date().getUTCFullYear()
let id = 0

beforeAll(async () => {
  const customer = recordOf(await stage.client.create(of('Customer'), { name: 'Fournil des Amandiers', code: 'FR-2' }))
  const records = Array.from({ length: 45 }, () => ({ customer: { id: customer.id } }))
  const made = recordsOf(await stage.client.exchange('POST', `/ws/rest/${of('Order')}`, { body: { records } }))
  id = made[41]?.id ?? 0
})

/** Counts the keys that a person presses, before the page sees them and sends some of them on; Ctrl+K is one. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`window.keys = 0
    const count = ({ key, isTrusted }) => { if (isTrusted && key !== 'Control') window.keys++ }
    window.addEventListener('keydown', count, { capture: true })`)
  return () => page.evaluate<number>('window.keys')
}

describe('an order by the digits of its number', () => {
  it('is opened from anywhere with 7 keys: Ctrl+K, five digits, Enter', async () => {
    const ada = await visit()
    const keys = await countKeys(ada.page)
    await ada.arrive('/me')
    await ada.page.keyboard.press('Control+k')
    await ada.page.keyboard.type('00042')
    await ada.page.keyboard.press('Enter')
    await ada.page.waitForURL(new RegExp(`/r/${of('Order')}/${id}$`))
    await ada.page.getByRole('heading', { name: `ORD-${year}-00042` }).waitFor()
    expect(await keys()).toBe(7)
  })

  it('is begun at its customer, whose list waits for the first key', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${of('Order')}/new`)
    const customer = ada.page.getByRole('combobox', { name: 'Customer' })
    await customer.and(ada.page.locator(':focus')).waitFor()
    await ada.quiet()
    expect(await ada.page.getByRole('listbox').count()).toBe(0)
    await ada.expectAccessible()
    await ada.page.keyboard.type('four')
    await ada.page.getByRole('option', { name: 'Fournil des Amandiers' }).waitFor()
    expect(await findViolations(ada.page)).toEqual([])
    await ada.page.keyboard.press('Escape')
    await ada.page.getByRole('listbox').waitFor({ state: 'detached' })
    // The pointer opens it again, although the input has the focus.
    await customer.click()
    await ada.page.getByRole('option', { name: 'Fournil des Amandiers' }).click()
    expect(await customer.inputValue()).toBe('Fournil des Amandiers')
  })

  it('is found in the box of the list, which says what it searches', async () => {
    const ada = await visit()
    await ada.arrive(`/r/${of('Order')}`)
    const box = ada.page.getByRole('searchbox', { name: 'Find' })
    expect(await box.getAttribute('placeholder')).toBe('Number…')
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('/')
    await ada.page.keyboard.type('00042')
    await ada.page.keyboard.press('Enter')
    await until('one order is left', async () => (await ada.page.getByRole('row').count()) === 2)
    expect(await ada.page.getByRole('row').allInnerTexts()).toEqual([
      expect.stringContaining('Number'),
      expect.stringContaining(`ORD-${year}-00042`),
    ])
    await ada.expectAccessible()
  })
})
