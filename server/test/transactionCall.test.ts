import { beforeAll, describe, expect, it } from 'vitest'
import { collection, decimal, integer, links, model, reference, text } from '../src/index.ts'
import { historyOf, transact } from './harness/actions.ts'
import { type Client, recordOf, type RecordJson, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { allActions, clientOf, Key, makeRole, makeUser, Role, Rule, User } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useModels } from './harness/useModels.ts'

const Label = model({ name: 'shop.Label', title: 'name', fields: { name: text({ required: true, unique: true }) } })
const Product = model({
  name: 'shop.Product',
  title: 'sku',
  fields: {
    sku: text({ required: true, unique: true }),
    onHand: integer({ required: true, min: 0, default: 10 }),
    labels: links(Label),
    secret: text(),
  },
})
const Order = model({
  name: 'shop.Order',
  title: 'name',
  fields: {
    name: text({ required: true }),
    next: reference('shop.Order'),
    lines: collection('shop.Line', { by: 'order' }),
  },
})
const Line = model({
  name: 'shop.Line',
  title: 'quantity',
  fields: {
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    product: reference(Product, { required: true }),
    quantity: integer({ required: true, min: 1 }),
    price: decimal({ precision: 10, scale: 2 }),
  },
})
const [L, P, O, I] = [Label, Product, Order, Line].map(({ name }) => name) as [string, string, string, string]
const stage = useModels(toModels([Label, Product, Order, Line]), { maxBulk: '300' })
let made = 0

function send(data: unknown, query = '', headers = {}, client = stage.client): Promise<Reply> {
  return transact(client, data, { query, headers })
}

async function makeProduct(more: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(P, { sku: `sku ${made++}`, ...more }))
}

async function read(name: string, id: number): Promise<RecordJson> {
  return recordOf(await stage.client.read(name, id))
}

describe('"POST /ws/transaction: data has what became of each, in order"', () => {
  it('a record of one model that refers to one of another, an update and a delete', async () => {
    const [product, old] = [await makeProduct(), await makeProduct()]
    const reply = await send([
      { create: O, as: 'order', record: { name: 'first' } },
      { create: I, record: { order: { as: 'order' }, product: { id: product.id }, quantity: 2 } },
      { update: P, record: { id: product.id, version: 0, onHand: { increment: -2 } } },
      { delete: P, record: { id: old.id, version: 0 } },
    ])
    const [order, line] = recordsOf(reply)
    expect(order).toMatchObject({ id: expect.any(Number), version: 0, name: 'first' })
    expect(line).toMatchObject({ order: { id: order?.id, version: 0, name: 'first' }, product: { version: 1 } })
    expect(recordsOf(reply).slice(2)).toMatchObject([
      { id: product.id, version: 1, onHand: 8 },
      { id: old.id, version: 1 },
    ])
    expect(recordsOf(reply)[3]).toEqual({ id: old.id, version: 1 })
    expect(order).toEqual(await read(O, order?.id ?? 0))
    expect(line).toEqual(await read(I, line?.id ?? 0))
  })

  it('has one request id in the history of all', async () => {
    const reply = await send(
      [
        { create: O, as: 'a', record: { name: 'one' } },
        { create: O, record: { name: 'two', next: { as: 'a' } } },
      ],
      '',
      { 'x-request-id': 'together' },
    )
    const histories = await Promise.all(recordsOf(reply).map(({ id }) => historyOf(stage.client, O, id)))
    expect(histories.flat().map(({ requestId, version }) => [requestId, version])).toEqual([
      ['together', 0],
      ['together', 0],
    ])
  })

  it('names work in members of collections and in links', async () => {
    const reply = await send([
      { create: L, as: 'new', record: { name: `label ${made}` } },
      { create: P, as: 'pen', record: { sku: `sku ${made++}`, labels: [{ as: 'new' }] } },
      { create: O, record: { name: 'lines', lines: [{ product: { as: 'pen' }, quantity: 3 }] } },
    ])
    const [label, pen, order] = recordsOf(reply)
    const path = `/ws/rest/${O}/${order?.id}?fields=lines.product.labels`
    const found = recordOf(await stage.client.exchange('GET', path))
    expect(found['lines']).toMatchObject([{ product: { id: pen?.id, labels: [{ id: label?.id }] } }])
  })

  it('takes effect in the order of the list', async () => {
    const { id, ...product } = await makeProduct()
    const sku = product['sku']
    const moved = await send([
      { update: P, record: { id, version: 0, sku: `sku ${made++}` } },
      { create: P, record: { sku } },
    ])
    expect(moved.status).toBe(200)
    const back = recordsOf(moved)[1]
    const freed = await send([
      { delete: P, record: { id: back?.id, version: 0 } },
      { create: P, record: { sku } },
    ])
    expect(freed.status).toBe(200)
    const [first, second] = [await makeProduct(), await makeProduct()]
    const between = await send([
      { update: P, record: { id: first.id, version: 0, onHand: 1 } },
      { delete: P, record: { id: recordsOf(freed)[1]?.id, version: 0 } },
      { update: P, record: { id: second.id, version: 0, sku } },
    ])
    expect(between.status).toBe(200)
  })

  it('a record that is created above can also be named by a key', async () => {
    const [first, sku] = [await makeProduct(), `sku ${made++}`]
    const line = (product: object) => ({ order: { as: 'o' }, product, quantity: 1 })
    const reply = await send([
      { create: O, as: 'o', record: { name: 'by key' } },
      { create: I, record: line({ id: first.id }) },
      { create: P, record: { sku } },
      { create: I, record: line({ sku }) },
    ])
    expect(recordsOf(reply)[3]?.['product']).toMatchObject({ id: recordsOf(reply)[2]?.id, sku })
  })

  it('shows each record as it is at the end', async () => {
    const product = await makeProduct()
    const reply = await send([
      { create: O, as: 'o', record: { name: 'x' } },
      { create: I, record: { order: { as: 'o' }, product: { id: product.id }, quantity: 1 } },
      { update: P, record: { id: product.id, version: 0, sku: `renamed ${made}` } },
    ])
    expect(recordsOf(reply)[1]?.['product']).toEqual({ id: product.id, version: 1, sku: `renamed ${made++}` })
  })

  it('many interleaved creates share statements', async () => {
    const product = await makeProduct()
    const data = Array.from({ length: 100 }, (_, index) => [
      { create: O, as: `o${index}`, record: { name: `o${index}` } },
      { create: I, record: { order: { as: `o${index}` }, product: { id: product.id }, quantity: index + 1 } },
    ]).flat()
    const reply = await send(data)
    const records = recordsOf(reply)
    const names = records.map(({ name, order }) => name ?? (order as { name: string }).name)
    expect(names).toEqual(Array.from({ length: 200 }, (_, index) => `o${Math.floor(index / 2)}`))
  })
})

