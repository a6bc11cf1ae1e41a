import { beforeAll, expect, it } from 'vitest'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Company, Contact } from '../../server/test/harness/contract.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const list = `/r/${Contact}`
const statuses = ['lead', 'customer', 'former', null]
let ada = 0

beforeAll(async () => {
  const companies = await stage.client.exchange('POST', `/ws/rest/${Company}`, {
    body: { records: Array.from({ length: 12 }, (_, n) => ({ name: `Company ${n}`, country: 'FR' })) },
  })
  const ids = recordsOf(companies).map(({ id }) => id)
  const records = Array.from({ length: 60 }, (_, n) => ({
    firstName: `Person ${n}`,
    lastName: 'Example',
    status: statuses[n % 4],
    credit: '10.10',
    birthDate: n % 3 === 0 ? null : `19${70 + (n % 3) * 2}-05-04`,
    company: { id: ids[n % 12] },
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  ada = recordOf(await stage.client.create(Contact, { firstName: 'Ada', lastName: 'L', status: 'lead' })).id
})

/** The rows of a table: what each says, without its bar. */
async function textsOf({ page }: Visitor, table: string): Promise<string[]> {
  return (await page.locator(`${table} tbody tr`).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
}

/** Expects it of the rows of a table, as soon as they are drawn. */
function expectRows(visitor: Visitor, table: string) {
  return expect.poll(() => textsOf(visitor, table), { timeout: 30_000 })
}

/** Chooses an option of one of the chart's settings. */
async function choose({ page }: Visitor, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

it('a chart is in the address, respects the filter, and tells the rest exactly', async () => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive(list)
  await visitor.changeView('Chart')
  await visitor.page.keyboard.press('Escape')
  await expectRows(visitor, '.bars').toEqual(['lead 16', 'customer 15', 'former 15', 'No value 15'])
  expect(new URL(page.url()).searchParams.get('chart')).toBe('status')
  await choose(visitor, 'Group by', 'Company')
  await choose(visitor, 'Measure', 'Sum of Credit')
  await page.getByText('3 others').waitFor()
  expect(new URL(page.url()).searchParams.get('chart')).toBe('company~sum.credit')
  const companies = await textsOf(visitor, '.bars')
  expect([companies.length, companies[0], companies.at(-1)]).toEqual([11, 'Company 0 50.50', '3 others 101.00'])
  await page.getByRole('link', { name: 'Company 3' }).click()
  await page.getByText('1–5 of 5').first().waitFor()
  await expectRows(visitor, '.bars').toEqual(['Company 3 50.50'])
  await page.goBack()
  await page.getByText('3 others').waitFor()
})

it('a line has every period, and its figures are a table', async () => {
  const visitor = await visit()
  await visitor.arrive(`${list}?chart=birthDate:year`)
  await expectRows(visitor, '.line-table').toEqual(['1974 20', '1973 0', '1972 20'])
  const drawing = visitor.page.getByRole('img', { name: /Records by Birth date, from 1972 to 1974/ })
  expect(await drawing.locator('circle').count()).toBe(3)
  await visitor.page.getByText('Without a date: 21').waitFor()
  await visitor.expectAccessible()
  await choose(visitor, 'Period', 'Month')
  await expectRows(visitor, '.line-table').toHaveLength(25)
})

it('home has starred charts, in every browser, and the records one had open, which it forgets at logout', async () => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive(`${list}?chart=status`)
  await visitor.button('Add to favourites').click()
  await visitor.button('Remove from favourites').waitFor()
  await visitor.go(`${list}/${ada}`)
  await visitor.field('First name').waitFor()
  await visitor.go('/')
  await page.getByRole('link', { name: 'Contacts: Records by Status' }).waitFor()
  await page.getByRole('link', { name: 'Ada L' }).waitFor()
  const elsewhere = await visit()
  await elsewhere.arrive('/')
  await elsewhere.page.getByRole('link', { name: 'Contacts: Records by Status' }).waitFor()
  await expectRows(visitor, '.bars').toEqual(['lead 16', 'customer 15', 'former 15', 'No value 15'])
  await visitor.expectAccessible()
  await visitor.button('Remove from favourites').click()
  await page.getByRole('link', { name: 'Contacts: Records by Status' }).waitFor({ state: 'detached' })
  await visitor.logOut()
  await page.getByLabel('Username').waitFor()
  expect(await visitor.storage()).not.toContain('tabularium.recent')
})

it('counts that take too long are not known, and the values can be chosen all the same', async () => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive(list)
  let answer = () => {}
  await visitor.route('**/aggregate', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.abort()
  })
  await visitor.button('Filter').click()
  await page.getByRole('option', { name: 'Status', exact: true }).click()
  await page.getByText('How many there are is not known: counting takes too long.').waitFor()
  const lead = page.getByRole('option', { name: /lead/ })
  expect(await lead.innerText()).toContain('not known')
  await lead.click()
  await visitor.button('Apply').click()
  await page.getByText('1–16 of 16').first().waitFor()
  answer()
})
