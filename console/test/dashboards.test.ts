import { beforeAll, expect, it } from 'vitest'
import { admin, recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Contact } from '../../server/test/harness/contract.ts'
import { Dashboard, makeRole, makeUser, own } from '../../server/test/harness/people.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const { stage, visit } = useConsole()
const where = { fieldName: 'status', operator: '=', value: 'lead' }
const tiles = [
  { label: 'Leads', figure: 'count', of: Contact, where },
  { label: 'Credit', figure: 'sum.credit', of: Contact, where },
  { label: 'New ones', figure: 'count', of: Contact, compare: 'month' },
  { label: 'By status', chart: 'status', of: Contact },
  { label: 'Groups', groupBy: ['status'], sum: ['credit'], of: Contact },
  { label: 'First', rows: 3, of: Contact, where, fields: ['lastName', 'status'], sortBy: ['lastName'] },
  { label: 'Broken', figure: 'count', of: Contact, where: { fieldName: 'gone', operator: '=', value: 1 } },
  { label: 'Buttons', new: [Contact] },
]

beforeAll(async () => {
  const { client, database } = stage
  const records = Array.from({ length: 12 }, (_, n) => ({
    firstName: `P${n}`,
    lastName: `Person ${n}`,
    status: n % 4 === 0 ? 'lead' : 'customer',
    credit: `${n}.50`,
  }))
  recordsOf(await client.exchange('POST', `/ws/rest/${Contact}`, { body: { records } }))
  const rule = { model: Contact, read: true, create: true, update: true, condition: own }
  const { id: readers } = await makeRole(client, 'own readers', [rule])
  const { id: sam } = await makeUser(client, 'sam', [{ id: readers }], { password: admin.password })
  // Sam has made one of the four leads.
  const { id } = recordOf(
    await client.create(Contact, { firstName: 'S', lastName: 'Sams', status: 'lead', credit: '7.25' }),
  )
  await database.query(`update record.com_example_contacts_contact set created_by = ${sam} where id = ${id}`)
  recordOf(await client.create(Dashboard, { name: 'Contacts', tiles, roles: [{ id: readers }] }))
})

const tile = ({ page }: Visitor, name: string) =>
  page.locator('.tile').filter({ has: page.getByRole('heading', { name, exact: true }) })
const figure = (visitor: Visitor, name: string) => tile(visitor, name).locator('p.tile-figure:not([aria-busy])')
const names = async ({ page }: Visitor) => page.locator('.tile h3').allTextContents()

it.each([
  ['admin', '4', '20.75'],
  ['sam', '1', '7.25'],
])('shows %s exact figures, and each tile opens the list that it counts', async (who, leads, credit) => {
  const visitor = await visit(stage.service.url, /400|Bad Request/)
  const { page } = visitor
  await visitor.arrive('/', who)
  expect(await figure(visitor, 'Leads').textContent()).toBe(leads)
  expect(await figure(visitor, 'Credit').textContent()).toBe(credit)
  await tile(visitor, 'Leads').getByText('as of').waitFor()
  await tile(visitor, 'By status').getByRole('table').waitFor()
  await tile(visitor, 'Groups').getByRole('cell', { name: leads, exact: true }).waitFor()
  await tile(visitor, 'First').getByRole('listitem').first().waitFor()
  // One fails for itself, and the others are there.
  await tile(visitor, 'Broken').getByRole('button', { name: 'Try again' }).waitFor()
  await visitor.expectAccessible()
  for (const name of ['Leads', 'Groups']) {
    const isLeads = name === 'Leads'
    const link = isLeads
      ? tile(visitor, name).getByRole('link', { name })
      : tile(visitor, name).getByRole('link', { name: /lead/i })
    await link.click()
    await expect
      .poll(() => page.getByRole('grid').getAttribute('aria-rowcount'), { timeout: 20_000 })
      .toBe(String(Number(leads) + 1))
    await page.goBack()
    await figure(visitor, 'Leads').waitFor()
  }
})

it('is moved and sized by menu and by drag, and remembers it', async () => {
  const kept = tiles.slice(0, 3)
  const { id } = recordOf(await stage.client.create(Dashboard, { name: 'Mine', tiles: kept }))
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive(`/d/${id}`)
  await figure(visitor, 'Leads').waitFor()
  expect(await names(visitor)).toEqual(['Leads', 'Credit', 'New ones'])
  await visitor.button('Change the tile Leads').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move after' }).press('Enter')
  await expect.poll(() => names(visitor), { timeout: 20_000 }).toEqual(['Credit', 'Leads', 'New ones'])
  await visitor.expectAccessible()
  const saved = async () => {
    const record = recordOf(await stage.client.read(Dashboard, id))
    return (record['tiles'] as { label: string; width?: number }[]).map(({ label, width = 0 }) => `${label} ${width}`)
  }
  await expect.poll(saved, { timeout: 20_000 }).toEqual(['Credit 0', 'Leads 0', 'New ones 0'])
  await expect.poll(() => visitor.button('Change the tile Leads').isEnabled(), { timeout: 20_000 }).toBe(true)
  await visitor.button('Change the tile Leads').click()
  await page.getByRole('menuitem', { name: 'Width: 6 columns' }).click()
  await expect.poll(saved, { timeout: 20_000 }).toEqual(['Credit 0', 'Leads 6', 'New ones 0'])
  await expect.poll(() => visitor.button('Change the tile Leads').isEnabled(), { timeout: 20_000 }).toBe(true)
  await tile(visitor, 'New ones').locator('.tile-grip').dragTo(tile(visitor, 'Credit'))
  await expect.poll(saved, { timeout: 20_000 }).toEqual(['New ones 0', 'Credit 0', 'Leads 6'])
})

it('gets what is pinned in a list: a chart, a number, the first records', async () => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.arrive(`/r/${Contact}?chart=status&where=${encodeURIComponent(JSON.stringify(where))}`, 'sam')
  for (const what of ['Chart', 'Number of records', 'First records']) {
    await visitor.button('Pin').click()
    await page.getByRole('menuitem', { name: what }).click()
    await page.getByText('Pinned to My dashboard').first().waitFor()
    await expect.poll(() => visitor.button('Pin').isEnabled(), { timeout: 20_000 }).toBe(true)
  }
  await visitor.go('/')
  await page.getByRole('link', { name: 'My dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'My dashboard' }).waitFor()
  expect(await names(visitor)).toHaveLength(3)
  await expect.poll(() => page.locator('p.tile-figure').textContent(), { timeout: 20_000 }).toBe('1')
})

it('is made from the home page, by its name', async () => {
  const visitor = await visit()
  await visitor.arrive('/')
  await visitor.page.locator('.home-head').getByRole('button', { name: 'New' }).click()
  await visitor.page.getByRole('menuitem', { name: 'Dashboard' }).click()
  const dialog = visitor.page.getByRole('dialog', { name: 'New dashboard' })
  await dialog.getByLabel('Name').fill('Stock')
  await visitor.expectAccessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor()
  await visitor.page.getByText('This dashboard has no tiles yet').waitFor()
  await visitor.page.waitForURL(/\/d\/\d+$/)
})
