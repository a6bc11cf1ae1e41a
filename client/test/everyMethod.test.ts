import { beforeAll, describe, expect, it } from 'vitest'
import { loadModels } from '../../server/src/model/loadModels.ts'
import { admin } from '../../server/test/harness/client.ts'
import { ordersFolder } from '../../server/test/harness/commandLine.ts'
import { useModels } from '../../server/test/harness/useModels.ts'
import { type Client, createClient } from '../src/index.ts'
import type { Orders } from './models.ts'

const stage = useModels(await loadModels(ordersFolder))
let client: Client<Orders>

beforeAll(async () => {
  client = createClient<Orders>({ url: `${stage.service.url}/` })
  await client.login(admin.username, admin.password)
})

const customers = () => client.records('com.example.orders.Customer')
const products = () => client.records('com.example.orders.Product')
const orders = () => client.records('com.example.orders.Order')

describe('documents with lines', () => {
  it('are written with references by key, shown by paths, and restored with their members', async () => {
    await customers().create({ code: 'acme', name: 'Acme' })
    await products().saveAll([
      { sku: 'A', name: 'Anvil', price: '10.00', onHand: 5 },
      { sku: 'B', name: 'Bolt', price: '0.50', onHand: 100 },
    ])
    const lines = [
      { product: { sku: 'A' }, quantity: 1, price: '10.00' },
      { product: { sku: 'B' }, quantity: 4, price: '0.50' },
    ]
    const order = await orders().create(
      { customer: { code: 'ACME' }, lines },
      { fields: ['number', 'total', 'customer.name', 'lines.amount', 'lines.product.sku'] },
    )
    expect([order.total, order.customer.name]).toEqual(['12.00', 'Acme'])
    expect(order.lines.map(({ amount, product }) => [amount, product.sku])).toEqual([
      ['10.00', 'A'],
      ['2.00', 'B'],
    ])
    const changed = await orders().update(order, { lines: [] }, { fields: ['total'] })
    expect(await orders().restore(changed, { toVersion: 0, members: true, fields: ['total'] })).toEqual({
      record: { id: order.id, version: 2, total: '12.00' },
      missing: {},
      members: { recreated: 2, changed: 0, removed: 0 },
    })
    const { entries, total } = await orders().history(order, { members: true })
    expect(total).toBe(entries.length)
    expect(new Set(entries.map(({ model }) => model))).toEqual(
      new Set(['com.example.orders.Order', 'com.example.orders.Line']),
    )
    expect(await orders().delete(order.id, { dryRun: true })).toEqual({ cleared: 0, deleted: 2 })
  })

  it('are grouped by month, and by what they refer to', async () => {
    const { groups, total } = await orders().aggregate({
      where: { status: 'draft' },
      groupBy: ['customer', { fieldName: 'createdOn', by: 'year' }],
      count: true,
      countDistinct: ['status'],
    })
    expect(total).toBe(1)
    const [group] = groups
    expect([group?.group.customer?.name, group?.group.createdOn, group?.count, group?.countDistinct.status]).toEqual([
      'Acme',
      String(new Date().getUTCFullYear()),
      1,
      1,
    ])
  })
})

describe('several models at once', () => {
  it('are written all or none, with increments that merge', async () => {
    const { records } = await products().find({ where: { sku: 'A' }, fields: ['onHand'] })
    const [anvil] = records
    if (!anvil) throw new Error('There is no anvil.')
    await products().update(anvil, { onHand: { increment: 1 } })
    const [order, line, stock] = await client.transaction(
      [
        { create: 'com.example.orders.Order', as: 'order', record: { customer: { code: 'ACME' } } },
        {
          create: 'com.example.orders.Line',
          record: { order: { as: 'order' }, product: { id: anvil.id }, quantity: 2, price: '10.00' },
        },
        {
          update: 'com.example.orders.Product',
          record: { id: anvil.id, version: anvil.version, onHand: { increment: -2 } },
        },
      ],
      { onConflict: 'merge' },
    )
    expect([line.order.id, line.amount, stock.onHand]).toEqual([order.id, '20.00', 4])
    const failed = client.transaction([
      { delete: 'com.example.orders.Order', record: order },
      { update: 'com.example.orders.Product', record: { id: anvil.id, version: 0, onHand: -1 } },
    ])
    await expect(failed).rejects.toMatchObject({ code: 'invalid-record', data: { index: 1 } })
    expect(await orders().read(order)).toMatchObject({ version: 0 })
  })

  it('a record is named by a unique group as well', async () => {
    const { records } = await client.records('com.example.orders.Line').find({ fields: ['order', 'product'], limit: 1 })
    const [line] = records
    if (!line) throw new Error('There is no line.')
    const { order, product } = line
    const answer = await client
      .records('com.example.orders.Line')
      .upsertAll([{ order: { id: order.id }, product: { id: product.id }, quantity: 9, price: '1.00' }], {
        key: ['order', 'product'],
        fields: ['quantity'],
      })
    expect(answer).toEqual({
      records: [{ id: line.id, version: line.version + 1, quantity: 9 }],
      outcomes: ['updated'],
    })
  })
})

