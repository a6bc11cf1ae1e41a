import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { Dashboard } from '../../server/test/harness/people.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const Sale = 'com.example.sales.Sale'
const folder = fileURLToPath(import.meta.resolve('./grouped'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const where = { fieldName: 'status', operator: '=', value: 'placed' }
const sum = { sum: ['total'], of: Sale }
const tiles = [
  { label: 'Count', figure: 'count', of: Sale, where },
  { label: 'Sum', figure: 'sum.total', of: Sale, where },
  { label: 'Average', figure: 'avg.total', of: Sale },
  { label: 'Greatest', figure: 'max.total', of: Sale, where },
  { label: 'Compared', figure: 'sum.total', of: Sale, compare: 'month' },
  { label: 'Bars', chart: 'status~sum.total', of: Sale },
  { label: 'Line', chart: 'placedOn:year~sum.total', of: Sale },
  { label: 'Groups', groupBy: ['status'], ...sum },
  { label: 'Months', groupBy: ['placedOn:month'], rows: 20, ...sum },
  { label: 'Moments', groupBy: ['seenOn:day'], rows: 20, where, ...sum },
  { label: 'First', rows: 5, of: Sale, where, sortBy: ['-number'] },
]
let dashboard = 0

beforeAll(async () => {
  const records = Array.from({ length: 30 }, (_, n) => ({
    number: `S-${String(n + 1).padStart(3, '0')}`,
    status: ['draft', 'placed', 'placed', 'shipped', null][n % 5],
    placedOn: n % 7 === 0 ? null : `2026-0${(n % 3) + 1}-${String((n % 27) + 1).padStart(2, '0')}`,
    seenOn: `2026-03-0${(n % 4) + 1}T2${n % 4}:30:00Z`,
    total: `${n * 10}.25`,
  }))
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Sale}`, { body: { records } }))
  ;({ id: dashboard } = recordOf(await stage.client.create(Dashboard, { name: 'All kinds', tiles })))
})

/** The machine may be busy. */
const patient = { timeout: 30_000 }
const squeezed = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
const tile = ({ page }: Visitor, name: string) =>
  page.locator('.tile').filter({ has: page.getByRole('heading', { name, exact: true }) })
/** A figure without its currency, which a column has in its head. */
const digits = (text: string) => /[\d.,]+$/.exec(text)?.[0] ?? text
/** The figures below the columns: the last thing in each cell. */
const footOf = async ({ page }: Visitor) =>
  squeezed(await page.locator('.grid-foot-figure').allInnerTexts())
    .filter((text) => /\d$/.test(text))
    .map(digits)
const countOf = async ({ page }: Visitor) => page.locator('.list-total').innerText()

async function open(visitor: Visitor, name: string): Promise<void> {
  await tile(visitor, name).getByRole('link', { name, exact: true }).click()
  await visitor.page.locator('.list-total').waitFor()
}

async function back(visitor: Visitor): Promise<void> {
  await visitor.page.goBack()
  await tile(visitor, 'First').getByRole('listitem').first().waitFor()
}

async function begin(): Promise<Visitor> {
  const ada = await visit()
  await ada.arrive(`/d/${dashboard}`)
  await tile(ada, 'First').getByRole('listitem').first().waitFor()
  return ada
}

it('the figure of a tile is that of the list that it opens', async () => {
  const ada = await begin()
  for (const name of ['Count', 'Sum', 'Average', 'Greatest', 'Compared']) {
    const figure = tile(ada, name).locator('p.tile-figure:not([aria-busy])')
    await figure.waitFor()
    const shown = await figure.innerText()
    await open(ada, name)
    if (name === 'Count') await expect.poll(() => countOf(ada), patient).toBe(shown)
    else await expect.poll(() => footOf(ada), patient).toEqual([digits(shown)])
    await back(ada)
  }
})

it('the figures of a chart are those of the list that it opens, and of the list of each bar', async () => {
  const ada = await begin()
  for (const [name, cells] of [
    ['Bars', '.bar-figure'],
    ['Line', '.line-table td'],
  ] as const) {
    await tile(ada, name).locator(cells).first().waitFor()
    const shown = await tile(ada, name).locator(cells).allInnerTexts()
    await open(ada, name)
    await expect.poll(() => ada.page.locator(`main ${cells}`).allInnerTexts(), patient).toEqual(shown)
    const whole = '4,357.50'
    await expect.poll(() => footOf(ada), patient).toEqual([whole])
    await back(ada)
  }
  const bar = tile(ada, 'Bars').getByRole('row', { name: /^Placed/ })
  const shown = await bar.locator('.bar-figure').innerText()
  await bar.getByRole('link').click()
  await expect.poll(() => footOf(ada), patient).toEqual([digits(shown)])
})

it('the groups of a tile are those of the list that it opens; each opens its records, periods as well', async () => {
  const ada = await begin()
  for (const name of ['Groups', 'Months', 'Moments']) {
    const rows = tile(ada, name).locator('tbody tr')
    await rows.first().waitFor()
    const shown = squeezed(await rows.allInnerTexts())
    await open(ada, name)
    const heads = async () =>
      squeezed(await ada.page.locator('.grid-group').allInnerTexts()).map((text) => text.replace(/ sales?\b/i, ''))
    await expect.poll(async () => (await heads()).toSorted(), patient).toEqual(shown.toSorted())
    await back(ada)
    const figures = await rows.first().locator('.tile-number').allInnerTexts()
    await rows.first().getByRole('link').click()
    await expect.poll(async () => [await countOf(ada), ...(await footOf(ada))], patient).toEqual(figures.map(digits))
    await back(ada)
  }
})

it('the records of a tile are the first ones of the list that it opens', async () => {
  const ada = await begin()
  const shown = await tile(ada, 'First').getByRole('listitem').getByRole('link').allInnerTexts()
  await open(ada, 'First')
  const titles = ada.page.locator('.grid tbody tr td:nth-child(2)')
  await expect.poll(async () => squeezed(await titles.allInnerTexts()).slice(0, 5), patient).toEqual(shown)
  expect(shown).toHaveLength(5)
})

it('keeps the focus while its figures are read again, and pins the figure below a column', async () => {
  const ada = await begin()
  const link = tile(ada, 'Sum').getByRole('link', { name: 'Sum' })
  await link.focus()
  recordOf(await stage.client.create(Sale, { number: 'S-900', status: 'placed', total: '0.50' }))
  const before = await tile(ada, 'Sum').locator('p.tile-figure').innerText()
  await expect.poll(() => tile(ada, 'Sum').locator('p.tile-figure').innerText(), patient).not.toBe(before)
  expect(await ada.page.evaluate('document.activeElement.textContent')).toBe('Sum')
  await ada.go(`/r/${Sale}?footer=total:sum`)
  await ada.page.locator('.grid-foot-figure', { hasText: 'Sum' }).click()
  await ada.page.getByRole('menuitem', { name: /^Pin/ }).click()
  await ada.page.getByText(/^Pinned to/).waitFor()
  const { tiles: kept } = recordOf(await stage.client.read(Dashboard, dashboard))
  expect((kept as readonly object[]).at(-1)).toEqual({ figure: 'sum.total', of: Sale })
})
