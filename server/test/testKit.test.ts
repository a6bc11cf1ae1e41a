import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { Customer } from '../../examples/orders/Customer.ts'
import { Order } from '../../examples/orders/Order.ts'
import { Product } from '../../examples/orders/Product.ts'
import { ship } from '../../examples/orders/ship.ts'
import { type TestKit, testKit } from '../src/testing.ts'
import { ordersFolder } from './harness/commandLine.ts'

let kit: TestKit

beforeAll(async () => {
  process.env['TABULARIUM_TEST_DATABASE_URL'] = inject('databaseUrl')
  kit = await testKit({ models: ordersFolder, as: 'warehouse' })
})
afterAll(async () => {
  delete process.env['TABULARIUM_TEST_DATABASE_URL']
  await kit.close()
})

it('runs an action twice and keeps the second run', async () => {
  const order = await kit.records(async (records) => {
    const customer = await records.create(Customer, { code: 'ACME', name: 'Acme' })
    const product = await records.create(Product, { sku: 'pen', name: 'Pen', price: '1.00', onHand: 5 })
    const lines = [{ product: { id: product.id }, quantity: 2, price: '1.00' }]
    return records.create(Order, { customer, status: 'placed', lines })
  })
  expect(await kit.act(ship, { order: { id: order.id } })).toEqual({ order: { id: order.id, version: 1 } })
  const [pen] = await kit.records((records) => records.search(Product))
  expect(pen).toMatchObject({ onHand: 3, version: 1, updatedBy: { username: 'tester' } })
  const again = kit.act(ship, { order: { id: order.id } })
  await expect(again).rejects.toMatchObject({ code: 'refused', details: { data: { reason: 'not-placed' } } })
})
