import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../../server/src/command/loadDeclared.ts'
import { admin } from '../../server/test/harness/client.ts'
import { ordersFolder } from '../../server/test/harness/commandLine.ts'
import { useLogic } from '../../server/test/harness/useLogic.ts'
import type * as logic from '../../examples/orders/ship.ts'
import { createActions, listActions, runAction } from '../src/actions.ts'
import { type Client, createClient } from '../src/index.ts'
import type { Orders } from './models.ts'

const stage = useLogic(await loadDeclared(ordersFolder))
let client: Client<Orders>

beforeAll(async () => {
  client = createClient<Orders>({ url: stage.service.url })
  await client.login(admin.username, admin.password)
})

/** A placed order for two of a product, of which there are three. */
async function placeOrder(sku: string): Promise<{ order: number; product: number }> {
  const customer = await client.records('com.example.orders.Customer').create({ code: sku, name: 'Acme' })
  const product = await client
    .records('com.example.orders.Product')
    .create({ sku, name: 'Pen', price: '1.00', onHand: 3 })
  const lines = [{ product: { id: product.id }, quantity: 2, price: '1.00' }]
  const values = { customer: { id: customer.id }, status: 'placed' as const, lines }
  return { order: (await client.records('com.example.orders.Order').create(values)).id, product: product.id }
}
const onHandOf = async (id: number) => (await client.records('com.example.orders.Product').read(id)).onHand

describe('createActions', () => {
  const orders = () => createActions<typeof logic>(client)('com.example.orders')

  it('runs an action, dry and then for good, and once for a key', async () => {
    const { order: id, product } = await placeOrder('PEN')
    const order = { id }
    expect(await orders().ship({ order }, { dryRun: true })).toEqual({ order: { id, version: 1 } })
    expect(await onHandOf(product)).toBe(3)
    const shipped = await orders().ship({ order }, { idempotencyKey: 'ship-1' })
    expect(shipped).toEqual({ order: { id, version: 1 } })
    expect(await orders().ship({ order }, { idempotencyKey: 'ship-1' })).toEqual(shipped)
    expect(await onHandOf(product)).toBe(1)
  })

  it('throws what the action refuses, with its reason', async () => {
    const { order: id } = await placeOrder('INK')
    await orders().ship({ order: { id } })
    await expect(orders().ship({ order: { id } })).rejects.toMatchObject({
      code: 'refused',
      data: { reason: 'not-now' },
    })
    await expect(runAction(client, 'com.example.orders.shp', {})).rejects.toMatchObject({ code: 'unknown-action' })
  })

  it('is no promise: it can be returned by an async function', async () => {
    const returned = await (async () => orders())()
    expect(typeof returned.ship).toBe('function')
  })
})

describe('listActions', () => {
  it('lists what the caller may run', async () => {
    const [found, ...others] = await listActions(client)
    expect(others).toEqual([])
    expect(found).toMatchObject({ name: 'com.example.orders.ship', label: 'Ship', on: 'com.example.orders.Order' })
    expect(found?.takes).toMatchObject([{ name: 'order', type: 'reference', required: true }])
  })
})
