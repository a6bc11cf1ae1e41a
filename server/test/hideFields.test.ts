import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collection,
  computed,
  decimal,
  formula,
  integer,
  model,
  reference,
  rollup,
  series,
  text,
} from '../src/index.ts'
import { search } from './harness/actions.ts'
import { type Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser, Rule } from './harness/people.ts'
import type { Fields } from './harness/shop.ts'
import { useModels } from './harness/useModels.ts'

const [Item, Order, Line, Place] = ['Item', 'Order', 'Line', 'Place'].map((name) => `org.example.hide.${name}`) as [
  string,
  string,
  string,
  string,
]
const money = decimal({ precision: 12, scale: 2 })

/** An item whose price is hidden, an order with lines that have prices, and what is computed from both. */
function declare(more: Fields = {}) {
  return toModels([
    model({
      name: Item,
      title: 'tag',
      list: ['name', 'price', 'fee', 'tag'],
      search: ['name', 'note'],
      unique: [['name', 'price']],
      fields: {
        name: text({ max: 40 }),
        note: text({ max: 40 }),
        price: money,
        fee: formula('price * 0.01', money),
        twice: formula('fee * 2', money, { indexed: true }),
        tag: computed('{name}[ at {price}]'),
        days: integer({ default: 14 }),
        place: reference(Place),
        ...more,
      },
    }),
    model({ name: Place, title: 'code', fields: { code: text({ required: true, unique: true, max: 9 }) } }),
    model({
      name: Order,
      title: 'number',
      fields: {
        number: text({ max: 20 }),
        place: reference(Place, { required: true }),
        serial: series('{place.code}-{number}', { per: ['place'] }),
        mark: computed('{number} {serial}'),
        lines: collection(Line, { by: 'order' }),
        total: rollup<string>('sum', 'lines.amount'),
        dear: rollup('count', 'lines', { where: { fieldName: 'price', operator: '>', value: '10' } }),
        count: rollup('count', 'lines'),
      },
    }),
    model({
      name: Line,
      title: 'item',
      fields: {
        order: reference(Order, { required: true }),
        item: reference(Item),
        quantity: integer({ default: 1 }),
        price: money,
        amount: formula('quantity * price', money),
      },
    }),
  ])
}

const stage = useModels(declare())
const rules = [
  { model: Item, read: true, create: true, update: true, hideFields: ['price'] },
  { model: Order, read: true, create: true, update: true },
  { model: Line, read: true, hideFields: ['price'] },
  { model: Place, read: true, hideFields: ['code'] },
]
const hidden = ['price', 'fee', 'twice', 'tag']
let admin: Client
let auditor: Client
let item: RecordJson
let order: RecordJson

beforeAll(async () => {
  admin = stage.client
  item = recordOf(await admin.create(Item, { name: 'lens', price: '1234.00' }))
  item = recordOf(await admin.update(Item, item.id, { version: 0, price: '4321.00', note: 'new' }))
  const lines = [{ item: { id: item.id }, quantity: 2, price: '77.50' }]
  const place = recordOf(await admin.create(Place, { code: 'SECRET' }))
  order = recordOf(await admin.create(Order, { number: 'A-1', lines, place: { id: place.id } }))
  auditor = await userWith('auditor', rules)
})
afterAll(() => auditor.close())

async function userWith(name: string, given: readonly object[]): Promise<Client> {
  const { id } = await makeUser(admin, name, [await makeRole(admin, name, given)])
  return clientOf(stage.service, stage.database, id)
}

/** The values that nobody with these rules may see, in any form. */
const secret = /1234|4321|12\.34|43\.21|24\.68|86\.42|77\.50|155/

