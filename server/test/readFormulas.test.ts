import { beforeAll, describe, expect, it } from 'vitest'
import { collection, date, decimal, formula, integer, model, reference, rollup, text } from '../src/index.ts'
import { type Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Ticket = 'org.example.atread.Ticket'
const Part = 'org.example.atread.Part'
const Thing = 'org.example.atread.Thing'
const money = decimal({ precision: 12, scale: 2 })

const declared = toModels([
  model({
    name: Thing,
    title: 'name',
    fields: {
      name: text({ max: 20 }),
      days: integer(),
      above: reference(Thing),
      higher: formula('above.days + 1', integer()),
    },
  }),
  model({
    name: Part,
    title: 'name',
    fields: { name: text({ max: 9 }), ticket: reference(Ticket, { required: true }), amount: money },
  }),
  model({
    name: Ticket,
    title: 'subject',
    list: ['subject', 'cost'],
    fields: {
      subject: text({ max: 20 }),
      thing: reference(Thing),
      labour: money,
      bornOn: date(),
      fromOn: date(),
      parts: collection(Part, { by: 'ticket' }),
      partsCost: rollup<string>('sum', 'parts.amount'),
      partCount: rollup('count', 'parts'),
      cost: formula('coalesce(labour, 0) + partsCost', money),
      twice: formula('cost * 2', money),
      average: formula('round(partsCost / partCount, 1)', decimal({ precision: 8, scale: 1 })),
      dueOn: formula('fromOn + days(thing.days)', date()),
      age: formula('yearsBetween(bornOn, $today)', integer()),
      long: formula('concat(thing.name, subject)', text({ max: 10 })),
    },
  }),
])
const stage = useModels(declared)

async function create(name: string, fields: object, client: Client = stage.client): Promise<RecordJson> {
  return recordOf(await client.create(name, fields))
}

async function read(id: number, fields: string, client: Client = stage.client): Promise<RecordJson> {
  return recordOf(await client.exchange('GET', `/ws/rest/${Ticket}/${id}?fields=${fields}`))
}

async function found(criteria: object[], more: object = {}, client: Client = stage.client): Promise<number[]> {
  const reply = await client.exchange('POST', `/ws/rest/${Ticket}/search`, { body: { data: { criteria }, ...more } })
  return recordsOf(reply).map(({ id }) => id)
}

describe('a formula that is computed at read', () => {
  let thing: RecordJson
  let one: RecordJson
  let other: RecordJson

  beforeAll(async () => {
    thing = await create(Thing, { name: 'Lamp', days: 14 })
    one = await create(Ticket, {
      subject: 'one',
      thing: { id: thing.id },
      labour: '40.00',
      fromOn: '2031-01-20',
      bornOn: '2000-01-01',
      parts: [{ amount: '12.50' }, { amount: '25.00' }],
    })
    other = await create(Ticket, { subject: 'other is long', fromOn: '2031-01-20' })
  })

  it('takes rollups, dotted fields, the day and other such formulas', async () => {
    const shown = await read(one.id, 'cost,twice,average,dueOn,age,long')
    expect(shown).toMatchObject({
      cost: '77.50',
      twice: '155.00',
      average: '18.8',
      dueOn: '2031-02-03',
      long: 'Lampone',
    })
    expect(Number(shown['age'])).toBeGreaterThan(25)
  })

  it('has no value where one is missing, or where its type cannot hold it', async () => {
    expect(await read(other.id, 'cost,average,dueOn,age,long')).toMatchObject({
      cost: '0.00',
      average: null,
      dueOn: null,
      age: null,
      long: null,
    })
  })

  it('is in the answers of writes, which see the record that is written', async () => {
    const made = await create(Ticket, { subject: 'x', thing: { id: thing.id }, labour: '1.00', fromOn: '2031-01-01' })
    expect(made).toMatchObject({ cost: '1.00', dueOn: '2031-01-15' })
    const changed = recordOf(
      await stage.client.update(Ticket, made.id, { version: made.version, fromOn: '2031-01-02' }),
    )
    expect(changed).toMatchObject({ dueOn: '2031-01-16' })
    const above = await create(Thing, { name: 'A', days: 1 })
    const below = await create(Thing, { name: 'B', above: { id: above.id } })
    expect(below).toMatchObject({ higher: 2 })
  })

  it('is searched, sorted by and added up', async () => {
    const isOne = { fieldName: 'subject', operator: 'in', value: ['one', 'other is long'] }
    const costs = { fieldName: 'cost', operator: '>', value: '77' }
    expect(await found([isOne, costs])).toEqual([one.id])
    expect(await found([isOne], { sortBy: ['-cost'] })).toEqual([one.id, other.id])
    expect(await found([isOne], { sortBy: ['cost'] })).toEqual([other.id, one.id])
    const sum = await stage.client.exchange('POST', `/ws/rest/${Ticket}/aggregate`, {
      body: { data: { criteria: [isOne] }, sum: ['cost'] },
    })
    expect(sum.json).toMatchObject({ data: [{ sum: { cost: '77.50' } }] })
  })

  it('is ignored if it is sent, and absent from old versions', async () => {
    const { version } = await read(one.id, 'cost')
    const sent = await stage.client.update(Ticket, one.id, { version, cost: '9.99' })
    expect(recordOf(sent)).toMatchObject({ cost: '77.50' })
    const before = await stage.client.exchange('GET', `/ws/rest/${Ticket}/${other.id}?version=0`)
    expect(recordOf(before)).not.toHaveProperty('cost')
    expect(recordOf(before)).toHaveProperty('labour')
  })

  it('counts what is hidden as missing, and is hidden if it is hidden everywhere', async () => {
    const role = await makeRole(stage.client, 'clerk', [
      {
        model: Ticket,
        read: true,
        readFields: ['subject', 'labour', 'cost', 'partsCost', 'parts', 'dueOn', 'thing', 'fromOn'],
      },
      { model: Part, read: true, readFields: ['ticket'] },
      { model: Thing, read: true, condition: { fieldName: 'name', operator: '=', value: 'none' } },
    ])
    const client = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'clerk', [role])).id)
    const shown = recordOf(await client.exchange('GET', `/ws/rest/${Ticket}/${one.id}`))
    expect(shown).not.toHaveProperty('cost')
    expect(shown).toMatchObject({ dueOn: null })
    const refused = await client.exchange('POST', `/ws/rest/${Ticket}/search`, {
      body: { data: { criteria: [{ fieldName: 'cost', operator: '>', value: '1' }] } },
    })
    expect(refused.json).toMatchObject({ data: { code: 'invalid-parameter' } })
  })
})
