import { expect, test } from 'vitest'
import { loadModels } from '../../server/src/model/loadModels.ts'
import { serviceAuthorization } from '../../server/src/permission/Authorization.ts'
import { planCreate } from '../../server/src/plan/create.ts'
import { exampleFolder } from './exampleFolder.ts'
import { inventCustomers, inventedProducts, inventOrders } from './inventOrders.ts'

const models = await loadModels(await exampleFolder('orders'))
const ids = [1, 2, 3, 4, 5, 6, 7, 8]

test('the service takes every invented record', () => {
  const plan = (name: string, records: readonly Readonly<Record<string, unknown>>[]) =>
    records.map((record) =>
      planCreate(record, models.get(`com.example.orders.${name}`), models, {
        authorization: serviceAuthorization(models),
        requestId: 'test',
        dryRun: false,
      }),
    )
  const orders = inventOrders(300, ids, ids)
  const order = { order: { id: 1 } }
  expect(plan('Customer', inventCustomers()).length).toBeGreaterThan(15)
  expect(plan('Product', inventedProducts)).toHaveLength(8)
  expect(
    plan(
      'Order',
      orders.map((one) => one.order),
    ),
  ).toHaveLength(300)
  expect(
    plan(
      'Line',
      orders.flatMap(({ lines }) => lines.map((line) => ({ ...order, ...line }))),
    ).length,
  ).toBeGreaterThan(300)
  const invoices = orders.flatMap(({ invoice }) => (invoice ? [{ ...order, ...invoice }] : []))
  expect(plan('Invoice', invoices).length).toBeGreaterThan(50)
})

test('an order has each product once, and its invoice is the sum of its lines', () => {
  for (const { lines, invoice } of inventOrders(300, ids, ids)) {
    const products = lines.map(({ product }) => JSON.stringify(product))
    expect(new Set(products).size).toBe(products.length)
    const total = lines.reduce((sum, { quantity, price }) => sum + Number(quantity) * Number(price), 0)
    if (invoice) expect(invoice['amount']).toBe(total.toFixed(2))
  }
})

test('the records are the same every time', () => {
  expect(inventOrders(50, ids, ids)).toEqual(inventOrders(50, ids, ids))
})