describe('"all or none; a refusal has data.index"', () => {
  const before = { create: O, record: { name: 'never' } }

  it.each([
    ['an invalid record', { create: O, record: {} }, 'invalid-record', 400],
    ['an unknown model', { create: 'shop.Nothing', record: {} }, 'unknown-model', 404],
    ['a record that does not exist', { update: P, record: { id: 999_999, version: 0 } }, 'record-not-found', 404],
    ['a delete of none', { delete: P, record: { id: 999_999, version: 0 } }, 'record-not-found', 404],
    [
      'a reference to none',
      { create: I, record: { order: { id: 1e9 }, product: { id: 1e9 }, quantity: 1 } },
      'invalid-record',
      400,
    ],
    ['no version', { update: P, record: { id: 1 } }, 'invalid-record', 400],
    ['an API key', { create: Key, record: { name: 'k', user: { id: 1 } } }, 'invalid-parameter', 400],
  ])('%s', async (_, operation, code, status) => {
    const snapshot = await takeSnapshot(stage.database)
    const reply = await send([before, operation])
    expect(reply.status).toBe(status)
    expect(reply.json?.data).toMatchObject({ code, index: 1 })
    expect(await takeSnapshot(stage.database)).toEqual(snapshot)
  })

  it('an old version, a taken value and a record that others refer to', async () => {
    const [one, other] = [await makeProduct(), await makeProduct()]
    const order = recordOf(
      await stage.client.create(O, { name: 'x', lines: [{ product: { id: one.id }, quantity: 1 }] }),
    )
    await stage.client.update(P, other.id, { version: 0, onHand: 5 })
    const snapshot = await takeSnapshot(stage.database)
    const operations = [
      [{ update: P, record: { id: other.id, version: 0, onHand: 4 } }, 'version-conflict', 409],
      [{ update: P, record: { id: other.id, version: 1, sku: one['sku'] } }, 'not-unique', 409],
      [{ update: P, record: { id: other.id, version: 1, onHand: { increment: -6 } } }, 'invalid-record', 400],
      [{ delete: P, record: { id: one.id, version: 0 } }, 'still-referenced', 409],
      [{ delete: O, record: { id: order.id, version: 7 } }, 'version-conflict', 409],
    ] as const
    for (const [operation, code, status] of operations) {
      const reply = await send([before, before, operation])
      expect([reply.status, reply.json?.data]).toMatchObject([status, { code, index: 2 }])
    }
    expect(await takeSnapshot(stage.database)).toEqual(snapshot)
  })

  it('all faults at once, by index and field', async () => {
    const reply = await send([
      { create: I, record: { order: { as: 'later' }, product: { as: 'o' }, quantity: 0 } },
      { create: O, as: 'later', record: {} },
      { create: O, as: 'later', record: { name: 'x', next: { as: 'later', id: 1 } } },
      { create: I, record: { order: { as: 'later' }, product: { as: 'later' }, quantity: 1 } },
    ])
    expect(shown(reply)).toEqual(
      refusal('invalid-record', {
        data: { index: 0 },
        errors: {
          '0.order': 'must name a record that is created above: no operation above has "as": "later"',
          '0.product': 'must name a record that is created above: no operation above has "as": "o"',
          '0.quantity': 'must be at least 1',
          '1.name': 'is required',
          '2.as': 'repeats the name of operation 1: give each record its own name',
          '2.next': 'must be an object with the name of a record that is created above, such as {"as": "order"}',
          '3.product': 'must refer to a shop.Product, and "later" is a shop.Order',
        },
      }),
    )
  })

  it('what is no operation', async () => {
    const reply = await send([
      5,
      {},
      { create: O, update: O, record: {} },
      { create: 5, record: {} },
      { update: O, as: 'x', record: {} },
      { delete: O, record: [], more: 1 },
    ])
    expect(reply.json?.data).toMatchObject({ code: 'invalid-record', index: 0 })
    expect(Object.keys(reply.json?.errors ?? {})).toEqual(
      expect.arrayContaining(['0', '1', '1.record', '2', '3.create', '4.as', '5.record', '5.more']),
    )
    for (const data of [undefined, {}, []]) expect(Object.keys((await send(data)).json?.errors ?? {})).toEqual(['data'])
    const many = await send(Array.from({ length: 301 }, () => before))
    expect(many.json?.errors).toEqual({ data: 'must have at most 300 operations' })
  })

  it('a record that is named twice', async () => {
    const { id } = await makeProduct()
    const reply = await send([
      { update: P, record: { id, version: 0, onHand: 1 } },
      { delete: P, record: { id, version: 1 } },
    ])
    const errors = { '1.id': 'repeats the id of an earlier operation: write each record once' }
    expect(shown(reply)).toEqual(refusal('invalid-record', { data: { index: 1 }, errors }))
  })
})

