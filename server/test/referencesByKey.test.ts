import { describe, expect, it } from 'vitest'
import { historyOf, pathOf, saveMany, updateMass } from './harness/actions.ts'
import { type Client, recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { Customer, Delivery, Line, Order, Product, store, Tag } from './harness/store.ts'
import { patient } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(store, patient)
let made = 0

/** A code and a number that no other test uses. */
function fresh(): { code: string; number: number } {
  made += 1
  return { code: `C${made}`, number: made }
}

async function create(model: { name: string }, data: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(model.name, data))
}

function customer(fields: object = {}): Promise<RecordJson> {
  const { code } = fresh()
  return create(Customer, { code, name: `Name of ${code}`, ...fields })
}

async function order(fields: object = {}): Promise<RecordJson> {
  const { id } = await customer()
  return create(Order, { number: fresh().number, customer: { id }, ...fields })
}

async function orderWithNumber(number: number): Promise<RecordJson> {
  const { id } = await customer()
  return create(Order, { number, customer: { id } })
}

async function refusedWithoutTrace(attempt: () => Promise<Reply>): Promise<Reply> {
  const before = await takeSnapshot(stage.database)
  const reply = await attempt()
  expect(await takeSnapshot(stage.database)).toEqual(before)
  return reply
}

const noCode = 'refers to a record that does not exist: no Customer has this code'

