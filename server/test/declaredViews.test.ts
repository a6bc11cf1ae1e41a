import { beforeAll, describe, expect, it } from 'vitest'
import { choice, date, model, rollup, collection, decimal, reference, text } from '../src/index.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { toModel } from '../src/model/toModel.ts'
import { type Client, recordOf, type RecordJson, recordsOf } from './harness/client.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Order = model({
  name: 'com.example.tabs.Order',
  title: 'number',
  fields: {
    number: text(),
    status: choice(['draft', 'placed']),
    dueOn: date(),
    secretly: text(),
    total: decimal({ precision: 10, scale: 2 }),
    lines: collection('com.example.tabs.Line', { by: 'order' }),
    count: rollup('count', 'lines'),
  },
  views: {
    placed: {
      label: 'Placed',
      where: { fieldName: 'status', operator: '=', value: 'placed' },
      fields: ['number', 'secretly'],
      footer: { total: 'sum', secretly: 'filled' },
      colors: [
        { where: { fieldName: 'dueOn', operator: '<', value: '$today' }, color: 'red' },
        { where: "secretly = 'x'", color: 'amber' },
      ],
    },
    secrets: { groupBy: ['secretly'] },
    due: { layout: 'calendar', from: 'dueOn', roles: ['tellers'], default: true },
    begun: { where: { fieldName: 'status', operator: '=', value: 'draft' }, forMe: true },
    dear: { where: { fieldName: 'secretly', operator: '=', value: 'x' }, forMe: true, roles: ['tellers'] },
  },
})
const Line = model({ name: 'com.example.tabs.Line', title: 'id', fields: { order: reference(Order) } })
const models = withBuiltIn([Order, Line].map((one) => toModel(one)))
const stage = useModels(models)

async function viewsOf(client: Client): Promise<readonly RecordJson[]> {
  const described = recordsOf(await client.exchange('GET', '/ws/meta/models?detail=true'))
  const found = described.find(({ name }) => name === Order.name) as unknown as { views?: readonly RecordJson[] }
  return found.views ?? []
}

let [asSales, asOther] = [] as unknown as [Client, Client]

beforeAll(async () => {
  const { client: admin, database, service } = stage
  const whole = await makeRole(admin, 'tellers', [{ model: Order.name, read: true }])
  const readFields = ['number', 'status', 'dueOn', 'total']
  const part = await makeRole(admin, 'stokers', [{ model: Order.name, read: true, readFields }])
  const [{ id: sam }, { id: walt }] = [await makeUser(admin, 'sam', [whole]), await makeUser(admin, 'walt', [part])]
  asSales = await clientOf(service, database, sam)
  asOther = await clientOf(service, database, walt)
  return () => [asSales, asOther].forEach((client) => client.close())
})

describe('declared views in the metadata', () => {
  it('are all there for administrators and for those of their roles, with the trees of their conditions', async () => {
    const all = await viewsOf(stage.client)
    expect(all.map(({ name }) => name)).toEqual(['placed', 'secrets', 'due', 'begun', 'dear'])
    expect(await viewsOf(asSales)).toEqual(all)
    expect(all[0]).toEqual({
      name: 'placed',
      label: 'Placed',
      where: { fieldName: 'status', operator: '=', value: 'placed' },
      fields: ['number', 'secretly'],
      footer: { total: 'sum', secretly: 'filled' },
      colors: [
        {
          where: { fieldName: 'dueOn', operator: '<', value: '$today' },
          color: 'red',
          tree: {
            is: 'call',
            type: 'boolean',
            name: '<',
            of: [
              { is: 'field', type: 'date', name: 'dueOn' },
              { is: 'variable', type: 'date', name: '$today' },
            ],
          },
        },
        { where: "secretly = 'x'", color: 'amber', tree: expect.any(Object) },
      ],
    })
    expect(all[2]).toEqual({ name: 'due', label: 'Due', layout: 'calendar', from: 'dueOn', default: true })
  })

  it('tell nobody of fields or roles that are not theirs', async () => {
    const seen = await viewsOf(asOther)
    expect(seen.map(({ name }) => name)).toEqual(['placed', 'begun'])
    expect(seen[0]).toMatchObject({ fields: ['number'], footer: { total: 'sum' } })
    expect(seen[0]?.['colors']).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toContain('secretly')
  })
})

describe('the function filled of an aggregate', () => {
  it('counts the values of a field, by group', async () => {
    for (const [status, number] of [
      ['draft', 'a'],
      ['draft', null],
      ['placed', 'b'],
      ['placed', 'b'],
    ])
      recordOf(await stage.client.create(Order.name, { status, number }))
    const body = { groupBy: ['status'], filled: ['number'], countDistinct: ['number'] }
    const { json } = await stage.client.exchange('POST', `/ws/rest/${Order.name}/aggregate`, { body })
    expect(json).toMatchObject({
      data: [
        { group: { status: 'draft' }, countDistinct: { number: 1 }, filled: { number: 1 } },
        { group: { status: 'placed' }, countDistinct: { number: 1 }, filled: { number: 2 } },
      ],
    })
  })
})

describe('the home page', () => {
  const homeOf = async (client: Client) => {
    const { json } = await client.exchange('GET', '/ws/home')
    return (json as { data: readonly [{ favorites: readonly RecordJson[]; forMe?: readonly RecordJson[] }] }).data[0]
  }

  it('tells how many records wait in the declared views that a user gets offered', async () => {
    expect((await homeOf(asSales)).forMe).toEqual([{ model: Order.name, viewName: 'begun', total: 2 }])
    recordOf(await stage.client.create(Order.name, { secretly: 'x' }))
    const both = [
      { model: Order.name, viewName: 'begun', total: 2 },
      { model: Order.name, viewName: 'dear', total: 1 },
    ]
    expect((await homeOf(asSales)).forMe).toEqual(both)
    expect((await homeOf(asOther)).forMe).toEqual(both.slice(0, 1))
  })

  it('has declared views that were starred, with their totals, as long as they are offered', async () => {
    for (const viewName of ['placed', 'dear', 'gone'])
      recordOf(await asOther.create('tabularium.Favorite', { model: Order.name, viewName }))
    recordOf(await asSales.create('tabularium.Favorite', { model: Order.name, viewName: 'dear' }))
    expect((await homeOf(asOther)).favorites).toMatchObject([{ model: Order.name, viewName: 'placed', total: 2 }])
    expect((await homeOf(asOther)).favorites).toHaveLength(1)
    expect((await homeOf(asSales)).favorites).toMatchObject([{ model: Order.name, viewName: 'dear', total: 1 }])
  })
})