describe('a dry run, and exactly once', () => {
  it('a dry run answers the real answer without ids of new records, and writes nothing', async () => {
    const [product, old] = [await makeProduct(), await makeProduct()]
    const snapshot = await takeSnapshot(stage.database)
    const reply = await send(
      [
        { create: O, as: 'o', record: { name: 'dry' } },
        { create: I, record: { order: { as: 'o' }, product: { id: product.id }, quantity: 1 } },
        { delete: P, record: { id: old.id, version: 0 } },
      ],
      '?dryRun=true',
    )
    const [order, line] = reply.json?.data as RecordJson[]
    expect([order?.id, line?.id, line?.['order']]).toEqual([null, null, { id: null, version: 0, name: 'dry' }])
    expect(reply.json).toMatchObject({ dryRun: true })
    expect(await takeSnapshot(stage.database)).toEqual(snapshot)
  })

  it('the repeat of a transaction with a key does nothing', async () => {
    const [product, old] = [await makeProduct(), await makeProduct()]
    const operations = [
      { update: P, record: { id: product.id, version: 0, onHand: { increment: -2 } } },
      { delete: P, record: { id: old.id, version: 0 } },
    ]
    const headers = { 'idempotency-key': 'transaction-once' }
    const [first, second] = [await send(operations, '', headers), await send(operations, '', headers)]
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect(await read(P, product.id)).toMatchObject({ version: 1, onHand: 8 })
    expect(shown(await send(operations.slice(1), '', headers))).toEqual(refusal('key-reused'))
  })
})

