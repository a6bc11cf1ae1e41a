import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { ordersFolder } from '../../server/test/harness/commandLine.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { fillExample } from '../pictures/fillOrders.ts'
import { Order } from '../pictures/models.ts'
import { useConsole } from './useConsole.ts'

const { stage, visit } = useConsole(useLogic(await loadDeclared(ordersFolder), { models: ordersFolder }))
const orders = `/r/${Order}`
/** A placed order with four lines. */
const order = `${orders}/22`

beforeAll(() => fillExample(stage.client), 60_000)

/** The heights of all elements that a selector finds, without repetition. */
async function heights(page: Page, selector: string): Promise<number[]> {
  return page.evaluate<number[]>(
    `[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect().height))]`,
  )
}

/** Where the text of each element begins and ends, as it is drawn; without repetition. */
async function edges(page: Page, selector: string): Promise<{ starts: number[]; ends: number[] }> {
  const drawn = await page.evaluate<[number, number][]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => element.checkVisibility() && element.textContent !== '')
      .map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, right } = range.getBoundingClientRect()
        return [Math.round(left), Math.round(right)]
      })`,
  )
  return { starts: [...new Set(drawn.map(([start]) => start))], ends: [...new Set(drawn.map(([, end]) => end))] }
}

const within = (one: number, other: number) => Math.abs(one - other) <= 1

it('a list has the heights of the drawn pages', async () => {
  const ada = await visit()
  await ada.arrive(`${orders}?groupBy=status&footer=total:sum`)
  await ada.page.locator('.grid-group').first().waitFor()
  await ada.page.locator('.grid-group-name').first().click()
  await ada.page.locator('.grid-title').first().waitFor()
  const { page } = ada
  expect({
    head: await heights(page, '.list-bar'),
    tabs: await heights(page, '.views'),
    tools: await heights(page, '.list-tools .button'),
    heads: await heights(page, '.grid thead th'),
    rows: await heights(page, '.grid-row > td, .grid-group > td'),
    foot: await heights(page, '.grid tfoot td'),
  }).toEqual({ head: [48], tabs: [37], tools: [28], heads: [32], rows: [32], foot: [36] })
})

it('text begins and figures end on the edges of the page', async () => {
  const ada = await visit()
  await ada.arrive(`${orders}?groupBy=status&footer=total:sum`)
  await ada.page.locator('.grid-group').first().waitFor()
  await ada.page.locator('.grid-group-name').first().click()
  await ada.page.locator('.grid-title').first().waitFor()
  const { page } = ada
  const { x: left = 0, width = 0 } = (await page.locator('main').boundingBox()) ?? {}
  const { starts } = await edges(page, '.list-bar h1, .views-tab:first-child .views-name')
  expect(starts).toEqual([left + 20])
  // Heads, figures of records and groups, and the total of all share an edge.
  const { ends } = await edges(page, '.grid thead th:last-child .grid-label-text, .grid-cell:last-child, .grid .figure')
  expect(
    ends.every((end) => within(end, left + width - 20)),
    String(ends),
  ).toBe(true)
})

it('a record has the heights of the drawn pages, and its head stays as high while it is edited', async () => {
  const ada = await visit()
  await ada.arrive(order)
  const { page } = ada
  await page.locator('.lines').waitFor()
  await page.getByText('created it').first().waitFor()
  const shown = async () => ({
    head: await heights(page, '.record-head'),
    heads: await heights(page, '.lines thead th'),
    lines: await heights(page, '.lines tr[data-line]'),
    inputs: await heights(page, '.record-field:not(:has(.lines)) .input'),
  })
  const drawn = { head: [56], heads: [28], lines: [34], inputs: [32] }
  expect(await shown()).toEqual(drawn)
  await page.locator('.lines [data-column="quantity"]').first().click()
  await page.keyboard.type('7')
  await page.getByText('1 field changed').waitFor()
  expect(await shown()).toEqual(drawn)
  const { ends } = await edges(
    page,
    '.lines thead [data-column="amount"], .lines tbody [data-column="amount"], .line-sum output',
  )
  expect(
    ends.every((end) => within(end, ends[0] ?? 0)),
    String(ends),
  ).toBe(true)
})

it('nothing is wider than a phone', async () => {
  const ada = await visit()
  await ada.arrive('/')
  await ada.page.setViewportSize({ width: 400, height: 800 })
  for (const path of [
    orders,
    order,
    `${orders}/new`,
    `${orders}?view=pipeline`,
    `${orders}?view=due`,
    '/',
    '/changes',
  ]) {
    await ada.go(path)
    await ada.page.locator('h1').first().waitFor()
    await ada.quiet()
    expect(await ada.page.evaluate('document.documentElement.scrollWidth'), path).toBe(400)
  }
  await ada.go(order)
  await ada.page.locator('.lines [data-column="amount"]').first().waitFor()
  // A line is what it is about and what it comes to, and its figures below.
  const cells = "[...document.querySelectorAll('.lines tr[data-line] td')]"
  const cut = `${cells}.filter((it) => it.scrollWidth > it.clientWidth + 1).length`
  expect(await ada.page.evaluate(cut)).toBe(0)
})
