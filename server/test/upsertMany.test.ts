import { describe, expect, it } from 'vitest'
import { upsert, upsertOne } from './harness/actions.ts'
import { recordOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { Customer, Line, Order, Product, Tag } from './harness/store.ts'
import { sendAgain } from './harness/sendAgain.ts'
import { outcomesOf, useStore } from './harness/useStore.ts'

const { stage, fresh, customer, withoutTrace } = useStore()

describe('many records, by POST with a key', () => {
  it('are created, updated or left alone, in the order of the request', async () => {
    const [same, other] = [await customer(), await customer()]
    const code = fresh()
    const records = [
      { code, name: 'New' },
      { code: same.code, name: same.name },
      { code: other.code, name: 'Changed' },
    ]
    const reply = await upsert(stage.client, Customer, records, ['code'])
    expect(reply.json).toMatchObject({
      outcomes: ['created', 'unchanged', 'updated'],
      data: [{ code, version: 0 }, same, { id: other.id, version: 1, name: 'Changed' }],
    })
    const again = await withoutTrace(() => upsert(stage.client, Customer, records, ['code']))
    expect(outcomesOf(again)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  })

  it('with an id are plain updates', async () => {
    const [a, b] = [await customer(), await customer()]
    const records = [
      { id: a.id, version: 0, name: 'By id' },
      { code: b.code, name: 'By key' },
    ]
    const reply = await upsert(stage.client, Customer, records, ['code'])
    expect(reply.json).toMatchObject({ outcomes: ['updated', 'updated'], data: [{ version: 1 }, { version: 1 }] })
    const stale = await withoutTrace(() => upsert(stage.client, Customer, records, ['code']))
    expect(stale.json?.data).toMatchObject({ code: 'version-conflict', index: 0 })
  })

  it('report all that is wrong with new ones at once, by their places', async () => {
    const { code } = await customer()
    const reply = await withoutTrace(() =>
      upsert(stage.client, Customer, [{ code: fresh() }, { code, vip: true }, { code: fresh(), vip: false }], ['code']),
    )
    const errors = { '0.name': 'is required', '2.name': 'is required' }
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors }))
  })

  it('refuse another unique value that is taken, as a create does', async () => {
    const email = `${fresh()}@example.com`
    await customer({ email })
    const records = [
      { code: fresh(), name: 'A' },
      { code: fresh(), name: 'B', email },
    ]
    const reply = await withoutTrace(() => upsert(stage.client, Customer, records, ['code']))
    expect(shown(reply)).toEqual(refusal('not-unique', { data: { field: 'email', index: 1, place: '1' } }))
  })

  it('refuse the same key twice, with both places', async () => {
    const code = fresh()
    const records = [
      { code, name: 'A' },
      { code: fresh(), name: 'B' },
      { code, name: 'C' },
    ]
    const reply = await withoutTrace(() => upsert(stage.client, Customer, records, ['code']))
    const errors = { '2.code': 'repeats the key of record 0: send each record once' }
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors }))
  })

  it('refuse one record by its id and by its key', async () => {
    const { id, code } = await customer()
    const records = [
      { code, name: 'A' },
      { id, version: 0, name: 'B' },
    ]
    const reply = await withoutTrace(() => upsert(stage.client, Customer, records, ['code']))
    const errors = { '1.id': 'repeats the key of record 0: send each record once' }
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors }))
  })

  it('refuse a record without its key', async () => {
    const records = [{ name: 'A' }, { code: null, name: 'B' }]
    const reply = await withoutTrace(() => upsert(stage.client, Customer, records, ['code']))
    const fault = 'is required: it is the key of the record'
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { '0.code': fault, '1.code': fault } }))
  })

  it('refuse a reference by a key that nobody has', async () => {
    const sku = fresh()
    const records = [{ sku, maker: { code: 'nobody' } }]
    const errors = { '0.maker': 'refers to a record that does not exist: no Customer has this code' }
    const data = { index: 0, place: '0' }
    const created = await withoutTrace(() => upsert(stage.client, Product, records, ['sku']))
    expect(shown(created)).toEqual(refusal('invalid-record', { errors, data }))
    // The record has no maker. A key that is not found is not the same as none.
    await stage.client.create(Product.name, { sku })
    const updated = await withoutTrace(() => upsert(stage.client, Product, records, ['sku']))
    expect(shown(updated)).toEqual(refusal('invalid-record', { errors, data }))
  })

  it('bring their relations along, which replace those that were there', async () => {
    const [tag, code, number] = [fresh(), fresh(), 1_000_000]
    await stage.client.create(Tag.name, { name: tag })
    await stage.client.create(Customer.name, { code, name: 'A' })
    const record = { number, customer: { code }, tags: [{ name: tag }] }
    expect(outcomesOf(await upsert(stage.client, Order, [record], ['number']))).toEqual(['created'])
    const reply = await upsert(stage.client, Order, [{ number, tags: [] }], ['number'], { query: '?fields=tags' })
    expect(reply.json).toMatchObject({ outcomes: ['updated'], data: [{ version: 1, tags: [] }] })
  })

  it('are found by all fields of a unique group, whose references may be named by keys', async () => {
    const [code, sku, number] = [fresh(), fresh(), 2_000_000]
    await stage.client.create(Customer.name, { code, name: 'A' })
    await stage.client.create(Product.name, { sku })
    const order = recordOf(await stage.client.create(Order.name, { number, customer: { code } }))
    const line = (quantity: number) => [{ order: { number }, product: { sku }, quantity }]
    const key = ['product', 'order']
    for (const [quantity, outcome] of [
      [1, 'created'],
      [1, 'unchanged'],
      [2, 'updated'],
    ] as const) {
      const reply = await upsert(stage.client, Line, line(quantity), key)
      expect(reply.json).toMatchObject({ outcomes: [outcome], data: [{ quantity, order: { id: order.id } }] })
    }
    expect(outcomesOf(await upsertOne(stage.client, Line, { ...line(3)[0] }, 'order,product'))).toEqual(['updated'])
    const twice = await upsert(stage.client, Line, [...line(1), ...line(2)], key)
    expect(twice.json?.errors).toEqual({ '1.order': 'repeats the key of record 0: send each record once' })
    const twoWays = [...line(1), { order: { id: order.id }, product: { sku }, quantity: 5 }]
    const same = await withoutTrace(() => upsert(stage.client, Line, twoWays, key))
    expect(same.json?.errors).toEqual({ '1.order': 'repeats the key of record 0: send each record once' })
    const part = await upsert(stage.client, Line, line(1), ['order'])
    expect(shown(part)).toEqual(refusal('invalid-parameter'))
  })

  it('are tidied before they are looked for', async () => {
    const { id, code, name } = await customer()
    const sent = { code: ` ${String(code).toLowerCase()}`, name }
    const reply = await withoutTrace(() => upsert(stage.client, Customer, [sent], ['code']))
    expect(reply.json).toMatchObject({ outcomes: ['unchanged'], data: [{ id }] })
  })

  it('add increments to known records, each time, and refuse them in new ones and in keys', async () => {
    const sku = fresh()
    await stage.client.create(Product.name, { sku, stock: 10 })
    const sent = { sku, stock: { increment: -3 } }
    for (const stock of [7, 4]) {
      const reply = await upsert(stage.client, Product, [sent], ['sku'])
      expect(reply.json).toMatchObject({ outcomes: ['updated'], data: [{ stock }] })
    }
    const created = await upsert(stage.client, Product, [{ ...sent, sku: fresh() }], ['sku'])
    expect(created.json?.errors).toEqual({
      '0.stock': 'cannot be incremented in a new record: send the value itself',
    })
    const order = { number: { increment: 1 }, note: 'x' }
    const key = await upsert(stage.client, Order, [order], ['number'])
    expect(key.json?.errors).toEqual({ '0.number': 'is the key of the record: send its value' })
  })

  it('are limited by maxBulk', async () => {
    const records = Array.from({ length: 1_001 }, () => ({ code: fresh(), name: 'A' }))
    const reply = await upsert(stage.client, Customer, records, ['code'])
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { records: 'must have at most 1000 records' } }))
  })
})