describe('rights: each operation needs what it needs alone', () => {
  let clerk: Client
  let clerkId: number

  beforeAll(async () => {
    const role = await makeRole(stage.client, 'clerk', [
      { model: O, ...allActions, condition: { fieldName: 'name', operator: '!=', value: 'forbidden' } },
      { model: P, read: true, update: true, readFields: ['sku', 'onHand'], writeFields: ['onHand'] },
      { model: User, read: true, update: true, create: true },
      { model: Role, ...allActions },
      { model: Rule, ...allActions },
    ])
    clerkId = (await makeUser(stage.client, 'clerk', [role])).id
    clerk = await clientOf(stage.service, stage.database, clerkId)
  })

  const fine = { create: O, record: { name: 'fine' } }

  it('what may be done alone may be done together, and shows what the caller sees', async () => {
    const product = await makeProduct({ secret: 'x' })
    const change = { update: P, record: { id: product.id, version: 0, onHand: { increment: 1 } } }
    const reply = await send([fine, change], '', {}, clerk)
    expect(recordsOf(reply)[1]).toMatchObject({ id: product.id, version: 1, onHand: 11 })
    expect(reply.text).not.toContain('secret')
  })

  it.each([
    ['a model that the caller does not know', () => ({ create: I, record: {} }), 'unknown-model'],
    ['an action that no rule allows', (id: number) => ({ delete: P, record: { id, version: 0 } }), 'not-permitted'],
    ['values that no rule allows', () => ({ create: O, record: { name: 'forbidden' } }), 'not-permitted'],
    ['a field', (id: number) => ({ update: P, record: { id, version: 0, sku: 'mine' } }), 'not-permitted'],
    ['a hidden field', (id: number) => ({ update: P, record: { id, version: 0, secret: 'y' } }), 'invalid-record'],
  ])('%s refuses all', async (_, toOperation, code) => {
    const { id } = await makeProduct()
    const snapshot = await takeSnapshot(stage.database)
    const reply = await send([fine, toOperation(id)], '', {}, clerk)
    expect(reply.json?.data).toMatchObject({ code, index: 1 })
    expect(await takeSnapshot(stage.database)).toEqual(snapshot)
  })

  it('nobody gets more rights than the caller has, in one step or in several', async () => {
    const grants = [
      [{ create: User, record: { username: 'boss', name: 'B', admin: true } }],
      [{ update: User, record: { id: clerkId, version: 0, admin: true } }],
      [
        { create: Role, as: 'r', record: { name: 'wide' } },
        { create: Rule, record: { role: { as: 'r' }, model: I, read: true } },
      ],
      [
        { create: Role, as: 'r', record: { name: 'wide' } },
        { create: User, record: { username: 'straw', name: 'S', roles: [{ as: 'r' }] } },
        { create: Rule, record: { role: { as: 'r' }, model: P, read: true, delete: true } },
      ],
    ]
    const snapshot = await takeSnapshot(stage.database)
    for (const operations of grants) {
      const reply = await send([fine, ...operations], '', {}, clerk)
      expect([reply.status, reply.json?.data]).toMatchObject([403, { code: 'not-permitted', index: 1 }])
    }
    expect(await takeSnapshot(stage.database)).toEqual(snapshot)
  })

  it('a password is checked and hashed, and its mistake is named', async () => {
    const short = await send([fine, { create: User, record: { username: 'kim', name: 'K', password: 'short' } }])
    expect([short.status, short.json?.data]).toMatchObject([400, { index: 1 }])
    expect(Object.keys(short.json?.errors ?? {})).toEqual(['1.password'])
    const good = { username: 'kim', name: 'K', password: 'a long and unusual phrase' }
    expect((await send([fine, { create: User, record: good }])).status).toBe(200)
    const [row] = await stage.database.query<{ password: string }>(
      "select password from record.tabularium_user where username = 'kim'",
    )
    expect(row?.password).toMatch(/^\$argon2id\$/)
  })

  it('a repeat with other rights shows what the caller sees now', async () => {
    const operations = [{ create: O, record: { name: 'mine' } }]
    const headers = { 'idempotency-key': 'rights-of-transaction' }
    const first = recordOf(await send(operations, '', headers, clerk))
    await stage.client.update(O, first.id, { version: 0, name: 'changed' })
    await makeRole(stage.client, 'unrelated', [])
    const { version } = await read(User, clerkId)
    const roles = (await stage.client.exchange('GET', `/ws/rest/${User}/${clerkId}?fields=roles`)).json?.data
    const [{ roles: own } = { roles: [] }] = roles as { roles: { id: number }[] }[]
    const extra = await makeRole(stage.client, 'tags', [{ model: L, read: true }])
    await stage.client.update(User, clerkId, { version, roles: [...own.map(({ id }) => ({ id })), { id: extra.id }] })
    expect(recordOf(await send(operations, '', headers, clerk))).toMatchObject({ id: first.id, name: 'changed' })
  })
})

