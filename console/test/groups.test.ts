import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordsOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { findViolations } from './findViolations.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Sale = 'com.example.sales.Sale'
const Buyer = 'com.example.sales.Buyer'
const folder = fileURLToPath(import.meta.resolve('./grouped'))
const logic = useLogic(await loadDeclared(folder), { models: folder })
const { stage, visit } = useConsole(logic)
const list = `/r/${Sale}`
const statuses = ['draft', 'placed', 'placed', 'shipped', null]

beforeAll(async () => {
  const names = [
    'Weiß & Söhne',
    'Fournil des Amandiers',
    'Librairie du Vieux-Port, succursale de Saint-Germain',
    '青空書店',
  ]
  const buyers = recordsOf(
    await stage.client.exchange('POST', `/ws/rest/${Buyer}`, { body: { records: names.map((name) => ({ name })) } }),
  )
  const records = Array.from({ length: 60 }, (_, n) => ({
    number: `S-${String(n + 1).padStart(3, '0')}`,
    buyer: n % 6 === 5 ? null : { id: buyers[n % 4]?.id },
    status: statuses[n % statuses.length],
    placedOn:
      n % 7 === 0 ? null : `2026-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 27) + 1).padStart(2, '0')}`,
    seenOn: `2026-03-${String((n % 11) + 1).padStart(2, '0')}T2${n % 4}:30:00Z`,
    total: `${n * 10}.25`,
    paidIn: n % 2 === 0 ? 'EUR' : 'USD',
    paid: `${n}.50`,
    secret: `secret ${n}`,
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Sale}`, { body: { records } }))
})

/** The machine may be busy. */
const patient = { timeout: 30_000 }

/** The lines of the grid as text, one each. */
const linesOf = async ({ page }: Visitor) =>
  (await page.locator('.grid tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

/** The heads of groups as text, one each, when there are some. */
async function headsOf({ page }: Visitor): Promise<string[]> {
  await page.locator('.grid-group').first().waitFor()
  const texts = await page.locator('.grid-group').allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

function expectHeads(visitor: Visitor) {
  return expect.poll(() => headsOf(visitor), patient)
}
function expectFoot({ page }: Visitor) {
  return expect.poll(async () => withoutHints(await page.locator('.grid-foot').innerText()), patient)
}

/** A line without what is only read aloud, or only there under the pointer. */
const withoutHints = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ Figure of (Paid|Total|Placed on)/g, '')
    .replaceAll(/ Figure(?= |$)/g, '')
    .trim()

/** What has the focus in the grid. */
const cursorOf = ({ page }: Visitor) => page.locator('.grid :focus').first().innerText()

const euros = (amount: string) => `€${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })}`

/** The groups of a list as SQL computes them. */
async function inSql(key: string, order: string): Promise<string[]> {
  const rows = await stage.database.query<{ key: string | null; many: string; sum: string }>(`
    select ${key} as key, count(*) as many, sum(total)::text as sum
    from record.com_example_sales_sale group by 1 order by ${order}`)
  return rows.map(
    ({ key: name, many, sum }) => `${name ?? 'No value'} ${many} ${many === '1' ? 'sale' : 'sales'} ${euros(sum)}`,
  )
}

describe('the groups of a list', () => {
  it.each([
    ['placedOn:week', `to_char(placed_on, 'IYYY"-W"IW')`],
    ['placedOn:quarter', `to_char(placed_on, 'YYYY"-Q"Q')`],
    ['placedOn:year', `to_char(placed_on, 'YYYY')`],
    ['seenOn:week', `to_char(seen_on at time zone 'UTC', 'IYYY"-W"IW')`],
    ['paidIn', 'paid_in'],
  ])('have the figures of SQL by %s', async (by, key) => {
    const ada = await visit()
    await ada.arrive(`${list}?groupBy=${by}&footer=total:sum&fields=number,total`)
    await expectHeads(ada).toEqual(await inSql(key, '1 nulls last'))
    const [all] = await stage.database.query<{ sum: string }>(
      'select sum(total)::text as sum from record.com_example_sales_sale',
    )
    await expectFoot(ada).toBe(`60 sales Sum ${euros(all?.sum ?? '')}`)
  })

  it('have the records of SQL when they are opened, by three levels of values, records and dates', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?groupBy=status,buyer,seenOn:day&footer=total:sum&fields=number,total`)
    await expect.poll(() => ada.page.locator('.grid-group[data-level="1"]').count(), patient).toBe(20)
    const placed = ada.page.locator('.grid-group[data-level="1"]', { hasText: 'Fournil' }).nth(1)
    await placed.locator('.grid-group-name').click()
    const days = ada.page.locator('.grid-group[data-level="2"]')
    await days.first().waitFor()
    const rows = await stage.database.query<{ day: string; number: string }>(`
      select to_char(seen_on at time zone 'UTC', 'FMMon FMDD, YYYY') as day, number
      from record.com_example_sales_sale as sale join record.com_example_sales_buyer as buyer on buyer.id = sale.buyer
      where status = 'placed' and name like 'Fournil%' order by seen_on, number`)
    expect(rows.length).toBeGreaterThan(2)
    await expect.poll(() => days.count(), patient).toBe(new Set(rows.map(({ day }) => day)).size)
    for (const { day, number } of rows) {
      const head = days.filter({ hasText: day })
      if ((await head.getAttribute('aria-expanded')) === 'false') await head.locator('.grid-group-name').click()
      await ada.page.getByRole('row', { name: `Select ${number}` }).waitFor()
    }
    await expect.poll(async () => (await ada.page.locator('.grid-row').count()) >= rows.length, patient).toBe(true)
    await ada.expectAccessible()
  })

  it('begin folded if they are more than eight, and are a thousand at most', async () => {
    for (const first of [0, 1_000]) {
      const many = Array.from({ length: 1_000 }, (_, n) => ({ name: `Buyer ${first + n}` }))
      recordsOf(await stage.client.exchange('POST', `/ws/rest/${Buyer}`, { body: { records: many } }))
    }
    const ada = await visit()
    await ada.arrive(`${list}?groupBy=placedOn:month`)
    expect((await headsOf(ada)).length).toBe(13)
    expect(await ada.page.locator('.grid-row').count()).toBe(0)
    await ada.go(`/r/${Buyer}?groupBy=name`)
    await ada.page.getByText('The first 1,000 of 2,004 groups.').waitFor()
  })

  it('are made, folded and selected by keys alone', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?footer=total:sum`)
    const { keyboard } = ada.page
    await ada.page.getByRole('grid').waitFor()
    await keyboard.press('j')
    await expect.poll(() => cursorOf(ada), patient).toBe('S-001')
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect.poll(() => cursorOf(ada), patient).toBe('Draft')
    await keyboard.press('g')
    await keyboard.press('g')
    await ada.page.waitForURL(/groupBy=status/)
    await expectHeads(ada).toHaveLength(4)
    await expect.poll(() => cursorOf(ada), patient).toContain('12 sales')
    await keyboard.press('ArrowLeft')
    await expect.poll(async () => (await linesOf(ada))[1], patient).toContain('Placed 24 sales')
    await keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => ada.page.locator('.grid-row').count(), patient).toBe(0)
    await keyboard.press('ArrowDown')
    await keyboard.press('Space')
    await expectFoot(ada).toBe('60 sales · 24 selected Sum of 24 €6,966.00')
    await ada.expectAccessible('.list-body')
    // It was shown as cards meanwhile: the cursor begins anew.
    await ada.page.getByRole('treegrid').waitFor()
    await keyboard.press('j')
    await expect.poll(() => cursorOf(ada), patient).toContain('12 sales')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await ada.page.getByRole('row', { name: 'Select S-002' }).waitFor()
    await keyboard.press('Shift+ArrowRight')
    await expect.poll(() => ada.page.locator('.grid-row').count(), patient).toBe(60)
    await keyboard.press('Space')
    await expectFoot(ada).toBe('60 sales Sum €17,715.00')
    await keyboard.press('g')
    await keyboard.press('g')
    await expect.poll(() => ada.page.url(), patient).toMatch(/groupBy=(?!status)/)
  })

  it('are chosen, folded and selected by the pointer alone, and a row is dragged from one to another', async () => {
    const ada = await visit()
    await ada.arrive(list)
    await ada.page.getByRole('grid').waitFor()
    await ada.changeView('Group')
    await ada.page.getByRole('option', { name: 'Status', exact: true }).click()
    await ada.page.waitForURL(/groupBy=status/)
    await ada.expectAccessible('.panel')
    await ada.page.mouse.click(640, 780)
    const head = (name: string) => ada.page.locator('.grid-group', { hasText: name })
    await expectHeads(ada).toHaveLength(4)
    await head('Placed').locator('.grid-group-name').click()
    await expect.poll(() => head('Placed').getAttribute('aria-expanded'), patient).toBe('false')
    await ada.page.getByRole('row', { name: 'Select S-006' }).dragTo(head('Placed'))
    await ada.page.getByText('S-006: Status is Placed').waitFor()
    await expect
      .poll(() => headsOf(ada), patient)
      .toEqual(expect.arrayContaining(['Placed 25 sales', 'Draft 11 sales']))
    await ada.button('Undo').click()
    await expect
      .poll(() => headsOf(ada), patient)
      .toEqual(expect.arrayContaining(['Placed 24 sales', 'Draft 12 sales']))
    await ada.page.getByRole('row', { name: 'Select S-011' }).dragTo(head('Shipped'))
    await ada.page.getByText('S-011 was not moved.').waitFor()
    await head('Draft').getByRole('checkbox').click()
    await expectFoot(ada).toBe('60 sales · 12 selected')
  })
})

describe('the figures of a list', () => {
  it('are chosen at the foot, are of the selection, and never mix currencies', async () => {
    const ada = await visit()
    await ada.arrive(`${list}?footer=paid:sum`)
    await expectFoot(ada).toBe('60 sales Sum €885.00 · $915.00')
    await ada.page.locator('.grid-foot button').last().click()
    await ada.page.getByRole('menuitem', { name: 'Average' }).click()
    await ada.page.waitForURL(/footer=paid%3Asum%2Ctotal%3Aavg/)
    await expectFoot(ada).toBe('60 sales Sum €885.00 · $915.00 Average €295.25')
    await ada.page.getByRole('checkbox', { name: 'Select S-002' }).click()
    await ada.page.getByRole('checkbox', { name: 'Select S-003' }).click()
    await expectFoot(ada).toBe('60 sales · 2 selected Sum of 2 €2.50 · $1.50 Average of 2 €15.25')
    await ada.expectAccessible('.list-body')
  })

  it('are not known if they are refused, and say why; the groups are there', async () => {
    const ada = await visit()
    await ada.arrive('/')
    await ada.route('**/aggregate', async (route) => {
      const asked = route.request().postDataJSON() as { sum?: unknown }
      const data = { code: 'invalid-parameter', title: 'Refused', message: 'It took too long.', requestId: 'a' }
      if (asked.sum) await route.fulfill({ status: 400, json: { status: -1, data } })
      else await route.fallback()
    })
    await ada.go(`${list}?groupBy=status&footer=total:sum`)
    await expectHeads(ada).toEqual(expect.arrayContaining([expect.stringContaining('Placed 24 sales not known')]))
    await expect
      .poll(() => ada.page.locator('.grid-foot [title]').last().getAttribute('title'))
      .toContain('It took too long.')
  })

  it('are not offered of hidden fields, nor are groups', async () => {
    await logic.as('clerk')
    const clerk = await visit()
    await clerk.arrive(`${list}?groupBy=secret&footer=secret:filled`, 'clerk')
    await clerk.page.getByText('This list is grouped by a field that there is not').waitFor()
    await clerk.changeView('Group')
    await clerk.page.getByRole('option', { name: 'Status', exact: true }).waitFor()
    expect(await clerk.page.getByRole('option', { name: 'Secret' }).count()).toBe(0)
  })
})

describe('the columns of a list', () => {
  it('have a menu, widths and an order, by the pointer', async () => {
    const ada = await visit()
    await ada.arrive(list)
    const head = (name: string) => ada.page.getByRole('columnheader', { name, exact: true })
    await head('Buyer').waitFor()
    const before = (await head('Buyer').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await ada.page.mouse.move(before.x + before.width - 3, before.y + 10)
    await ada.page.mouse.down()
    await ada.page.mouse.move(before.x + before.width - 103, before.y + 10, { steps: 4 })
    await ada.page.mouse.up()
    const width = async () => Math.round((await head('Buyer').boundingBox())?.width ?? 0)
    await expect.poll(width, patient).toBe(Math.round(before.width - 100))
    await head('Total').dragTo(head('Status'))
    await ada.page.waitForURL(/fields=number%2Cbuyer%2Ctotal%2Cstatus/)
    await ada.page.reload()
    await head('Buyer').waitFor()
    await expect.poll(width, patient).toBe(Math.round(before.width - 100))
    await head('Status').hover()
    await ada.button('Menu of Status').click()
    await ada.page.getByRole('menuitem', { name: 'Hide column' }).click()
    await ada.page.waitForURL((url) => url.search.includes('fields=number%2Cbuyer%2Ctotal%2CplacedOn'))
  })

  it('have the same menu by keys', async () => {
    const ada = await visit()
    await ada.arrive(list)
    const { keyboard } = ada.page
    await ada.page.getByRole('grid').waitFor()
    await keyboard.press('j')
    await expect.poll(() => cursorOf(ada), patient).toBe('S-001')
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Alt+ArrowDown']) await keyboard.press(key)
    await ada.page.getByRole('menuitem', { name: 'Newest first' }).waitFor()
    expect(await findViolations(ada.page)).toEqual([])
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await ada.page.waitForURL(/sortBy=-placedOn/)
    await expect.poll(() => cursorOf(ada), patient).toBe('Placed on')
    await keyboard.press('Alt+ArrowDown')
    await ada.page.getByRole('menuitem', { name: 'Figure' }).waitFor()
    await keyboard.type('fig')
    await keyboard.press('Enter')
    await ada.page.getByRole('menuitem', { name: 'Oldest' }).waitFor()
    await keyboard.type('old')
    await keyboard.press('Enter')
    await expectFoot(ada).toContain('Oldest Jan 10, 2026')
    await expect.poll(() => cursorOf(ada), patient).toBe('Placed on')
    await keyboard.press('Alt+ArrowDown')
    await ada.page.getByRole('menuitem', { name: 'Filter by Placed on' }).waitFor()
    await keyboard.type('filter')
    await keyboard.press('Enter')
    await ada.button('Apply').waitFor()
  })
})