describe('where a reference is written as {"id": 5}, a unique field does as well', () => {
  it('in a create, and the journal has the id', async () => {
    const { id, code, name } = await customer()
    const made = await create(Order, { number: fresh().number, customer: { code }, payer: { id } })
    expect(made.customer).toEqual({ id, version: 0, name })
    const [entry] = await historyOf(stage.client, Order, made.id)
    expect(entry?.changes).toMatchObject({ customer: { from: null, to: { id } }, payer: { from: null, to: { id } } })
  })

  it('in an update', async () => {
    const { id, version } = await order()
    const { code, id: payer } = await customer()
    const changed = recordOf(await stage.client.update(Order.name, id, { version, payer: { code } }))
    expect(changed).toMatchObject({ version: 1, payer: { id: payer } })
    const [entry] = await historyOf(stage.client, Order, id)
    expect(entry?.changes).toEqual({ payer: { from: null, to: { id: payer } } })
  })

  it('by any of its unique fields, two of them in one record', async () => {
    const email = `${fresh().code}@example.com`
    const [a, b] = [await customer({ email }), await customer()]
    const made = await create(Order, { number: fresh().number, customer: { email }, payer: { code: b.code } })
    expect(made).toMatchObject({ customer: { id: a.id }, payer: { id: b.id } })
  })

  it('in a bulk create by one key, which is one statement', async () => {
    const [a, b] = [await customer(), await customer()]
    const records = recordsOf(
      await saveMany(stage.client, Order, [
        { number: fresh().number, customer: { code: b.code } },
        { number: fresh().number, customer: { code: a.code } },
        { number: fresh().number, customer: { code: b.code } },
      ]),
    )
    expect(records.map((record) => record.customer)).toMatchObject([{ id: b.id }, { id: a.id }, { id: b.id }])
  })

  it('in a bulk call by different keys and by ids, of creates and updates', async () => {
    const email = `${fresh().code}@example.com`
    const [a, b, old] = [await customer({ email }), await customer(), await order()]
    const records = recordsOf(
      await saveMany(stage.client, Order, [
        { number: fresh().number, customer: { code: b.code } },
        { number: fresh().number, customer: { email } },
        { id: old.id, version: 0, customer: { code: a.code } },
        { number: fresh().number, customer: { id: b.id } },
      ]),
    )
    const ids = [b.id, a.id, a.id, b.id]
    expect(records.map((record) => record.customer)).toMatchObject(ids.map((id) => ({ id })))
  })

  it('in members of a collection, and in links', async () => {
    const sku = fresh().code
    const product = await create(Product, { sku })
    const [vip, late] = [fresh().code, fresh().code]
    const [tag, other] = [await create(Tag, { name: vip }), await create(Tag, { name: late })]
    const { id } = await order({
      tags: [{ name: vip }, { id: other.id, name: late }],
      lines: [{ product: { sku }, quantity: 2 }],
    })
    const whole = await stage.client.exchange('GET', `${pathOf(Order, id)}?fields=tags,lines.product`)
    expect(recordOf(whole)).toMatchObject({
      tags: [{ id: tag.id }, { id: other.id }],
      lines: [{ product: { id: product.id } }],
    })
  })

  it('tidied as the field says', async () => {
    const { id, code } = await customer()
    const sent = `  ${String(code).toLowerCase()} `
    expect(await create(Order, { number: fresh().number, customer: { code: sent } })).toMatchObject({
      customer: { id },
    })
  })

  it('by all fields of a unique group, whose references are named by keys themselves', async () => {
    const [sku, other, { id: order }] = [fresh().code, fresh().code, await orderWithNumber(7_000_001)]
    const { id: product } = await create(Product, { sku })
    await create(Product, { sku: other })
    const line = await create(Line, { order: { number: 7_000_001 }, product: { sku }, quantity: 1 })
    expect(line).toMatchObject({ order: { id: order }, product: { id: product } })
    const byKeys = await create(Delivery, { line: { order: { number: 7_000_001 }, product: { sku } } })
    const byIds = await create(Delivery, { line: { order: { id: order }, product: { id: product } } })
    expect([byKeys.line, byIds.line]).toMatchObject([{ id: line.id }, { id: line.id }])
    const errors = { line: 'refers to a record that does not exist: no Line has this order and product' }
    for (const key of [{ sku: other }, { sku: 'none' }]) {
      const reply = await stage.client.create(Delivery.name, { line: { order: { id: order }, product: key } })
      expect(shown(reply)).toEqual(refusal('invalid-record', { errors }))
    }
    const part = await stage.client.create(Delivery.name, { line: { order: { id: order } } })
    expect(part.json?.errors).toEqual({
      line: 'must name the Line by its id, or by order and product: "order" is not unique in Line',
    })
    const inner = await stage.client.create(Delivery.name, { line: { order: { note: 'x' }, product: { sku } } })
    expect(inner.json?.errors).toEqual({
      line: 'names it by order, which must name the Order by its id, or by number: "note" is not unique in Order',
    })
  })

  it('in the values of updateMass', async () => {
    const note = fresh().code
    const [a, b] = [await order({ note }), await order({ note })]
    const { id, code } = await customer()
    const data = { criteria: [{ fieldName: 'note', operator: '=', value: note }] }
    const reply = await updateMass(stage.client, Order, { data, values: { payer: { code } }, maxAffected: 5 })
    expect(reply.json).toMatchObject({ status: 0, total: 2 })
    for (const one of [a, b])
      expect(recordOf(await stage.client.read(Order.name, one.id))).toMatchObject({ version: 1, payer: { id } })
  })

  it('in a dry run, which writes nothing', async () => {
    const { code, id } = await customer()
    const body = { data: { number: fresh().number, customer: { code } } }
    const reply = await refusedWithoutTrace(() =>
      stage.client.exchange('PUT', `${pathOf(Order)}?dryRun=true`, { body }),
    )
    expect(recordOf(reply)).toMatchObject({ id: null, customer: { id } })
  })

  it('and a repeat with an Idempotency-Key gets the first answer', async () => {
    const { code } = await customer()
    const body = { data: { number: fresh().number, customer: { code } } }
    const headers = { 'idempotency-key': `by-key-${code}` }
    const [first, second] = [
      await stage.client.exchange('PUT', pathOf(Order), { body, headers }),
      await stage.client.exchange('PUT', pathOf(Order), { body, headers }),
    ]
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.text).toBe(first.text)
  })

  it('32 requests at once by known and unknown keys of two kinds: each gets its own answer', async () => {
    const known = await Promise.all(
      Array.from({ length: 8 }, (_, index) => customer({ email: `at-once${index}@example.com` })),
    )
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, index) => {
        const { code, email } = known[index % 8] ?? { code: '', email: '' }
        const byCode = { code: index % 4 === 3 ? `none ${index}` : code }
        return stage.client.create(Order.name, {
          number: fresh().number,
          customer: index % 4 === 1 ? { email } : byCode,
        })
      }),
    )
    for (const [index, reply] of replies.entries())
      if (index % 4 === 3) expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { customer: noCode } }))
      else expect(recordOf(reply).customer).toMatchObject({ id: known[index % 8]?.id })
  })
})