describe('the caller', () => {
  it('learns about models, and why something is allowed', async () => {
    expect((await client.models()).map(({ name }) => name)).toContain('com.example.orders.Order')
    expect(await client.search('no such words anywhere')).toEqual([])
    expect(await orders().meta()).toMatchObject({ name: 'com.example.orders.Order', title: 'number' })
    expect(await orders().explain({ action: 'delete' })).toMatchObject({ allowed: true, action: 'delete' })
  })

  it('makes a key for a program, which may use it and see the models of the service', async () => {
    const { id, token } = await client.createKey({ name: 'sync' })
    const program = createClient<Orders>({ url: stage.service.url, key: token })
    const { user, models } = await program.me()
    expect([user.username, user.key?.name, user.session]).toEqual([admin.username, 'sync', undefined])
    expect(models['com.example.orders.Order']).toEqual(['read', 'create', 'update', 'delete'])
    const { records } = await program.records('tabularium.User').find({ where: { username: admin.username } })
    expect(records.map(({ username }) => username)).toEqual([admin.username])
    await client.records('tabularium.Key').delete(id)
    await expect(program.me()).rejects.toMatchObject({ code: 'session-required', status: 401 })
  })

  it('learns what to do if a repeat has no token: it is shown once', async () => {
    const createLost = () => client.createKey({ name: 'lost' }, { idempotencyKey: 'lost' })
    const { id } = await createLost()
    await expect(createLost()).rejects.toMatchObject({
      code: 'shown-once',
      message: `Key ${id} has shown its token: delete it and create another one.`,
      data: { id },
    })
    await client.records('tabularium.Key').delete(id)
  })

  it('makes a webhook, whose secret is shown once, or is the one that was sent', async () => {
    const models = ['com.example.orders.Order'] as const
    const webhook = { name: 'Shop', url: 'https://shop.example.com/hook', models }
    const { id, secret } = await client.createWebhook(webhook, { idempotencyKey: 'hook' })
    expect(secret).toMatch(/^whsec_/)
    const repeat = client.createWebhook(webhook, { idempotencyKey: 'hook' })
    await expect(repeat).rejects.toMatchObject({ code: 'shown-once', data: { id } })
    const own = await client.createWebhook({ ...webhook, secret })
    expect(own.secret).toBe(secret)
    await client.records('tabularium.Webhook').delete(id)
    await client.records('tabularium.Webhook').delete(own.id)
  })

  it('changes the password, and ends sessions', async () => {
    const other = createClient({ url: stage.service.url })
    await other.login(admin.username, admin.password)
    const another = 'seven grey geese in a row'
    await client.changePassword(admin.password, another)
    await expect(other.me()).rejects.toMatchObject({ code: 'session-required' })
    await client.changePassword(another, admin.password)
    await other.login(admin.username, admin.password)
    expect((await client.endSessions()).total).toBeGreaterThanOrEqual(1)
    await expect(other.me()).rejects.toMatchObject({ code: 'session-required' })
    await client.logout()
    await expect(client.me()).rejects.toMatchObject({ code: 'session-required' })
    expect(await client.me({ optional: true })).toBeUndefined()
    await client.login(admin.username, admin.password)
    expect((await client.me({ optional: true }))?.user.username).toBe(admin.username)
  })

  it('sends what has no method as a request', async () => {
    const envelope = await client.request('GET', '/ws/rest/com.example.orders.Customer', { query: { limit: 0 } })
    expect(envelope).toMatchObject({ status: 0, data: [], total: 1 })
  })
})
