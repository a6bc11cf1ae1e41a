import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const of = (name: string) => `com.example.orders.${name}`
const folder = fileURLToPath(import.meta.resolve('../../examples/orders'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const list = `/r/${of('Order')}`
const year = new Date().getUTCFullYear()
let seasons = 0

beforeAll(async () => {
  const make = (name: string, code: string) => stage.client.create(of('Customer'), { name, code })
  seasons = recordOf(await make('Four Seasons', 'FOUR')).id
  const other = recordOf(await make('Fournil des Amandiers', 'FR-2')).id
  const records = [
    { customer: { id: seasons }, status: 'placed', dueOn: `${year - 1}-01-10` },
    { customer: { id: other }, status: 'placed', dueOn: `${year + 1}-01-10` },
    { customer: { id: other }, dueOn: `${year - 1}-01-10` },
    { customer: { id: other } },
  ]
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${of('Order')}`, { body: { records } }))
})

/** Counts the keys that a person presses, before the page sees them and sends some of them on. */
async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`window.keys = 0
    window.addEventListener('keydown', ({ isTrusted }) => { if (isTrusted) window.keys++ }, { capture: true })`)
  return () => page.evaluate<number>('window.keys')
}

const whereOf = ({ page }: Visitor) => new URL(page.url()).searchParams.get('where') ?? ''

const isAsked = async (visitor: Visitor, expected: unknown) => {
  const asked = JSON.stringify(expected)
  await until(`the list is asked for ${asked}`, async () => whereOf(visitor) === asked)
}

const placed = { fieldName: 'status', operator: '=', value: 'placed' }
const late = { fieldName: 'dueOn', operator: '<', value: '$today' }

describe('a filter', () => {
  it('of what is overdue takes two keys and a word, twice', async () => {
    const ada = await visit()
    const keys = await countKeys(ada.page)
    await ada.arrive(list)
    await ada.page.getByText('1–4 of 4').first().waitFor()
    const type = (text: string) => ada.page.keyboard.type(text)
    await type('f')
    await type('placed')
    await ada.page.keyboard.press('Enter')
    await isAsked(ada, placed)
    await ada.page.getByText('1–2 of 2').first().waitFor()
    await type('f')
    await type('due')
    await ada.page.keyboard.press('Enter')
    await isAsked(ada, { criteria: [placed, late] })
    await ada.page.getByText('1–1 of 1').first().waitFor()
    expect(await keys()).toBe(2 * 2 + 'placed'.length + 'due'.length)
    await ada.button('Change the filter: Due on is before today').waitFor()
  })

  it('of a record is found by its title, and Enter waits for the service', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByText('1–4 of 4').first().waitFor()
    await ada.page.keyboard.type('ffour s')
    await ada.page.keyboard.press('Enter')
    await isAsked(ada, { fieldName: 'customer', operator: '=', value: seasons })
    await ada.button('Change the filter: Customer is Four Seasons').waitFor()
  })

  it('offers what is nearest, marks the first, and arrows go to the others', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.page.keyboard.press('f')
    await ada.page.getByRole('combobox', { name: 'Find a field or a value' }).waitFor()
    await ada.page.keyboard.type('pla')
    const marked = ada.page.locator('.option[data-focused]')
    await marked.filter({ hasText: 'Status is placed' }).waitFor()
    await ada.expectAccessible('.panel')
    await ada.page.keyboard.press('ArrowDown')
    await marked.getByText('Placed on', { exact: true }).waitFor()
    await ada.page.keyboard.press('ArrowDown')
    await ada.page.keyboard.press('Enter')
    await isAsked(ada, { fieldName: 'placedOn', operator: '=', value: '$today' })
    await ada.page.keyboard.press('f')
    await ada.page.keyboard.type('xyz')
    await ada.page.getByText('No field, value or record has this name.').waitFor()
    // Enter means nothing where nothing matches.
    await ada.page.keyboard.press('Enter')
    await ada.page.getByRole('dialog').waitFor()
  })
})
