import { beforeAll, describe, expect, it } from 'vitest'
import { collection, date, decimal, formula, integer, links, model, reference, rollup, text } from '../src/index.ts'
import { type Client, type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const [Order, Line, Tag, Part] = ['Order', 'Line', 'Tag', 'Part'].map((name) => `org.example.rollup.${name}`) as [
  string,
  string,
  string,
  string,
]
const money = { precision: 10, scale: 2 }

const declared = toModels([
  model({
    name: Order,
    title: 'number',
    list: ['number', 'total', 'lineCount'],
    fields: {
      number: text({ max: 20 }),
      owner: text({ max: 20 }),
      parent: reference(Order),
      lines: collection(Line, { by: 'order' }),
      tags: links(Tag),
      total: rollup<string>('sum', 'lines.amount'),
      pieces: rollup<number>('sum', 'lines.quantity'),
      lineCount: rollup('count', 'lines'),
      free: rollup('count', 'lines', { where: { fieldName: 'amount', operator: '=', value: '0.00' } }),
      lowest: rollup<string>('min', 'lines.price'),
      lastDay: rollup<string>('max', 'lines.day'),
      lastPrice: rollup<string>('latest', 'lines.price', { by: 'day' }),
      weight: rollup<number>('sum', 'tags.weight'),
    },
  }),
  model({
    name: Line,
    title: 'note',
    fields: {
      order: reference(Order, { onDelete: 'cascade' }),
      note: text({ max: 20 }),
      quantity: integer(),
      price: decimal(money),
      amount: formula('quantity * price', decimal({ precision: 14, scale: 2 })),
      day: date(),
    },
  }),
  model({
    name: Part,
    title: 'number',
    fields: {
      number: integer(),
      parent: reference(Part),
      parts: collection(Part, { by: 'parent' }),
      sum: rollup<number>('sum', 'parts.number'),
    },
  }),
  model({ name: Tag, title: 'name', fields: { name: text(), weight: integer() } }),
])
const stage = useModels(declared)
let made = 0

const two = [
  { quantity: 3, price: '3.50', day: '2026-02-01' },
  { quantity: 2, price: '12.00', day: '2026-01-01' },
]

async function create(fields: object, client: Client = stage.client): Promise<RecordJson> {
  return recordOf(await client.create(Order, fields))
}

function search(model: string, body: object, client: Client = stage.client): Promise<Reply> {
  return client.exchange('POST', `/ws/rest/${model}/search`, { body })
}

async function somebody(...rules: object[]): Promise<Client> {
  const role = await makeRole(stage.client, `role ${++made}`, rules)
  return clientOf(stage.service, stage.database, (await makeUser(stage.client, `user-${made}`, [role])).id)
}

const is = (fieldName: string, operator: string, value?: unknown) => ({
  fieldName,
  operator,
  ...(value === undefined ? {} : { value }),
})

describe('a rollup', () => {
  it('is in the answer of a create, with the lines of the same call; of no records it is 0 or null', async () => {
    expect(await create({ number: 'empty' })).toMatchObject({
      total: '0.00',
      pieces: 0,
      lineCount: 0,
      free: 0,
      weight: 0,
      lowest: null,
      lastDay: null,
      lastPrice: null,
    })
    const heavy = recordOf(await stage.client.create(Tag, { name: 'heavy', weight: 7 }))
    const full = await create({ number: 'full', lines: two, tags: [{ id: heavy.id }] })
    const expected = {
      total: '34.50',
      pieces: 5,
      lineCount: 2,
      free: 0,
      weight: 7,
      lowest: '3.50',
      lastDay: '2026-02-01',
      lastPrice: '3.50',
    }
    expect(full).toMatchObject(expected)
    expect(recordOf(await stage.client.read(Order, full.id))).toMatchObject(expected)
    const bulk = { records: [{ number: 'one', lines: two }, { number: 'two' }] }
    const saved = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Order}`, { body: bulk }))
    expect(saved.map(({ total }) => total)).toEqual(['34.50', '0.00'])
  })

  it('follows every write of its records, and no version of its own changes', async () => {
    const order = await create({ number: 'follows', lines: two })
    const line = recordOf(await stage.client.create(Line, { order: { id: order.id }, quantity: 1, price: '0.00' }))
    const read = async () => recordOf(await stage.client.read(Order, order.id))
    expect(await read()).toMatchObject({ version: 0, total: '34.50', lineCount: 3, free: 1, lowest: '0.00' })
    recordOf(await stage.client.update(Line, line.id, { version: 0, price: '0.25', day: '2026-03-01' }))
    expect(await read()).toMatchObject({ version: 0, total: '34.75', lastPrice: '0.25', lastDay: '2026-03-01' })
    recordOf(await stage.client.update(Line, line.id, { version: 1, order: null }))
    expect(await read()).toMatchObject({ total: '34.50', lineCount: 2 })
    const changed = recordOf(await stage.client.update(Order, order.id, { version: 0, number: 'x', total: '1.00' }))
    expect(changed).toMatchObject({ version: 1, total: '34.50' })
  })

  it('is never answered from a cache that is older than its records', async () => {
    const order = await create({ number: 'cached', lines: two })
    const first = await stage.client.read(Order, order.id)
    const headers = { 'If-None-Match': String(first.headers['etag']) }
    expect((await stage.client.read(Order, order.id, headers)).status).toBe(304)
    recordOf(await stage.client.create(Line, { order: { id: order.id }, quantity: 1, price: '1.00' }))
    const again = await stage.client.read(Order, order.id, headers)
    expect(again.status).toBe(200)
    expect(recordOf(again)).toMatchObject({ total: '35.50' })
  })

  it('is shown in lists and by name, also of the record that another refers to', async () => {
    const order = await create({ number: 'listed', lines: two })
    const found = await search(Order, { data: is('number', '=', 'listed') })
    expect(recordsOf(found)).toEqual([{ id: order.id, version: 0, number: 'listed', total: '34.50', lineCount: 2 }])
    const lines = await search(Line, { data: is('order', '=', order.id), fields: ['order.total'], limit: 1 })
    expect(recordsOf(lines)[0]?.['order']).toMatchObject({ total: '34.50' })
    const query = '?fields=order.total,order.lineCount'
    const body = { data: { order: { id: order.id }, quantity: 1, price: '5.00' } }
    const line = await stage.client.exchange('PUT', `/ws/rest/${Line}${query}`, { body })
    expect(recordOf(line)['order']).toMatchObject({ total: '39.50', lineCount: 3 })
  })

  it('is searched and sorted by, page by page, and aggregated', async () => {
    for (const price of ['5.00', '1.00', '9.00', '3.00', '7.00'])
      await create({ number: 'page', lines: [{ quantity: 2, price }] })
    await create({ number: 'page' })
    const data = { criteria: [is('number', '=', 'page'), is('total', '>', '2'), is('lineCount', '=', 1)] }
    const totals: unknown[] = []
    let after: unknown
    do {
      const body = { data, sortBy: ['-total', '-lastPrice'], fields: ['total'], limit: 2 }
      const reply = await search(Order, after === undefined ? body : { ...body, after })
      expect(reply.json?.['total']).toBe(4)
      totals.push(...recordsOf(reply).map((record) => record['total']))
      after = reply.json?.['next']
    } while (after)
    expect(totals).toEqual(['18.00', '14.00', '10.00', '6.00'])
    const body = { data: is('number', '=', 'page'), count: true, sum: ['total'], max: ['lineCount'] }
    const [group] = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Order}/aggregate`, { body }))
    expect(group).toMatchObject({ count: 6, sum: { total: '50.00' }, max: { lineCount: 1 } })
    const nested = await search(Line, { data: is('order.total', '=', '18'), total: true })
    expect(nested.json?.['total']).toBe(1)
    const alone = recordOf(await stage.client.create(Line, { note: 'alone' }))
    const ofNone = { criteria: [is('order.lineCount', 'isNull'), is('note', '=', 'alone')] }
    expect(recordsOf(await search(Line, { data: ofNone })).map(({ id }) => id)).toEqual([alone.id])
  })

  it('of a record among its own records is that after the write', async () => {
    const { id } = recordOf(await stage.client.create(Part, { number: 1 }))
    const own = recordOf(await stage.client.update(Part, id, { version: 0, parent: { id }, number: 5 }))
    expect(own).toMatchObject({ sum: 5 })
    expect(recordOf(await stage.client.update(Part, id, { version: 1, number: 6 }))).toMatchObject({ sum: 6 })
    const large = { number: Number.MAX_SAFE_INTEGER, parent: { id } }
    recordOf(await stage.client.create(Part, large))
    expect(recordOf(await stage.client.read(Part, id))).toMatchObject({ sum: null })
  })

  it('is in no history and no old version, and is not restored', async () => {
    const order = await create({ number: 'old', lines: two })
    recordOf(await stage.client.update(Order, order.id, { version: 0, number: 'new' }))
    const [entry] = recordsOf(await stage.client.history(Order, order.id))
    expect(entry?.['changes']).toEqual({ number: { from: 'old', to: 'new' } })
    const old = recordOf(await stage.client.exchange('GET', `/ws/rest/${Order}/${order.id}?version=0`))
    expect([old['number'], 'total' in old, 'lineCount' in old]).toEqual(['old', false, false])
    const restored = await stage.client.restore(Order, order.id, { version: 1, toVersion: 0 })
    expect(recordOf(restored)).toMatchObject({ number: 'old', total: '34.50' })
  })
})

