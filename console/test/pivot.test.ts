import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordsOf } from '../../server/test/harness/client.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const [Sale, Buyer] = ['com.example.sales.Sale', 'com.example.sales.Buyer'] as const
const folder = fileURLToPath(import.meta.resolve('./grouped'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const list = `/r/${Sale}`
const statuses = ['draft', 'placed', 'shipped', null]

const make = async (model: string, records: readonly object[]) =>
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${model}`, { body: { records } }))

beforeAll(async () => {
  const buyers = await make(
    Buyer,
    Array.from({ length: 60 }, (_, n) => ({ name: `Buyer ${String(n + 1).padStart(2, '0')}` })),
  )
  const records = Array.from({ length: 240 }, (_, n) => ({
    number: `S-${n + 1}`,
    buyer: n % 7 === 0 ? null : { id: buyers[(n * 13) % 60]?.id },
    status: statuses[(n * 5 + (n >> 3)) % 4],
    placedOn: n % 11 === 0 ? null : `2026-${String((n % 9) + 1).padStart(2, '0')}-15`,
    total: n % 5 === 0 ? null : `${n}.10`,
  }))
  await make(Sale, records)
})

/** The machine may be busy. */
const patient = { timeout: 30_000 }
const text = (shown: string) => shown.replaceAll(/\s+/g, ' ').trim()

/** The lines of the table, each with its head. What is only read aloud is left out. */
async function linesOf({ page }: Visitor): Promise<string[][]> {
  await page.locator('.pivot-table:not([aria-busy])').waitFor()
  return page
    .locator('.pivot-table tbody tr, .pivot-table tfoot tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) =>
          cell.querySelector('.visually-hidden') ? '' : (cell.textContent ?? '').trim(),
        ),
      ),
    )
}

/** The same lines as SQL computes them: grouping sets have the totals. */
async function inSql(row: string, column: string, columns: readonly (string | null)[], figure: string) {
  const found = await stage.database.query<{ row: string | null; column: string | null; all: number; is: string }>(`
    select ${row} as row, ${column} as column, grouping(${row}) * 2 + grouping(${column}) as all,
      (${figure})::text as is
    from record.com_example_sales_sale sale left join record.com_example_sales_buyer buyer on buyer.id = sale.buyer
    group by grouping sets ((1, 2), (1), (2), ())`)
  const figureOf = (all: number, at: string | null | undefined, across: string | null | undefined) =>
    found.find(
      (each) =>
        each.all === all && (at === undefined || each.row === at) && (across === undefined || each.column === across),
    )?.is ?? ''
  const rows = found.filter(({ all }) => all === 1).map((each) => each.row)
  const sorted = rows.toSorted((one, other) => (one === null ? 1 : other === null ? -1 : one < other ? -1 : 1))
  return [
    ...sorted.map((at) => [
      at ?? 'No value',
      ...columns.map((across) => figureOf(0, at, across)),
      figureOf(1, at, undefined),
    ]),
    ['Total', ...columns.map((across) => figureOf(2, undefined, across)), figureOf(3, undefined, undefined)],
  ]
}

it('has the figures of SQL in its cells and at its ends, by months down and values across', async () => {
  const ada = await visit()
  await ada.arrive(`${list}?layout=pivot&groupBy=placedOn:quarter,status`)
  const columns = ['draft', 'placed', 'shipped', null]
  const quarters = await inSql(`to_char(placed_on, 'YYYY"-Q"Q')`, 'status', columns, 'count(*)')
  await expect.poll(() => linesOf(ada), patient).toEqual(quarters)
  await ada.expectAccessible('.pivot')
})

it('averages all records of a row, not its cells, and a cell without a value says so', async () => {
  const ada = await visit()
  await ada.arrive(`${list}?layout=pivot&groupBy=placedOn:year,status`)
  await ada.page.locator('.pivot-table').waitFor()
  await ada.page.getByRole('button', { name: /Figure$/ }).click()
  await ada.page.getByRole('option', { name: 'Average of Total', exact: true }).click()
  const columns = ['draft', 'placed', 'shipped', null]
  const exact = await inSql(`to_char(placed_on, 'YYYY')`, 'status', columns, 'avg(total)')
  const euros = (value: string) =>
    /^[\d.]+$/.test(value)
      ? Number(value).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
      : value
  const rounded = (lines: readonly (readonly string[])[], show: (value: string) => string) =>
    lines.map(([head = '', ...cells]) => [head, ...cells.map(show)])
  const shown = (value: string) => euros(value.replace(/[€,]/g, ''))
  await expect.poll(async () => rounded(await linesOf(ada), shown), patient).toEqual(rounded(exact, euros))
  expect(new URL(ada.page.url()).searchParams.get('footer')).toBe('total:avg')
})

it('shows the first 50 of many rows, says so, and its totals are of all', async () => {
  const ada = await visit()
  await ada.arrive(`${list}?layout=pivot&groupBy=buyer,status`)
  await ada.page.getByText('Buyer: the first 50 of 61.', { exact: false }).waitFor()
  const lines = await linesOf(ada)
  expect(lines).toHaveLength(51)
  expect(lines.at(-1)?.at(-1)).toBe('240')
  await ada.button('Swap rows and columns').click()
  await expect.poll(async () => (await linesOf(ada)).length, patient).toBe(5)
  expect(new URL(ada.page.url()).searchParams.get('groupBy')).toBe('status,buyer')
})

it('is walked by arrows, and a cell leads to the list of its records', async () => {
  const ada = await visit()
  const { page } = ada
  await ada.arrive(`${list}?layout=pivot&groupBy=placedOn:quarter,status&q=S-1`)
  await page.locator('.pivot-table a').first().waitFor()
  expect(await page.locator('.pivot-table [tabindex="0"]').count()).toBe(1)
  await page.locator('.pivot-table [tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const cell = page.locator('.pivot-table :focus')
  expect(await cell.getAttribute('data-at')).toBe('1 1')
  const many = Number(text(await cell.innerText()))
  await page.keyboard.press('Enter')
  await page.locator('.grid tbody tr').first().waitFor()
  await ada.quiet()
  const at = new URL(page.url()).searchParams
  expect(at.get('q')).toBe('S-1')
  const found = await stage.client.exchange(
    'GET',
    `/ws/rest/${Sale}?q=S-1&where=${encodeURIComponent(at.get('where') ?? '')}`,
  )
  expect(found.json).toMatchObject({ total: many })
  expect(many).toBeGreaterThan(0)
})

it('is offered by the menu of layouts with a reference down and a choice across, and kept as a view', async () => {
  const ada = await visit()
  await ada.arrive(list)
  await ada.button('Layout').click()
  await ada.page.getByRole('menuitem', { name: 'Pivot table' }).click()
  await ada.page.locator('.pivot-table').waitFor()
  await ada.page.getByRole('grid', { name: 'Sales by Buyer and Status' }).waitFor()
  const view = { model: Sale, name: 'By quarter', layout: 'pivot', groupBy: ['placedOn:quarter', 'status'] }
  const [saved] = await make('tabularium.View', [view])
  await ada.arrive(`${list}?view=${saved?.id}`)
  await expect.poll(async () => (await linesOf(ada)).length, patient).toBe(5)
})