describe('a field that a rule hides', () => {
  it('is in no record, and neither is what follows from it', async () => {
    const read = recordOf(await auditor.read(Item, item.id))
    expect(read).toMatchObject({ name: 'lens', note: 'new', days: 14 })
    expect(hidden.filter((name) => name in read)).toEqual([])
    const [found] = recordsOf(await auditor.find(Item))
    expect(Object.keys(found ?? {}).sort()).toEqual(['id', 'name', 'version'])
  })

  it('hides rollups and series over it in other models, and no others', async () => {
    const read = recordOf(await auditor.read(Order, order.id))
    expect(read).toMatchObject({ number: 'A-1', count: 1 })
    expect(Object.keys(read).filter((name) => ['total', 'dear'].includes(name))).toEqual([])
    expect(Object.keys(read).filter((name) => ['serial', 'mark'].includes(name))).toEqual([])
    expect(JSON.stringify(read)).not.toContain('SECRET')
    expect(recordOf(await admin.read(Order, order.id))).toMatchObject({ total: '155.00', dear: 1, serial: 'SECRET-1' })
  })

  it.each([...hidden, 'nothing'])('%s can not be searched, sorted, grouped, added up or selected by', async (name) => {
    const asked = [
      await search(auditor, Item, { data: { criteria: [{ fieldName: name, operator: 'notNull' }] } }),
      await search(auditor, Item, { sortBy: [name] }),
      await search(auditor, Item, { fields: [name] }),
      await search(auditor, Line, { data: { criteria: [{ fieldName: `item.${name}`, operator: 'notNull' }] } }),
      await auditor.exchange('POST', `/ws/rest/${Item}/aggregate`, { body: { sum: [name] } }),
      await auditor.exchange('POST', `/ws/rest/${Item}/aggregate`, { body: { groupBy: [name], count: true } }),
      await auditor.exchange('GET', `/ws/rest/${Item}?fields=${name}`),
    ]
    for (const { status, text: whole } of asked) {
      expect(status).toBe(400)
      // A hidden field is refused as one that does not exist.
      expect(whole.replaceAll(name, 'nothing')).toContain('There is no field \\"nothing\\" in')
    }
  })

  it('is not in the history, in old versions, in the feed or in what others refer to', async () => {
    const texts = [
      await auditor.exchange('GET', `/ws/rest/${Item}/${item.id}/history`),
      await auditor.exchange('GET', `/ws/rest/${Item}/${item.id}?version=0`),
      await auditor.exchange('GET', `/ws/rest/${Item}/${item.id}?version=1`),
      await auditor.exchange('GET', `/ws/changes?models=${Item},${Order},${Line}`),
      await auditor.exchange('GET', `/ws/rest/${Line}/1?fields=item,quantity`),
      await auditor.exchange('GET', `/ws/rest/${Item}?q=4321`),
      await auditor.exchange('GET', `/ws/explain/${Item}/${item.id}?action=read`),
    ]
    for (const { text: whole, status } of texts) {
      expect(status, whole).toBe(200)
      // A moment, a cursor or an id of a request may have any digits.
      expect(whole.replace(/"\d{4}-\d\d-\d\dT[^"]+"|"(?:cursor|after|requestId)":"[^"]*"/g, '')).not.toMatch(secret)
      expect(whole).not.toMatch(/"(price|fee|twice|tag|amount)"/)
    }
  })

  it('is not in the metadata and not in the document', async () => {
    const meta = await auditor.exchange('GET', `/ws/meta/fields/${Item}`)
    expect(meta.json).toMatchObject({ data: [{ title: 'id', list: ['name'] }] })
    const { text: document } = await auditor.exchange('GET', '/ws/openapi.json')
    for (const whole of [meta.text, document]) expect(whole).not.toMatch(/price|twice|\bfee\b|amount|dear/)
  })

  it('can not be written, and is told as a field that does not exist', async () => {
    const write = async (name: string) => {
      const reply = await auditor.update(Item, item.id, { version: 1, [name]: '1.00' })
      return [reply.status, reply.text.replaceAll(name, 'field').replace(/"requestId":"[^"]+"/, '')]
    }
    expect(await write('price')).toEqual(await write('nothing'))
    const clash = await auditor.create(Item, { name: 'lens', price: '4321.00' })
    expect(clash.status).toBe(400)
  })

  it('is written if the rule names it among the fields that may be written', async () => {
    const rule = { model: Item, read: true, create: true, hideFields: ['price'], writeFields: ['name', 'price'] }
    const clerk = await userWith('blind', [rule])
    const { id, ...made } = recordOf(await clerk.create(Item, { name: 'new', price: '5.00' }))
    expect(Object.keys(made)).not.toContain('price')
    expect(recordOf(await admin.read(Item, id))).toMatchObject({ price: '5.00', fee: '0.05' })
    clerk.close()
  })

  it('is seen where another rule shows it, in the records of that rule', async () => {
    const cheap = recordOf(await admin.create(Item, { name: 'cheap', note: 'open', price: '2.00' }))
    const condition = { fieldName: 'note', operator: '=', value: 'open' }
    const both = await userWith('both', [...rules, { model: Item, read: true, condition }])
    expect(recordOf(await both.read(Item, cheap.id))).toMatchObject({
      price: '2.00',
      fee: '0.02',
      tag: 'cheap at 2.00',
    })
    const other = recordOf(await both.read(Item, item.id))
    expect(hidden.filter((name) => name in other && other[name] !== null)).toEqual([])
    both.close()
  })

  it('and what is computed is not hidden by readFields, which name it', async () => {
    const reader = await userWith('chosen', [{ model: Item, read: true, readFields: ['name', 'fee'] }])
    expect(recordOf(await reader.read(Item, item.id))).toMatchObject({ name: 'lens', fee: '43.21' })
    reader.close()
  })
})

describe('the explanation of rights', () => {
  it('tells an administrator which field hides another', async () => {
    const { json } = await admin.exchange('GET', `/ws/explain/${Item}?action=read&user=auditor`)
    expect(json).toMatchObject({
      data: [
        {
          hiddenFields: {
            never: hidden,
            why: [
              'fee is hidden because price is.',
              'twice is hidden because fee is.',
              'tag is hidden because price is.',
            ],
          },
        },
      ],
    })
    const other = await admin.exchange('GET', `/ws/explain/${Order}?action=read&user=auditor`)
    expect(other.json).toMatchObject({
      data: [
        {
          hiddenFields: {
            never: ['serial', 'mark', 'total', 'dear'],
            why: [
              `serial is hidden because ${Place}.code is.`,
              'mark is hidden because serial is.',
              `total is hidden because ${Line}.amount is.`,
              `dear is hidden because ${Line}.price is.`,
            ],
          },
        },
      ],
    })
  })
})

describe('a rule with a list of what is hidden or locked', () => {
  it('locks all but the rest', async () => {
    const clerk = await userWith('clerk', [{ model: Item, read: true, update: true, lockFields: ['days'] }])
    const made = recordOf(await admin.create(Item, { name: 'locked' }))
    const refused = await clerk.update(Item, made.id, { version: 0, days: 3 })
    expect(shown(refused)).toEqual(refusal('not-permitted', { data: { fields: ['days'] } }))
    expect(refused.text).toContain('You may not set days of this record')
    expect(recordOf(await clerk.update(Item, made.id, { version: 0, note: 'mine', days: 14 }))).toMatchObject({
      version: 1,
    })
    clerk.close()
  })

  it('can not have both lists, nor names that the model does not have', async () => {
    const make = (rule: object) => admin.create(Rule, { role: { id: 1 }, model: Item, read: true, ...rule })
    expect((await make({ hideFields: ['price'], readFields: ['name'] })).text).toContain(
      'a rule has hideFields or readFields, not both',
    )
    expect((await make({ lockFields: ['price'], writeFields: ['name'] })).text).toContain(
      'a rule has lockFields or writeFields, not both',
    )
    expect((await make({ hideFields: ['prise'] })).text).toContain('Did you mean')
  })

  it('allows nothing once it names a field that is gone: it might be shown under another name', async () => {
    const { id } = await makeRole(admin, 'stale', [{ model: Item, read: true, hideFields: ['price'] }])
    const stale = await clientOf(stage.service, stage.database, (await makeUser(admin, 'stale', [{ id }])).id)
    expect((await stale.read(Item, item.id)).status).toBe(200)
    await stage.database.query(`update record.tabularium_rule set hide_fields = '["cost"]' where role = $1`, [id])
    expect((await stale.read(Item, item.id)).status).toBe(404)
    stale.close()
  })

  it('is granted by nobody who does not see as much', async () => {
    const managing = [
      { model: Rule, read: true, create: true },
      { model: 'tabularium.Role', read: true, create: true },
      { model: Item, read: true, hideFields: ['price'] },
    ]
    const manager = await userWith('manager', managing)
    const { id } = recordOf(await manager.create('tabularium.Role', { name: 'given' }))
    const grant = async (rule: object) =>
      (await manager.create(Rule, { role: { id }, model: Item, read: true, ...rule })).status
    expect(await grant({})).toBe(403)
    expect(await grant({ hideFields: ['note'] })).toBe(403)
    expect(await grant({ readFields: ['name', 'fee'] })).toBe(403)
    expect(await grant({ readFields: ['name'] })).toBe(200)
    expect(await grant({ hideFields: ['price', 'note'] })).toBe(200)
    manager.close()
  })

  it('shows new fields without a new line', async () => {
    await stage.serve(declare({ insuredFor: money }))
    admin = stage.client
    recordOf(await admin.update(Item, item.id, { version: 1, insuredFor: '9.00' }))
    const { id } = recordOf(
      await search(admin, 'tabularium.User', {
        data: { criteria: [{ fieldName: 'username', operator: '=', value: 'auditor' }] },
      }),
    )
    auditor = await clientOf(stage.service, stage.database, id)
    expect(recordOf(await auditor.read(Item, item.id))).toMatchObject({ insuredFor: '9.00' })
  })
})