describe('a rollup over what the caller sees', () => {
  let order: RecordJson

  beforeAll(async () => {
    order = await create({
      number: 'seen',
      owner: 'ada',
      lines: [...two, { note: 'hidden', quantity: 1, price: '99.00' }],
    })
  })

  async function total(client: Client): Promise<unknown> {
    const record = recordOf(await client.read(Order, order.id))
    client.close()
    return [record['total'], record['lineCount'], record['lowest']]
  }

  it('counts no line that the caller does not see', async () => {
    const shown = is('note', 'isNull')
    const client = await somebody({ model: Order, read: true }, { model: Line, read: true, condition: shown })
    const found = await search(Order, { data: is('total', '>', '50') }, client)
    expect(recordsOf(found)).toEqual([])
    expect(await total(client)).toEqual(['34.50', 2, '3.50'])
  })

  it('takes no value from a line in which the caller does not see it', async () => {
    const client = await somebody(
      { model: Order, read: true },
      { model: Line, read: true, readFields: ['order', 'price', 'note'] },
      { model: Line, read: true, condition: is('quantity', '=', 2) },
    )
    expect(await total(client)).toEqual(['24.00', 3, '3.50'])
  })

  it.each<[string, object[]]>([
    ['the model of the lines', []],
    ['the reference of the lines', [{ model: Line, read: true, readFields: ['amount', 'quantity', 'price', 'day'] }]],
  ])('is not there for a caller who may not read %s', async (_, rules) => {
    const client = await somebody({ model: Order, read: true }, ...rules)
    const record = recordOf(await client.read(Order, order.id))
    expect(Object.keys(record)).not.toContain('total')
    expect(Object.keys(record)).not.toContain('lineCount')
    expect((await search(Order, { sortBy: ['total'] }, client)).text).toContain('There is no field \\"total\\"')
    const [described] = recordsOf(await client.exchange('GET', `/ws/meta/fields/${Order}`))
    const names = (described?.['fields'] as { name: string }[]).map(({ name }) => name)
    expect(names).not.toContain('total')
    client.close()
  })

  it('is not there for a caller who may not read the collection or the field, and the others are', async () => {
    const fields = ['number', 'total', 'lineCount']
    const noLines = await somebody({ model: Order, read: true, readFields: fields }, { model: Line, read: true })
    expect(Object.keys(recordOf(await noLines.read(Order, order.id)))).not.toContain('total')
    const noAmount = await somebody(
      { model: Order, read: true },
      { model: Line, read: true, readFields: ['order', 'day'] },
    )
    const record = recordOf(await noAmount.read(Order, order.id))
    expect(['total', 'free', 'lowest', 'lastPrice'].filter((name) => name in record)).toEqual([])
    expect(record).toMatchObject({ lineCount: 3, lastDay: '2026-02-01' })
    for (const client of [noLines, noAmount]) client.close()
  })

  it('is shown only in the records in which its collection is', async () => {
    const other = await create({ number: 'other', owner: 'bob', lines: two })
    const client = await somebody(
      { model: Order, read: true, readFields: ['number', 'total'] },
      { model: Order, read: true, condition: is('owner', '=', 'ada') },
      { model: Line, read: true },
    )
    expect(recordOf(await client.read(Order, order.id))).toMatchObject({ total: '133.50' })
    expect(Object.keys(recordOf(await client.read(Order, other.id)))).not.toContain('total')
    const found = await search(Order, { data: is('total', 'notNull'), fields: ['total'] }, client)
    expect(recordsOf(found).map(({ id }) => id)).not.toContain(other.id)
    client.close()
  })

  it('shows after a write what the caller sees then', async () => {
    const mine = is('order.owner', '=', 'ada')
    const client = await somebody(
      { model: Order, read: true, create: true, update: true },
      { model: Line, read: true, create: true, condition: mine },
    )
    const given = await create({ number: 'given', owner: 'bob', lines: two })
    expect(recordOf(await client.read(Order, given.id))).toMatchObject({ total: '0.00' })
    const taken = recordOf(await client.update(Order, given.id, { version: 0, owner: 'ada' }))
    expect(taken).toMatchObject({ total: '34.50' })
    client.close()
  })

  it('cannot decide what a role may do', async () => {
    const { id } = recordOf(await stage.client.create('tabularium.Role', { name: 'by total' }))
    const rule = { role: { id }, model: Order, read: true, condition: is('total', '>', '5') }
    const reply = await stage.client.create('tabularium.Rule', rule)
    expect(reply.json?.errors).toEqual({ condition: expect.stringContaining('total is a rollup') })
  })
})