describe('a key that no record has', () => {
  it('is refused by name, and nothing is created', async () => {
    const reply = await refusedWithoutTrace(() =>
      stage.client.create(Order.name, { number: fresh().number, customer: { code: 'none' }, payer: { id: 9_007_199 } }),
    )
    const payer = 'refers to a record that does not exist'
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { customer: noCode, payer } }))
  })

  it('is refused in an update', async () => {
    const { id } = await order()
    const reply = await refusedWithoutTrace(() =>
      stage.client.update(Order.name, id, { version: 0, payer: { code: 'none' } }),
    )
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { payer: noCode } }))
  })

  it('refuses a whole bulk call, with the place of every such key', async () => {
    const { code } = await customer()
    const reply = await refusedWithoutTrace(() =>
      saveMany(stage.client, Order, [
        { number: fresh().number, customer: { code } },
        { number: fresh().number, customer: { code: 'none' } },
        { number: fresh().number, customer: { code: 'neither' } },
      ]),
    )
    const errors = { '1.customer': noCode, '2.customer': noCode }
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors, data: { index: 1, place: '1' } }))
  })

  it('is refused in links and members, with its place', async () => {
    const { id } = await customer()
    const data = { number: fresh().number, customer: { id } }
    const linked = await refusedWithoutTrace(() =>
      stage.client.create(Order.name, { ...data, tags: [{ id: 1 }, { name: 'no such tag' }] }),
    )
    expect(linked.json?.errors).toEqual({
      'tags.1': 'refers to a record that does not exist: no Tag has this name',
    })
    const member = await refusedWithoutTrace(() =>
      stage.client.create(Order.name, { ...data, lines: [{ quantity: 1, product: { sku: 'no such sku' } }] }),
    )
    expect(member.json?.errors).toEqual({
      'lines.0.product': 'refers to a record that does not exist: no Product has this sku',
    })
  })

  it('that names a linked record twice is refused', async () => {
    const name = fresh().code
    const { id: tag } = await create(Tag, { name })
    const { id } = await customer()
    const data = { number: fresh().number, customer: { id }, tags: [{ id: tag }, { name }] }
    const reply = await refusedWithoutTrace(() => stage.client.create(Order.name, data))
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { tags: 'must not name a record twice' } }))
  })
})

describe('what else is in the object', () => {
  const known = 'name the Customer by its id, or by code or email'
  it.each([
    [{ name: 'Acme' }, `must ${known}: "name" is not unique in Customer`],
    [{ color: 'red' }, `must ${known}: "color" is not unique in Customer`],
    [{ secretNote: 'x' }, `must ${known}: "secretNote" is not unique in Customer`],
    [{ code: 'A', email: 'a@example.com' }, `must ${known}, and not by several of them at once`],
    [{ code: 'A', vip: true }, 'must not have a member "vip"'],
    [{ code: null }, 'must have a value for code'],
    [{ code: 5 }, 'names it by code, which must be text'],
    [{ id: 5, code: 'A' }, 'must not have a member "code"'],
    [{ id: null, code: 'A' }, 'must have an id that is a whole number from 1 on'],
    [{}, 'must have an id that is a whole number from 1 on'],
    [{ version: 1 }, 'must have an id that is a whole number from 1 on'],
  ])('%j is refused', async (sent, fault) => {
    const reply = await stage.client.create(Order.name, { number: fresh().number, customer: sent })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { customer: fault } }))
  })

  it('the version and the title mean nothing, as beside an id', async () => {
    const { id, code } = await customer()
    const made = await create(Order, { number: fresh().number, customer: { code, version: 77, name: 'Another' } })
    expect(made.customer).toMatchObject({ id, version: 0 })
  })

  it('a model without unique fields is named by id alone', async () => {
    const { id } = await order()
    const sku = fresh().code
    await create(Product, { sku })
    const reply = await stage.client.create(Line.name, { order: { note: 'x' }, product: { sku }, quantity: 1 })
    expect(reply.json?.errors).toEqual({
      order: 'must name the Order by its id, or by number: "note" is not unique in Order',
    })
    const line = await create(Line, { order: { id }, product: { sku }, quantity: 1 })
    expect(line).toMatchObject({ order: { id } })
  })
})