// Generous times: 32 clients at once wait for each other, and for a busy machine.
describe('at the same time', { timeout: 120_000 }, () => {
  it('32 clients that upsert one new key: one creates it, the others update it, and nobody is refused', async () => {
    for (let round = 0; round < 3; round++) {
      const code = fresh()
      const replies = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          upsertOne(stage.client, Customer, { code, name: `Client ${index}` }, 'code'),
        ),
      )
      const outcomes = replies.map((reply) => outcomesOf(reply).join()).toSorted()
      expect(outcomes).toEqual(['created', ...Array.from({ length: 31 }, () => 'updated')])
      expect(new Set(replies.map((reply) => recordOf(reply).id)).size).toBe(1)
      const versions = replies.map((reply) => recordOf(reply).version).toSorted((a, b) => a - b)
      expect(versions).toEqual(Array.from({ length: 32 }, (_, index) => index))
    }
  })

  it('32 bulk calls with the same new keys in different orders: each key is created once', async () => {
    const codes = Array.from({ length: 20 }, fresh)
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, client) => {
        const turned = [...codes.slice(client % 20), ...codes.slice(0, client % 20)]
        const records = (client % 2 ? turned.toReversed() : turned).map((code) => ({ code, name: `Client ${client}` }))
        return sendAgain(() => upsert(stage.client, Customer, records, ['code']))
      }),
    )
    const created = replies.flatMap(outcomesOf).filter((outcome) => outcome === 'created')
    expect(created).toHaveLength(codes.length)
    const rows = await stage.database.query<{ version: string }>(
      'select version from record.store_customer where code = any($1)',
      [codes],
    )
    expect(rows.map(({ version }) => Number(version))).toEqual(codes.map(() => 31))
  })
})
