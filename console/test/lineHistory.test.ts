import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { admin, recordOf } from '../../server/test/harness/client.ts'
import { allActions, makeRole, makeUser } from '../../server/test/harness/people.ts'
import { until } from '../../server/test/harness/poll.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import { useConsole } from './useConsole.ts'
import type { Visitor } from './Visitor.ts'

const folder = fileURLToPath(import.meta.resolve('./lines'))
const { stage, visit } = useConsole(useLogic(await loadDeclared(folder), { models: folder }))
const [Order, Line, Product] = ['com.example.lines.Order', 'com.example.lines.Line', 'com.example.lines.Product']
const products: number[] = []

beforeAll(async () => {
  for (const sku of ['pen', 'ink', 'wax'])
    products.push(recordOf(await stage.client.create(Product, { sku, name: sku, price: '2.00' })).id)
  const role = await makeRole(stage.client, 'clerks', [
    { model: Order, ...allActions },
    { model: Product, read: true },
    { model: Line, create: true, read: true, update: true },
  ])
  await makeUser(stage.client, 'sam', [role], { password: admin.password })
})

interface LineJson {
  readonly id: number
  readonly version: number
  readonly quantity: number
}

async function read(order: number) {
  const fields = 'customer,lines.quantity,lines.product'
  const found = recordOf(await stage.client.exchange('GET', `/ws/rest/${Order}/${order}?fields=${fields}`))
  return { customer: found['customer'], lines: found['lines'] as readonly LineJson[], version: found.version }
}

/** An order of two lines, of which one was changed, one taken out, one added, and later one changed alone. */
async function makeOrder(): Promise<{ readonly id: number; readonly lines: readonly LineJson[] }> {
  const [pen, ink, wax] = products.map((id) => ({ product: { id }, quantity: 1 }))
  const { id } = recordOf(await stage.client.create(Order, { customer: 'Ada', lines: [pen, ink] }))
  const { lines } = await read(id)
  const kept = { id: lines[0]?.id, version: 0, quantity: 7 }
  recordOf(await stage.client.update(Order, id, { version: 0, customer: 'Bob', lines: [kept, wax] }))
  recordOf(await stage.client.update(Line, lines[0]?.id ?? 0, { version: 1, quantity: 9 }))
  return { id, lines }
}

const rows = ({ page }: Visitor) => page.locator('.past-lines tbody tr')
const texts = async (ada: Visitor) =>
  (await rows(ada).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
const cell = (text: string) => expect.stringMatching(new RegExp(`^${text}`))

it('the history of an order says who added, changed and took out which line', async () => {
  const { id } = await makeOrder()
  const ada = await visit()
  await ada.arrive(`/r/${Order}/${id}/history`)
  await rows(ada).first().waitFor()
  // The last version goes on until now: with the change of a line that somebody made alone.
  expect(await texts(ada)).toEqual([
    cell('● Changed pen 1 → 9 2.00 admin, '),
    cell('\\+ New wax 1 2.00 admin, '),
    cell('− Taken out ink 1 2.00 admin, .* Bring back$'),
  ])
  await ada.expectAccessible()
  await ada.page.getByRole('radio', { name: 'Version 0' }).click()
  await until('the first version has its two lines', async () => (await rows(ada).count()) === 2)
  expect(await texts(ada)).toEqual([cell('\\+ New pen 1 2.00 admin'), cell('\\+ New ink 1 2.00 admin')])
})

it('a line that was taken out is brought back alone', async () => {
  const { id, lines } = await makeOrder()
  const ada = await visit()
  await ada.arrive(`/r/${Order}/${id}/history`)
  await ada.button('Bring back').click()
  await ada.page.getByText('The line is back.').waitFor()
  await until('the line is no longer gone', async () => (await rows(ada).locator('del').count()) === 0)
  expect((await read(id)).lines.map((line) => line.id)).toContain(lines[1]?.id)
})

it('an old version is restored with its lines, and a change of an order with its lines is undone as one', async () => {
  const { id, lines } = await makeOrder()
  const ada = await visit()
  await ada.arrive(`/r/${Order}/${id}/history?at=0`)
  await ada.button('Restore this version').click()
  await ada.page.waitForURL(new RegExp(`/${id}$`))
  const now = await read(id)
  expect(now.customer).toBe('Ada')
  expect(now.lines.map((line) => [line.id, line.quantity])).toEqual(lines.map((line) => [line.id, 1]))
  await ada.go(`/r/${Order}/${id}/history`)
  await ada.button('Undo this change').click()
  await ada.button(/^Undo \d+ records$/).click()
  await until('the restore is undone', async () => (await read(id)).customer === 'Bob')
  expect((await read(id)).lines.map((line) => line.quantity)).toEqual([9, 1])
})

it('a deleted order comes back with its lines; who may not delete lines gets it without, and is told', async () => {
  const { id } = await makeOrder()
  const before = await read(id)
  await stage.client.delete(Order, id, before.version)
  const sam = await visit()
  await sam.arrive(`/r/${Order}/deleted`, 'sam')
  await sam.page.getByText('Without Lines: you may not restore them.').waitFor()
  const ada = await visit()
  await ada.arrive(`/r/${Order}/${id}/history`)
  await rows(ada).first().waitFor()
  expect(await texts(ada)).toEqual([cell('− Taken out pen 9 2.00 admin'), cell('− Taken out wax 1 2.00 admin')])
  await ada.go(`/r/${Order}/deleted`)
  await ada.button('Restore').click()
  await ada.page.waitForURL(new RegExp(`/${id}$`))
  expect((await read(id)).lines.map((line) => [line.id, line.quantity])).toEqual(
    before.lines.map((line) => [line.id, line.quantity]),
  )
})

it('an old version whose lines the history does not have any more comes back without them, and says so', async () => {
  const { id, lines } = await makeOrder()
  // In the middle of its past: what was there before can't be told.
  await stage.database.query(
    `delete from tabularium.journal where record = $1 and version = 1
      and model = (select number from tabularium.models where name = $2)`,
    [lines[0]?.id, Line],
  )
  const ada = await visit()
  await ada.arrive(`/r/${Order}/${id}/history?at=0`)
  await ada.button('Restore this version').click()
  await ada.page.getByText('Restored without Lines: the history does not have them any more.').waitFor()
  await ada.page.waitForURL(new RegExp(`/${id}$`))
  const now = await read(id)
  expect([now.customer, now.lines.map((line) => line.quantity)]).toEqual(['Ada', [9, 1]])
})