describe('a conflict with a reference by key', () => {
  async function changedByOthers(data: object): Promise<RecordJson> {
    const made = await order()
    recordOf(await stage.client.update(Order.name, made.id, { version: 0, ...data }))
    return made
  }

  it('merges if nobody else changed the reference', async () => {
    const { id } = await changedByOthers({ note: 'of others' })
    const { id: payer, code } = await customer()
    const merged = await stage.client.merge(Order.name, id, { version: 0, payer: { code } })
    expect(merged.json).toMatchObject({ merged: { base: 0, onto: 1, fields: ['payer'] } })
    expect(recordOf(merged)).toMatchObject({ version: 2, note: 'of others', payer: { id: payer } })
  })

  it('is a clash if others set another one, and shows both by id', async () => {
    const [a, b] = [await customer(), await customer()]
    const { id } = await changedByOthers({ payer: { id: a.id } })
    const reply = await stage.client.merge(Order.name, id, { version: 0, payer: { code: b.code } })
    expect(reply.status).toBe(409)
    expect(reply.json?.data).toMatchObject({
      code: 'version-conflict',
      yours: { payer: { id: b.id } },
      conflicts: [{ field: 'payer', base: null, current: { id: a.id }, yours: { id: b.id } }],
      mergeable: [],
    })
  })

  it('is no clash if others set the same one', async () => {
    const { id: payer, code } = await customer()
    const { id } = await changedByOthers({ payer: { id: payer } })
    const merged = await stage.client.merge(Order.name, id, { version: 0, payer: { code }, note: 'mine' })
    expect(merged.json).toMatchObject({ merged: { base: 0, onto: 1, fields: ['note'] } })
    expect(recordOf(merged)).toMatchObject({ version: 2, note: 'mine', payer: { id: payer } })
  })

  it('does not overwrite others by a reference that was sent back as it was read', async () => {
    const [a, b] = [await customer(), await customer()]
    const { id } = await order({ customer: { id: a.id } })
    recordOf(await stage.client.update(Order.name, id, { version: 0, customer: { id: b.id } }))
    const merged = await stage.client.merge(Order.name, id, { version: 0, customer: { code: a.code }, note: 'mine' })
    expect(recordOf(merged)).toMatchObject({ version: 2, note: 'mine', customer: { id: b.id } })
  })

  it('and an unknown key is refused for the key', async () => {
    const { id } = await changedByOthers({ note: 'of others' })
    const reply = await stage.client.merge(Order.name, id, { version: 0, payer: { code: 'none' } })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { payer: noCode } }))
  })
})

describe('for callers who do not see everything', () => {
  async function user(rules: readonly object[]): Promise<Client> {
    const { code } = fresh()
    const role = await makeRole(stage.client, `role ${code}`, rules)
    const { id } = await makeUser(stage.client, `user${made}`, [role])
    return clientOf(stage.service, stage.database, id)
  }
  const vips = { fieldName: 'vip', operator: '=', value: true }
  const orders = { model: Order.name, ...allActions }

  it('a record that they do not see has no key', async () => {
    const [seen, hidden] = [await customer({ vip: true }), await customer()]
    const client = await user([orders, { model: Customer.name, read: true, condition: vips }])
    const attempt = (code: unknown) => client.create(Order.name, { number: fresh().number, customer: { code } })
    expect(recordOf(await attempt(seen.code)).customer).toMatchObject({ id: seen.id })
    const refused = refusal('invalid-record', { errors: { customer: noCode } })
    expect(shown(await attempt(hidden.code))).toEqual(refused)
    expect(shown(await attempt('none'))).toEqual(refused)
  })

  it('a field that they may not read is no key', async () => {
    const { code } = await customer()
    const client = await user([orders, { model: Customer.name, read: true, readFields: ['name', 'email'] }])
    const fault = 'must name the Customer by its id, or by email: "code" is not unique in Customer'
    const reply = await client.create(Order.name, { number: fresh().number, customer: { code } })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { customer: fault } }))
  })

  it('a field that they may read in some records is a key of these', async () => {
    const [shownOne, other] = [await customer({ vip: true }), await customer()]
    const client = await user([
      orders,
      { model: Customer.name, read: true, readFields: ['name'] },
      { model: Customer.name, read: true, readFields: ['code'], condition: vips },
    ])
    const attempt = (code: unknown) => client.create(Order.name, { number: fresh().number, customer: { code } })
    expect(recordOf(await attempt(shownOne.code)).customer).toMatchObject({ id: shownOne.id })
    expect(shown(await attempt(other.code))).toEqual(refusal('invalid-record', { errors: { customer: noCode } }))
  })

  it('a model that they may not read is named by id alone', async () => {
    const { id, code } = await customer()
    const client = await user([orders])
    const reply = await client.create(Order.name, { number: fresh().number, customer: { code } })
    const fault = 'must have an id that is a whole number from 1 on'
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { customer: fault } }))
    expect((await client.create(Order.name, { number: fresh().number, customer: { id } })).status).toBe(400)
  })

  it('an unchanged reference by key is no change, as one by id is none', async () => {
    const { code, id: customerId } = await customer({ vip: true })
    const { id } = await order({ customer: { id: customerId } })
    const client = await user([
      { model: Order.name, read: true, update: true, writeFields: ['note'] },
      { model: Customer.name, read: true },
    ])
    const kept = await client.update(Order.name, id, { version: 0, note: 'changed', customer: { code } })
    expect(recordOf(kept)).toMatchObject({ version: 1, note: 'changed' })
    const { code: other } = await customer()
    const refused = await client.update(Order.name, id, { version: 1, customer: { code: other } })
    expect(shown(refused)).toEqual(refusal('not-permitted', { data: { fields: ['customer'] } }))
  })
})
