import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { recordOf, recordsOf } from '../../server/test/harness/client.ts'
import { ordersFolder } from '../../server/test/harness/commandLine.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { change, fillExample } from '../pictures/fillOrders.ts'
import { Order } from '../pictures/models.ts'
import { useConsole } from './useConsole.ts'
import { phone, type Visitor } from './Visitor.ts'

const { stage, visit } = useConsole(useLogic(await loadDeclared(ordersFolder), { models: ordersFolder }))
const orders = `/r/${Order}`

beforeAll(() => fillExample(stage.client), 60_000)

/** Somebody with a phone, whose taps are counted: what they type is not. */
class Thumb {
  readonly visitor: Visitor
  taps = 0

  constructor(visitor: Visitor) {
    this.visitor = visitor
  }

  static async at(path: string): Promise<Thumb> {
    const thumb = new Thumb(await visit(stage.service.url, undefined, phone))
    await thumb.visitor.arrive(path)
    await thumb.visitor.quiet()
    return thumb
  }

  get page(): Page {
    return this.visitor.page
  }

  /** Taps what is large enough for a thumb. */
  async tap(what: Locator): Promise<void> {
    this.taps += 1
    await what.scrollIntoViewIfNeeded()
    const { width = 0, height = 0 } = (await what.boundingBox()) ?? {}
    expect(Math.min(width, height), String(what)).toBeGreaterThanOrEqual(24)
    await what.tap()
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).filter({ visible: true })
  }

  option(name: string | RegExp): Locator {
    return this.page.getByRole('option', { name }).first()
  }

  /** A cell of a line: the last one is that of a new line. */
  cell(row: number, column: string): Locator {
    return this.page.locator('.lines tr[data-line]').nth(row).locator(`[data-column="${column}"]`)
  }

  async save(): Promise<void> {
    await this.tap(this.button(/^(Save|Create)$/))
    await this.page.locator('.notice-good').waitFor()
  }

  /** A line with its product and its quantity. */
  async addLine(sku: string, quantity: number): Promise<void> {
    const row = (await this.page.locator('.lines tr[data-line]').count()) - 1
    await this.tap(this.cell(row, 'product'))
    await this.type(sku)
    await this.tap(this.option(new RegExp(sku)))
    await this.tap(this.cell(row, 'quantity'))
    await this.type(String(quantity))
  }
}

/** An order without lines, which nobody else changes. */
async function makeOrder(): Promise<number> {
  const [customer] = recordsOf(await stage.client.find('com.example.orders.Customer'))
  return recordOf(await stage.client.create(Order, { customer: { id: customer?.id } })).id
}

async function linesOf(id: number): Promise<number[]> {
  const read = await stage.client.exchange('GET', `/ws/rest/${Order}/${id}?fields=lines.quantity`)
  return (recordOf(read)['lines'] as { quantity: number }[]).map(({ quantity }) => quantity)
}

describe('tasks of a clerk, by the thumb', () => {
  it('opens an order by its number from anywhere: 2 taps', async () => {
    const sam = await Thumb.at('/')
    await sam.tap(sam.button('Search'))
    await sam.type('00042')
    await sam.tap(sam.option(/ORD-\d+-00042/))
    await sam.page.getByRole('heading', { name: /^ORD-\d+-00042$/ }).waitFor()
    expect(sam.taps).toBe(2)
  })

  it('adds a line, and changes its quantity: 4 taps, then 2', async () => {
    const id = await makeOrder()
    const sam = await Thumb.at(`${orders}/${id}`)
    await sam.addLine('pen', 3)
    await sam.save()
    expect(await linesOf(id)).toEqual([3])
    expect(sam.taps).toBe(4)
    await sam.visitor.quiet()
    await sam.tap(sam.cell(0, 'quantity'))
    await sam.page.keyboard.press('Control+a')
    await sam.type('5')
    await sam.save()
    expect(await linesOf(id)).toEqual([5])
    expect(sam.taps).toBe(6)
    await sam.visitor.expectAccessible()
  })

  it('finds what is overdue, and keeps it as a view: 4 taps, then 2', async () => {
    const sam = await Thumb.at(orders)
    for (const word of ['placed', 'due']) {
      await sam.tap(sam.button(/^Filter/))
      await sam.page.getByRole('dialog').getByRole('combobox').waitFor()
      await sam.type(word)
      await sam.tap(sam.option(word === 'due' ? /before today/ : /^Status/))
      await sam.visitor.quiet()
    }
    expect(new URL(sam.page.url()).searchParams.get('where')).toMatch(/placed.*\$today/)
    expect(sam.taps).toBe(4)
    await sam.tap(sam.button('Save view'))
    await sam.type('Late')
    await sam.tap(sam.page.getByRole('dialog').getByRole('button', { name: 'Save' }))
    await sam.page.getByRole('link', { name: 'Late' }).waitFor()
    expect(sam.taps).toBe(6)
  })

  it('gives three orders one value after a look, and takes it back: 9 taps, then 2', async () => {
    const ids = [await makeOrder(), await makeOrder(), await makeOrder()]
    const statuses = async () =>
      Promise.all(ids.map(async (id) => recordOf(await stage.client.read(Order, id))['status']))
    const sam = await Thumb.at(`${orders}?sortBy=-id`)
    for (const at of [0, 1, 2]) await sam.tap(sam.page.locator('.card-check').nth(at))
    await sam.tap(sam.button('Edit'))
    await sam.tap(sam.option('Status'))
    await sam.tap(sam.page.getByRole('dialog').getByRole('button', { name: /Status \*$/ }))
    await sam.tap(sam.option('Placed'))
    await sam.tap(sam.button('Preview'))
    await sam.tap(sam.button(/^Change 3 orders/))
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['placed', 'placed', 'placed'])
    expect(sam.taps).toBe(9)
    await sam.tap(sam.button(/^Undo/).first())
    await sam.tap(sam.page.getByRole('dialog').getByRole('button', { name: /^Undo/ }))
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['draft', 'draft', 'draft'])
    expect(sam.taps).toBe(11)
  })

  it('settles a conflict of one field: 2 taps', async () => {
    const id = await makeOrder()
    const sam = await Thumb.at(`${orders}/${id}`)
    await sam.page
      .getByRole('group', { name: /Due on/ })
      .getByRole('spinbutton')
      .first()
      .tap()
    await sam.type('12242027')
    await change(stage.client, id, { dueOn: '2027-11-30' })
    await sam.page.locator('.merge').or(sam.button('Show')).first().waitFor()
    if (await sam.button('Show').isVisible()) await sam.button('Show').tap()
    await sam.tap(sam.page.locator('.side-yours label'))
    await sam.save()
    expect(recordOf(await stage.client.read(Order, id))['dueOn']).toBe('2027-12-24')
    expect(sam.taps).toBe(2)
  })

  it('enters an order with three lines: 12 taps', async () => {
    const sam = await Thumb.at(`${orders}/new`)
    await sam.tap(sam.page.getByRole('combobox', { name: /^Customer/ }))
    await sam.type('Librairie')
    await sam.tap(sam.option(/^Librairie/))
    for (const [sku, quantity] of [
      ['pen', 3],
      ['ink', 2],
      ['box', 7],
    ] as const)
      await sam.addLine(sku, quantity)
    await sam.tap(sam.button('Create'))
    await sam.page.getByRole('heading', { name: /^ORD-\d+-\d+$/ }).waitFor()
    const id = Number(/\d+$/.exec(new URL(sam.page.url()).pathname)?.[0])
    expect(await linesOf(id)).toEqual([3, 2, 7])
    expect(sam.taps).toBe(12)
  })
})
