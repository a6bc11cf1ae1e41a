import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Customer } from '../../examples/orders/Customer.ts'
import { welcome } from '../../examples/orders/greet.ts'
import { Order } from '../../examples/orders/Order.ts'
import { Product } from '../../examples/orders/Product.ts'
import { ship } from '../../examples/orders/ship.ts'
import { tellCustomer } from '../../examples/orders/tellCustomer.ts'
import { Job } from '../src/model/builtIn/Job.ts'
import { type TestKit, testKit } from '../src/testing.ts'
import { ordersFolder } from './harness/commandLine.ts'

const day = 86_400_000
let kit: TestKit

beforeAll(async () => {
  process.env['TABULARIUM_TEST_DATABASE_URL'] = inject('databaseUrl')
  kit = await testKit({ models: ordersFolder, as: 'warehouse' })
})
afterAll(async () => {
  delete process.env['TABULARIUM_TEST_DATABASE_URL']
  await kit.close()
})

let made = 0
const newOrder = (status: 'draft' | 'placed', email: string | null = null) =>
  kit.records(async (records) => {
    const code = `C${++made}`
    const customer = await records.create(Customer, { code, name: 'Acme', email })
    const product = await records.create(Product, { sku: `pen ${made}`, name: 'Pen', price: '1.00', onHand: 5 })
    const lines = [{ product: { id: product.id }, quantity: 2, price: '1.00' }]
    return { product, order: await records.create(Order, { customer, status, lines }) }
  })
/** The states of all jobs of a name. */
const statesOf = async (name: string) => {
  const where = { fieldName: 'name', operator: '=', value: name }
  return (await kit.records((records) => records.search(Job, { where }))).map(({ state }) => state)
}

describe('testKit', () => {
  it('runs an action twice and keeps the second run', async () => {
    const { order, product } = await newOrder('placed')
    expect(await kit.act(ship, { order: { id: order.id } })).toEqual({ order: { id: order.id, version: 1 } })
    const pen = await kit.records((records) => records.read(Product, product.id))
    expect(pen).toMatchObject({ onHand: 3, version: 1, updatedBy: { username: 'tester' } })
    const again = kit.act(ship, { order: { id: order.id } })
    await expect(again).rejects.toMatchObject({ code: 'refused', details: { data: { reason: 'not-now' } } })
  })

  it('settles: reactions and jobs run to their end, and not before', async () => {
    const { order } = await newOrder('placed', 'acme@example.com')
    await kit.act(ship, { order: { id: order.id } })
    expect(await statesOf(welcome.name)).toEqual([])
    expect(new Set(await statesOf(tellCustomer.name))).toEqual(new Set(['waiting']))
    await kit.settle()
    expect(await statesOf(welcome.name)).toEqual(['done'])
    expect(new Set(await statesOf(tellCustomer.name))).toEqual(new Set(['done']))
    const told = kit.mails.filter(({ to }) => to === 'acme@example.com').map(({ subject }) => subject)
    expect(told).toEqual(
      expect.arrayContaining(['Welcome', expect.stringMatching(/^Your order ORD-.* is on its way$/)]),
    )
  })

  it('settles as if it were a moment that the test gives', async () => {
    const { order } = await newOrder('draft')
    await kit.settle({ at: new Date(Date.now() + day) })
    const { status } = await kit.records((records) => records.read(Order, order.id))
    expect(status).toBe('draft')
    // All the nights that passed are made up for once; the next one has its own run.
    for (const days of [100, 101]) await kit.settle({ at: new Date(Date.now() + days * day) })
    const old = await kit.records((records) => records.read(Order, order.id))
    expect(old).toMatchObject({ status: 'void', updatedBy: null })
  })
})
