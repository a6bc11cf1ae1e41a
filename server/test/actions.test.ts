import { beforeAll, describe, expect, it } from 'vitest'
import { loadDeclared } from '../src/command/loadDeclared.ts'
import { runLogic } from '../src/execute/logic/runLogic.ts'
import { sendableOf } from '../src/logic/Logic.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { RoleRights } from '../src/permission/RoleRights.ts'
import { type Client, recordOf, type RecordJson } from './harness/client.ts'
import { ordersFolder } from './harness/commandLine.ts'
import { openServices } from './harness/logicServices.ts'
import { useLogic } from './harness/useLogic.ts'

const declared = await loadDeclared(ordersFolder)
const of = (name: string) => `com.example.orders.${name}`
const shipPath = `/ws/action/${of('ship')}`

const stage = useLogic(declared, { models: ordersFolder, work: 'false' })
let customer: RecordJson

beforeAll(async () => {
  customer = recordOf(await stage.client.create(of('Customer'), { code: 'ACME', name: 'Acme' }))
})

let made = 0
const newProduct = async (onHand: number) =>
  recordOf(await stage.client.create(of('Product'), { sku: `sku${++made}`, name: 'Pen', price: '1.00', onHand }))
const newOrder = async (product: RecordJson, quantity: number, status = 'placed') => {
  const lines = [{ product: { id: product.id }, quantity, price: '1.00' }]
  return recordOf(await stage.client.create(of('Order'), { customer: { id: customer.id }, status, lines }))
}
const ship = (client: Client, order: object, more: { headers?: Record<string, string>; query?: string } = {}) =>
  client.exchange('POST', `${shipPath}${more.query ?? ''}`, {
    body: { data: { order } },
    ...(more.headers ? { headers: more.headers } : {}),
  })
const read = async (model: string, id: number) => recordOf(await stage.client.read(of(model), id))

describe('POST /ws/action/:name', () => {
  it('runs an action by the rights of its role, in the name of the caller', async () => {
    const product = await newProduct(5)
    const order = await newOrder(product, 2)
    const reply = await ship(await stage.as('warehouse'), { id: order.id })
    expect(reply.json).toEqual({
      status: 0,
      data: [{ order: { id: order.id, version: 1 } }],
      changeSet: expect.any(Number),
    })
    expect(await read('Order', order.id)).toMatchObject({ status: 'shipped', updatedBy: { username: 'warehouse' } })
    expect(await read('Product', product.id)).toMatchObject({ onHand: 3, version: 1 })
    const { changeSet } = reply.json as unknown as { changeSet: number }
    const sets = await stage.client.exchange('GET', '/ws/changes/sets?limit=1')
    expect(sets.json).toMatchObject({ data: [{ id: changeSet, kind: 'action', name: of('ship'), records: 2 }] })
  })

  it('refuses with a reason that programs can read', async () => {
    const product = await newProduct(1)
    const draft = await newOrder(product, 1, 'draft')
    const refused = await ship(await stage.as('warehouse'), { id: draft.id })
    expect(refused.status).toBe(422)
    expect(refused.json).toMatchObject({
      data: { code: 'refused', reason: 'not-now', message: 'Only a placed order can be shipped.' },
    })
    const short = await ship(await stage.as('warehouse'), { id: (await newOrder(product, 2)).id })
    expect(short.json).toMatchObject({ data: { code: 'refused', reason: 'out-of-stock' } })
    expect(await read('Product', product.id)).toMatchObject({ onHand: 1, version: 0 })
  })

  it('does not exist for those who may not run it', async () => {
    const order = await newOrder(await newProduct(1), 1)
    const hidden = await ship(await stage.as('accounting'), { id: order.id })
    expect(hidden.status).toBe(404)
    expect(hidden.json).toMatchObject({ data: { code: 'unknown-action' } })
    const unknown = await (await stage.as('warehouse')).exchange('POST', `/ws/action/${of('shipp')}`, {
      body: { data: {} },
    })
    expect(unknown.json).toMatchObject({ data: { message: expect.stringContaining(`Did you mean "${of('ship')}"?`) } })
  })

  it('checks what it takes, all at once', async () => {
    const sent = { data: { order: { id: 'x' }, ordr: 1 } }
    const reply = await (await stage.as('warehouse')).exchange('POST', shipPath, { body: sent })
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({
      data: { code: 'invalid-record' },
      errors: {
        order: 'must have an id that is a whole number from 1 on',
        ordr: `is not a field of ${of('ship')}. Did you mean "order"?`,
      },
    })
    const missing = await (await stage.as('warehouse')).exchange('POST', shipPath, { body: { data: {} } })
    expect(missing.json).toMatchObject({ errors: { order: 'is required' } })
    const nobody = await ship(await stage.as('warehouse'), { id: 1_000_000 })
    expect(nobody.json).toMatchObject({ data: { code: 'record-not-found' } })
  })

  it('checks the version of a record that it takes with one', async () => {
    const order = await newOrder(await newProduct(1), 1)
    const stale = await ship(await stage.as('warehouse'), { id: order.id, version: 7 })
    expect(stale.status).toBe(409)
    expect(stale.json).toMatchObject({ data: { code: 'version-conflict', current: { id: order.id, version: 0 } } })
    expect((await ship(await stage.as('warehouse'), { id: order.id, version: 0 })).status).toBe(200)
  })

  it('is done once for an Idempotency-Key', async () => {
    const product = await newProduct(5)
    const order = await newOrder(product, 2)
    const headers = { 'idempotency-key': `ship-${order.id}` }
    const first = await ship(await stage.as('warehouse'), { id: order.id }, { headers })
    const again = await ship(await stage.as('warehouse'), { id: order.id }, { headers })
    expect(again.json).toEqual(first.json)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await read('Product', product.id)).toMatchObject({ onHand: 3, version: 1 })
    const other = await ship(await stage.as('warehouse'), { id: order.id + 1 }, { headers })
    expect(other.json).toMatchObject({ data: { code: 'key-reused' } })
  })

  it('leaves nothing behind if it is a dry run', async () => {
    const product = await newProduct(5)
    const order = await newOrder(product, 2)
    const counts = () =>
      stage.database.query(`select (select count(*) from tabularium.journal) as journal,
        (select count(*) from tabularium.change_sets) as sets, (select count(*) from tabularium.answers) as answers,
        (select sum(version) from record.com_example_orders_product) as versions`)
    const before = await counts()
    const headers = { 'idempotency-key': `dry-${order.id}` }
    const reply = await ship(await stage.as('warehouse'), { id: order.id }, { query: '?dryRun=true', headers })
    expect(reply.json).toEqual({ status: 0, data: [{ order: { id: order.id, version: 1 } }], dryRun: true })
    expect(await counts()).toEqual(before)
  })

  it('takes at most ten round trips', async () => {
    const order = await newOrder(await newProduct(5), 2)
    const services = { ...openServices(stage.database.url, declared.models), jobs: sendableOf(declared.logic) }
    const action = declared.logic.actions.get(of('ship'))
    if (!action) throw new Error('The example has the action.')
    const { statements, name } = action
    const timeout = 10_000
    const deadline = { at: performance.now() + 10_000, mayBeWritten: false }
    const rights = new RoleRights(declared.roles, declared.models).get('fulfilment')
    const authorization = { ...serviceAuthorization(declared.models), userId: 1, rights }
    const options = {
      name,
      kind: 'action',
      authorization,
      requestId: 'r',
      deadline,
      timeout,
      statements,
    } as const
    const log = { info: () => {}, warn: () => {} }
    const context = { moment: new Date(0), dryRun: false, signal: AbortSignal.timeout(10_000), log }
    await runLogic(options, services, (records) =>
      action.run({ order: { id: order.id } }, records, { ...context, caller: { id: 1, username: 'admin' } }),
    )
    services.database.close()
    // Begin and commit are two more.
    expect(services.sent.length + 2).toBeLessThanOrEqual(10)
    expect(await read('Order', order.id)).toMatchObject({ status: 'shipped' })
  })
})

