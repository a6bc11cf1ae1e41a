import { beforeAll, describe, expect, it } from 'vitest'
import { loadModels } from '../src/model/loadModels.ts'
import { admin, Client, recordOf, type RecordJson } from './harness/client.ts'
import { ordersFolder } from './harness/commandLine.ts'
import { runCommand } from './harness/runCommand.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(await loadModels(ordersFolder), { models: ordersFolder })
const of = (name: string) => `com.example.orders.${name}`
const clients = new Map<string, Client>()
let customer: RecordJson
let pen: RecordJson

beforeAll(async () => {
  const env = { DATABASE_URL: stage.database.url }
  await runCommand(['migrate', 'apply', '--models', ordersFolder], env)
  for (const [username, role] of [
    ['sam', 'sales'],
    ['sue', 'sales'],
    ['walt', 'warehouse'],
    ['anna', 'accounting'],
  ] as const) {
    const args = ['user', 'add', username, '--role', role, '--password-stdin']
    await runCommand(args, env, admin.password)
    const client = new Client(stage.service.url)
    expect((await client.login({ ...admin, username })).status).toBe(200)
    clients.set(username, client)
  }
  customer = recordOf(await stage.client.create(of('Customer'), { code: 'ACME', name: 'Acme' }))
  pen = recordOf(await stage.client.create(of('Product'), { sku: 'pen', name: 'Pen', price: '3.50', onHand: 100 }))
  return () => clients.forEach((client) => client.close())
})

function as(username: string): Client {
  const client = clients.get(username)
  if (!client) throw new Error(`Nobody is called ${username}.`)
  return client
}

const newOrder = () => ({
  customer: { id: customer.id },
  lines: [{ product: { id: pen.id }, quantity: 3, price: '3.50' }],
})

describe('the orders example', () => {
  it('takes an order with its lines', async () => {
    const order = recordOf(await stage.client.create(of('Order'), newOrder()))
    expect(order).toMatchObject({ status: 'draft', customer: { id: customer.id, name: 'Acme' } })
    const path = `/ws/rest/${of('Order')}/${order.id}?fields=lines.product,lines.quantity`
    const read = recordOf(await stage.client.exchange('GET', path))
    expect(read).toMatchObject({ lines: [{ product: { id: pen.id, sku: 'pen' }, quantity: 3 }] })
  })

  it('deletes the lines with their order', async () => {
    const order = recordOf(await stage.client.create(of('Order'), newOrder()))
    const lines = { criteria: [{ fieldName: 'order', operator: '=', value: order.id }] }
    const search = () => stage.client.exchange('POST', `/ws/rest/${of('Line')}/search`, { body: { data: lines } })
    expect((await search()).json).toMatchObject({ total: 1 })
    expect((await stage.client.delete(of('Order'), order.id, 0)).status).toBe(200)
    expect((await search()).json).toMatchObject({ total: 0 })
  })
})

describe('the roles of the orders example', () => {
  it('sales works with their own orders and sees no invoice', async () => {
    const order = recordOf(await as('sam').create(of('Order'), newOrder()))
    expect((await as('sam').find(of('Order'))).json).toMatchObject({ total: 1, data: [{ id: order.id }] })
    expect((await as('sam').find(of('Line'))).json).toMatchObject({ total: 1 })
    expect((await as('sue').find(of('Order'))).json).toMatchObject({ total: 0 })
    expect((await as('sue').find(of('Line'))).json).toMatchObject({ total: 0 })
    expect((await as('sue').update(of('Order'), order.id, { version: 0, dueOn: '2026-01-31' })).status).toBe(404)
    expect((await as('sam').find(of('Invoice'))).status).toBe(404)
    expect((await as('sam').update(of('Product'), pen.id, { version: 0, price: '1.00' })).status).toBe(403)
  })

  it('warehouse reads orders and ships those that are placed', async () => {
    const order = recordOf(await stage.client.create(of('Order'), newOrder()))
    expect((await as('walt').read(of('Order'), order.id)).status).toBe(200)
    expect((await as('walt').update(of('Order'), order.id, { version: 0, status: 'shipped' })).status).toBe(403)
    recordOf(await stage.client.update(of('Order'), order.id, { version: 0, status: 'placed' }))
    const shipped = recordOf(await as('walt').update(of('Order'), order.id, { version: 1, status: 'shipped' }))
    expect(shipped).toMatchObject({ status: 'shipped' })
    expect((await as('walt').update(of('Order'), order.id, { version: 2, dueOn: '2026-01-31' })).status).toBe(403)
    expect((await as('walt').find(of('Invoice'))).status).toBe(404)
  })

  it('accounting reads everything, and creates and corrects invoices', async () => {
    const order = recordOf(await stage.client.create(of('Order'), newOrder()))
    const details = { order: { id: order.id }, amount: '10.50', issuedOn: '2026-01-31' }
    const invoice = recordOf(await as('anna').create(of('Invoice'), details))
    recordOf(await as('anna').update(of('Invoice'), invoice.id, { version: 0, amount: '10.00' }))
    expect((await as('anna').delete(of('Invoice'), invoice.id, 1)).status).toBe(403)
    for (const name of ['Customer', 'Product', 'Order', 'Line', 'Invoice'])
      expect((await as('anna').find(of(name))).status).toBe(200)
    expect((await as('anna').update(of('Order'), order.id, { version: 0, dueOn: '2026-01-31' })).status).toBe(403)
  })
})
