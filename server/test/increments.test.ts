import { beforeAll, describe, expect, it } from 'vitest'
import { collection, decimal, integer, json, model, reference, text } from '../src/index.ts'
import { historyOf, pathOf, saveMany, updateMass } from './harness/actions.ts'
import { type Client, recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { forgetJournal } from './harness/journalRows.ts'
import { toModels } from './harness/everyType.ts'
import { allActions, clientOf, makeRole, makeUser } from './harness/people.ts'
import { patient } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

const Shelf = model({
  name: 'stock.Shelf',
  title: 'name',
  fields: { name: text({ required: true }), items: collection('stock.Item', { by: 'shelf' }) },
})
const Item = model({
  name: 'stock.Item',
  title: 'name',
  together: [['amount', 'currency']],
  checks: [
    {
      name: 'enough',
      fields: ['onHand'],
      holds: { fieldName: 'onHand', operator: '>=', value: '$record.reserved' },
      message: 'must not be less than what is reserved',
    },
  ],
  fields: {
    name: text({ required: true }),
    onHand: integer({ required: true, min: 0, max: 1_000, default: 10 }),
    weight: decimal({ precision: 4, scale: 2, default: '10.00' }),
    free: integer(),
    reserved: integer(),
    extra: json(),
    amount: decimal({ precision: 10, scale: 2, default: '5.00' }),
    currency: text(),
    shelf: reference(Shelf),
  },
})
const stage = useModels(toModels([Shelf, Item]), patient)

async function make(fields: object = {}): Promise<RecordJson> {
  return recordOf(await stage.client.create(Item.name, { name: 'pen', ...fields }))
}

function update(id: number, data: object, query = '', headers = {}): Promise<Reply> {
  return stage.client.exchange('POST', `${pathOf(Item, id)}${query}`, { body: { data }, headers })
}

async function read(id: number): Promise<RecordJson> {
  return recordOf(await stage.client.read(Item.name, id))
}

const merge = '?onConflict=merge&fields=onHand'

describe('"a number field of an update may be {"increment": -2}: it is added to what is there"', () => {
  it('a whole number and a decimal, beside values that are set', async () => {
    const { id } = await make()
    const data = { version: 0, name: 'ink', onHand: { increment: -2 }, weight: { increment: '0.55' } }
    const reply = await update(id, data, '?fields=name,onHand,weight')
    expect(shown(reply)).toEqual(success([{ id, version: 1, name: 'ink', onHand: 8, weight: '10.55' }]))
    const [entry] = await historyOf(stage.client, Item, id)
    expect(entry?.changes).toEqual({
      name: { from: 'pen', to: 'ink' },
      onHand: { from: 10, to: 8 },
      weight: { from: '10.00', to: '10.55' },
    })
  })

  it('a member named increment in a JSON field is a value', async () => {
    const { id } = await make()
    expect(recordOf(await update(id, { version: 0, extra: { increment: 1 } }))['extra']).toEqual({ increment: 1 })
  })

  it('in bulk, together with records that set the field', async () => {
    const [one, other, third] = [await make(), await make(), await make()]
    const records = [
      { id: other.id, version: 0, onHand: { increment: 5 } },
      { id: one.id, version: 0, onHand: 5 },
      { id: third.id, version: 0, onHand: { increment: -5 } },
    ]
    const reply = await saveMany(stage.client, Item, records, { query: '?fields=onHand' })
    expect(reply.json?.data).toEqual([
      { id: other.id, version: 1, onHand: 15 },
      { id: one.id, version: 1, onHand: 5 },
      { id: third.id, version: 1, onHand: 5 },
    ])
  })

  it('in all records that match', async () => {
    const made = [await make({ name: 'many', onHand: 1 }), await make({ name: 'many', onHand: 2 })]
    const body = {
      data: { fieldName: 'name', operator: '=', value: 'many' },
      values: { onHand: { increment: 1 } },
      maxAffected: 10,
    }
    expect(shown(await updateMass(stage.client, Item, body))).toEqual(success([], { total: 2 }))
    expect(await Promise.all(made.map(async ({ id }) => (await read(id))['onHand']))).toEqual([2, 3])
    const low = await updateMass(stage.client, Item, { ...body, values: { onHand: { increment: -3 } } })
    expect(low.json?.errors).toEqual({ onHand: 'would become -1: must be at least 0' })
    expect(await Promise.all(made.map(async ({ id }) => (await read(id))['onHand']))).toEqual([2, 3])
  })

  it('in members of a collection', async () => {
    const sent = { name: 'A', items: [{ name: 'pen' }] }
    const shelf = recordOf(await stage.client.create(Shelf.name, sent, '?fields=items'))
    const [{ id } = { id: 0 }] = shelf['items'] as RecordJson[]
    const change = { version: 0, items: [{ id, version: 0, onHand: { increment: 3 } }] }
    const path = `${pathOf(Shelf, shelf.id)}?fields=items.onHand`
    const reply = await stage.client.exchange('POST', path, { body: { data: change } })
    expect(recordOf(reply)['items']).toEqual([{ id, version: 1, name: 'pen', onHand: 13 }])
    const low = { data: { version: 1, items: [{ id, version: 1, onHand: { increment: -14 } }] } }
    const refused = await stage.client.exchange('POST', path, { body: low })
    expect(refused.json?.errors).toEqual({ 'items.0.onHand': 'would become -1: must be at least 0' })
  })

  it('in a dry run, which changes nothing', async () => {
    const { id } = await make()
    const reply = await update(id, { version: 0, onHand: { increment: 1 } }, '?dryRun=true&fields=onHand')
    expect(reply.json).toEqual({ status: 0, data: [{ id, version: 1, onHand: 11 }], dryRun: true })
    expect(await read(id)).toMatchObject({ version: 0, onHand: 10 })
  })

  it('once for each Idempotency-Key', async () => {
    const { id } = await make()
    const headers = { 'idempotency-key': 'once' }
    const send = () => update(id, { version: 0, onHand: { increment: 1 } }, merge, headers)
    const [first, second] = [await send(), await send()]
    expect([second.text, second.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect(await read(id)).toMatchObject({ version: 1, onHand: 11 })
  })
})

describe('"it never clashes: with ?onConflict=merge both sides\' increments count"', () => {
  it('with the increment of somebody else', async () => {
    const { id } = await make()
    await update(id, { version: 0, onHand: { increment: -2 } })
    const reply = await update(id, { version: 0, onHand: { increment: -3 } }, merge)
    expect(reply.json).toEqual({
      status: 0,
      data: [{ id, version: 2, onHand: 5 }],
      merged: { base: 0, onto: 1, fields: ['onHand'] },
    })
  })

  it('with a value that somebody else set', async () => {
    const { id } = await make()
    await update(id, { version: 0, onHand: 100 })
    expect(recordOf(await update(id, { version: 0, onHand: { increment: -3 } }, merge))['onHand']).toBe(97)
  })

  it('also if the history since the version is not kept any more', async () => {
    const { id } = await make()
    for (const version of [0, 1, 2]) await update(id, { version, onHand: { increment: 1 } })
    await forgetJournal(stage.database, Item.name, id, 2)
    expect(recordOf(await update(id, { version: 0, onHand: { increment: 1 } }, merge))).toMatchObject({ onHand: 14 })
    expect((await update(id, { version: 9, onHand: { increment: 1 } }, merge)).status).toBe(409)
  })

  it('but a value that you set clashes with an increment', async () => {
    const { id } = await make()
    await update(id, { version: 0, onHand: { increment: 1 } })
    const reply = await update(id, { version: 0, onHand: 5 }, merge)
    expect(reply.json?.data).toMatchObject({
      code: 'version-conflict',
      conflicts: [{ field: 'onHand', base: 10, current: 11, yours: 5 }],
    })
  })

  it('a field that changes together with another clashes with a change of the other', async () => {
    const { id } = await make({ currency: 'EUR' })
    await update(id, { version: 0, amount: { increment: '1.00' } })
    const added = await update(id, { version: 0, amount: { increment: '2.00' } }, '?onConflict=merge&fields=amount')
    expect(recordOf(added)).toEqual({ id, version: 2, amount: '8.00' })
    await update(id, { version: 2, currency: 'USD' })
    const reply = await update(id, { version: 2, amount: { increment: '3.00' } }, '?onConflict=merge')
    const { yours, conflicts } = reply.json?.data as { yours: object; conflicts: object[] }
    expect([yours, conflicts]).toEqual([
      { amount: { increment: '3.00' } },
      [expect.objectContaining({ field: 'amount', current: '8.00', yours: { increment: '3.00' } })],
    ])
  })

  it('without merge an old version is refused, and the answer says that it can be merged', async () => {
    const { id } = await make()
    await update(id, { version: 0, onHand: { increment: 1 } })
    const reply = await update(id, { version: 0, onHand: { increment: 1 } })
    expect(reply.json?.data).toMatchObject({
      code: 'version-conflict',
      yours: { onHand: { increment: 1 } },
      conflicts: [],
      mergeable: ['onHand'],
    })
  })

  it('20 at once are all added', async () => {
    const { id } = await make()
    const all = Array.from({ length: 20 }, () => update(id, { version: 0, onHand: { increment: 1 } }, merge))
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await read(id)).toMatchObject({ version: 20, onHand: 30 })
  })
})

describe('"min and max hold for the result"', () => {
  it.each([
    ['onHand', { increment: -11 }, 'would become -1: must be at least 0'],
    ['onHand', { increment: 991 }, 'would become 1001: must be at most 1000'],
    ['weight', { increment: '89.99' }, undefined],
    ['weight', { increment: '90.00' }, 'would become 100.00: must have at most 2 digits before the point'],
    ['free', { increment: 1 }, 'has no value to add to: set one first'],
    [
      'onHand',
      { increment: 1.5 },
      'must be a value, or what is added to it, such as {"increment": 1}: increment must be a whole number ' +
        'between -9007199254740991 and 9007199254740991',
    ],
    ['onHand', { increment: 1, by: 2 }, 'must be a value, or what is added to it, such as {"increment": 1}'],
    ['name', { increment: 1 }, 'must be text'],
  ])('%s: %o', async (field, value, fault) => {
    const { id } = await make()
    const reply = await update(id, { version: 0, [field]: value })
    expect([reply.status, reply.json?.errors]).toEqual(
      fault === undefined ? [200, undefined] : [400, { [field]: fault }],
    )
  })

  it('a whole number stays in the range of JSON', async () => {
    const { id } = await make({ free: Number.MAX_SAFE_INTEGER })
    const reply = await update(id, { version: 0, free: { increment: 1 } })
    expect(reply.json?.errors?.['free']).toMatch(/^would become 9007199254740992: must be a whole number between/)
  })

  it('also for a merge, and the record that is refused in bulk is named', async () => {
    const { id } = await make()
    await update(id, { version: 0, onHand: { increment: -8 } })
    const reply = await update(id, { version: 0, onHand: { increment: -8 } }, merge)
    expect(reply.json?.errors).toEqual({ onHand: 'would become -6: must be at least 0' })
    const other = await make()
    const records = [other.id, id].map((one, version) => ({ id: one, version, onHand: { increment: -5 } }))
    const bulk = await saveMany(stage.client, Item, records)
    expect(bulk.json).toMatchObject({
      data: { code: 'invalid-record', index: 1 },
      errors: { '1.onHand': 'would become -3: must be at least 0' },
    })
    expect(await read(other.id)).toMatchObject({ version: 0, onHand: 10 })
  })

  it.each([
    ['the incremented field', { onHand: { increment: -6 } }],
    ['the other field', { reserved: { increment: 6 } }],
    ['both', { onHand: { increment: -3 }, reserved: { increment: 3 } }],
  ])('checks hold for the result: %s', async (_, change) => {
    const { id } = await make({ reserved: 5 })
    const reply = await update(id, { version: 0, ...change })
    expect(reply.json?.errors).toEqual({ onHand: 'must not be less than what is reserved' })
    const both = { onHand: { increment: 3 }, reserved: { increment: 8 } }
    expect(recordOf(await update(id, { version: 0, ...both }))).toMatchObject({ onHand: 13, reserved: 13 })
  })

  it('a new record cannot be incremented', async () => {
    const reply = await stage.client.create(Item.name, { name: 'pen', onHand: { increment: 1 } })
    const fault = 'cannot be incremented in a new record: send the value itself'
    expect([reply.status, reply.json?.errors]).toEqual([400, { onHand: fault }])
  })
})

describe('rights', () => {
  let clerk: Client
  let blind: Client
  let partly: Client

  beforeAll(async () => {
    const small = { fieldName: 'onHand', operator: '<', value: 100 }
    const rules = {
      clerk: [{ model: Item.name, ...allActions, condition: small }],
      blind: [{ model: Item.name, ...allActions, readFields: ['name'], writeFields: ['onHand'] }],
      partly: [
        { model: Item.name, read: true, update: true, readFields: ['name'], writeFields: ['onHand'] },
        { model: Item.name, read: true, condition: small },
      ],
    }
    const [one, two, three] = await Promise.all(
      Object.entries(rules).map(async ([name, own]) => {
        const role = await makeRole(stage.client, name, own)
        const { id } = await makeUser(stage.client, name, [role])
        return clientOf(stage.service, stage.database, id)
      }),
    )
    if (!one || !two || !three) throw new Error('There are three users.')
    ;[clerk, blind, partly] = [one, two, three]
  })

  it('the rule must hold for the result', async () => {
    const { id } = await make({ onHand: 90 })
    const fine = await clerk.update(Item.name, id, { version: 0, onHand: { increment: 9 } })
    expect(recordOf(fine)['onHand']).toBe(99)
    const reply = await clerk.update(Item.name, id, { version: 1, onHand: { increment: 1 } })
    expect(shown(reply)).toEqual(refusal('not-permitted', { data: { fields: ['onHand'] } }))
    expect(await read(id)).toMatchObject({ version: 1, onHand: 99 })
  })

  it('an increment of 0 is a write of the field', async () => {
    const { id } = await make({ onHand: 5 })
    expect(recordOf(await clerk.update(Item.name, id, { version: 0, onHand: { increment: 0 } }))).toMatchObject({
      version: 1,
      onHand: 5,
    })
  })

  it('a field that the caller may not read cannot be incremented: the result would tell what is there', async () => {
    const { id } = await make()
    for (const increment of [1, -11]) {
      const reply = await blind.update(Item.name, id, { version: 0, onHand: { increment } })
      expect(shown(reply)).toEqual(refusal('not-permitted', { data: { fields: ['onHand'] } }))
    }
    expect((await blind.update(Item.name, id, { version: 0, onHand: 3 })).status).toBe(200)
  })

  it('nor can it in records where the caller may not read it', async () => {
    const [large, little] = [await make({ onHand: 100 }), await make({ onHand: 5 })]
    for (const increment of [1, -101]) {
      const reply = await partly.update(Item.name, large.id, { version: 0, onHand: { increment } })
      expect(shown(reply)).toEqual(refusal('not-permitted', { data: { fields: ['onHand'] } }))
    }
    const reply = await partly.update(Item.name, little.id, { version: 0, onHand: { increment: 1 } })
    expect(recordOf(reply)['onHand']).toBe(6)
  })
})