it('two transactions that write the same records in another order do not wait for each other', async () => {
  const [one, other] = [await makeProduct({ onHand: 1_000 }), await makeProduct({ onHand: 1_000 })]
  const order = recordOf(await stage.client.create(O, { name: 'lock' }))
  const versions = new Map([one, other, order].map(({ id }) => [id, 0]))
  for (let round = 0; round < 10; round++) {
    const operations = [one, other].map(({ id }) => ({
      update: P,
      record: { id, version: versions.get(id), onHand: { increment: -1 } },
    }))
    const rename = { update: O, record: { id: order.id, version: versions.get(order.id), name: `n${round}` } }
    const replies = await Promise.all([
      send([operations[0], rename, { ...operations[1], record: { ...operations[1]?.record, secret: 'x' } }]),
      send([{ ...operations[1], record: { ...operations[1]?.record, secret: 'y' } }, rename, operations[0]]),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const id of versions.keys()) versions.set(id, round + 1)
  }
  expect(await read(P, one.id)).toMatchObject({ version: 10, onHand: 990 })
})

describe('"?onConflict=merge: changes that do not clash are put together"', () => {
  it('increments count on top of what others did, and other fields where nobody changed them', async () => {
    const [first, second] = [await makeProduct(), await makeProduct({ secret: 'a' })]
    recordOf(await stage.client.update(P, first.id, { version: 0, onHand: { increment: 5 } }))
    recordOf(await stage.client.update(P, second.id, { version: 0, onHand: 3 }))
    const reply = await send(
      [
        { update: P, record: { id: first.id, version: 0, onHand: { increment: -2 } } },
        { update: P, record: { id: second.id, version: 0, secret: 'b' } },
        { create: L, record: { name: `label ${made++}` } },
      ],
      '?onConflict=merge',
    )
    expect(recordsOf(reply).slice(0, 2)).toMatchObject([
      { id: first.id, version: 2, onHand: 13 },
      { id: second.id, version: 2, onHand: 3, secret: 'b' },
    ])
    expect((reply.json as { merged?: unknown })?.merged).toEqual([
      { index: 0, base: 0, onto: 1, fields: ['onHand'] },
      { index: 1, base: 0, onto: 1, fields: ['secret'] },
    ])
  })

  it('a single operation is merged as well, and the limit holds for the result', async () => {
    const { id } = await makeProduct()
    recordOf(await stage.client.update(P, id, { version: 0, onHand: { increment: -8 } }))
    const take = (increment: number) =>
      send([{ update: P, record: { id, version: 0, onHand: { increment } } }], '?onConflict=merge')
    expect(recordsOf(await take(-2))).toMatchObject([{ version: 2, onHand: 0 }])
    expect((await take(-1)).json?.errors).toEqual({ '0.onHand': 'would become -1: must be at least 0' })
  })

  it('a field that others changed clashes: 409 with its index, and nothing is written', async () => {
    const [first, second] = [await makeProduct(), await makeProduct({ secret: 'a' })]
    recordOf(await stage.client.update(P, second.id, { version: 0, secret: 'theirs' }))
    const steps = [
      { update: P, record: { id: first.id, version: 0, onHand: { increment: 1 } } },
      { update: P, record: { id: second.id, version: 0, secret: 'mine' } },
    ]
    const reply = await send(steps, '?onConflict=merge')
    expect(reply.json?.data).toMatchObject({ code: 'version-conflict', index: 1, current: { secret: 'theirs' } })
    expect((await read(P, first.id)).version).toBe(0)
  })

  it('without it, a version that is not current refuses all', async () => {
    const { id } = await makeProduct()
    recordOf(await stage.client.update(P, id, { version: 0, onHand: 5 }))
    const reply = await send([{ update: P, record: { id, version: 0, onHand: { increment: 1 } } }])
    expect(reply.json?.data).toMatchObject({ code: 'version-conflict', index: 0 })
    expect(shown(await send([{ create: L, record: { name: 'x' } }], '?onConflict=often'))).toEqual(
      refusal('invalid-parameter'),
    )
  })
})