describe('GET /ws/meta/actions', () => {
  it('lists the actions that the caller may run, with what they take and give', async () => {
    const field = { name: 'order', type: 'reference', label: 'Order', required: true, target: of('Order') }
    expect((await (await stage.as('warehouse')).exchange('GET', '/ws/meta/actions')).json).toEqual({
      status: 0,
      data: [
        {
          name: of('ship'),
          label: 'Ship',
          help: 'Takes the products from the stock and marks the order as shipped.',
          on: of('Order'),
          when: { message: 'Only a placed order can be shipped.', tree: expect.objectContaining({ name: '=' }) },
          leadsTo: { status: 'shipped' },
          takes: [field],
          gives: [field],
          undo: true,
        },
      ],
    })
    expect((await (await stage.as('accounting')).exchange('GET', '/ws/meta/actions')).json).toEqual({
      status: 0,
      data: [],
    })
  })

  it('are in the detailed metadata as well, with the same for each caller', async () => {
    for (const name of ['warehouse', 'accounting']) {
      const client = await stage.as(name)
      const { json: listed } = await client.exchange('GET', '/ws/meta/actions')
      const { json: detailed } = await client.exchange('GET', '/ws/meta/models?detail=true')
      expect(detailed).toMatchObject({ actions: (listed as unknown as { data: object[] }).data })
    }
  })
})

describe('GET /ws/explain/action/:name', () => {
  it('says why an action may be run, and to administrators why not', async () => {
    const path = `/ws/explain/action/${of('ship')}`
    const own = await (await stage.as('warehouse')).exchange('GET', path)
    expect(own.json).toMatchObject({
      data: [
        {
          user: { username: 'warehouse' },
          action: of('ship'),
          allowed: true,
          why: expect.stringMatching(/^The rule \d+ of the role warehouse allows it\.$/),
          rules: [{ role: 'warehouse', model: of('ship'), allows: ['run'] }],
          as: 'fulfilment',
        },
      ],
    })
    const other = await stage.client.exchange('GET', `${path}?user=accounting`)
    expect(other.json).toMatchObject({ data: [{ allowed: false, why: `No rule allows running ${of('ship')}.` }] })
    expect((await (await stage.as('accounting')).exchange('GET', path)).json).toMatchObject({
      data: { code: 'unknown-action' },
    })
  })
})
