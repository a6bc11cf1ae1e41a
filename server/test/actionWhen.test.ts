import { describe, expect, it } from 'vitest'
import { action, choice, links, model, reference, role, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useLogic } from './harness/useLogic.ts'

const Customer = model({ name: 'whens.Customer', title: 'name', fields: { name: text(), level: text() } })
const Order = model({
  name: 'whens.Order',
  title: 'name',
  fields: {
    name: text({ max: 20 }),
    status: choice(['draft', 'placed', 'shipped']),
    note: text(),
    customer: reference(Customer),
  },
})
const message = 'Only a placed order can be shipped.'
const placed = { holds: "status = 'placed'", message }
let runs = 0

const declarations = [
  action({
    name: 'whens.ship',
    on: Order,
    when: placed,
    leadsTo: { status: 'shipped' },
    takes: { order: reference(Order, { required: true }) },
    run: async ({ order }, records) => {
      runs += 1
      await records.update(await records.read(Order, order), { status: 'shipped' })
    },
  }),
  action({
    name: 'whens.shipAll',
    on: Order,
    when: { holds: { fieldName: 'status', operator: '=', value: 'placed' }, message },
    takes: { orders: links(Order) },
    run: async ({ orders }, records) => {
      const found = await records.readAll(Order, orders ?? [])
      await records.updateAll(found.map((order) => [order, { status: 'shipped' as const }]))
    },
  }),
  action({
    name: 'whens.thank',
    on: Order,
    when: { holds: "customer.level = 'gold'", message: 'Only good customers are thanked.' },
    takes: { order: reference(Order, { required: true }) },
    run: async () => undefined,
  }),
  // It writes the order after its condition was asked, and lets others write it meanwhile.
  action({
    name: 'whens.slow',
    on: Order,
    when: placed,
    takes: { order: reference(Order, { required: true }) },
    run: async () => {
      await meanwhile?.()
    },
  }),
]
let meanwhile: (() => Promise<unknown>) | undefined

const models = toModels([Order, Customer])
const actions = declarations.map(({ name }) => name)
const roles = [
  role({ name: 'clerk', rules: [Order, Customer].map((of) => ({ model: of, read: true, update: true })), actions }),
  // They see neither the status nor customers.
  role({ name: 'blind', rules: [{ model: Order, read: true, readFields: ['name'] }], actions }),
].map((declared) => toRole(declared, 'roles.ts'))
const { logic, mistakes } = loadLogic(
  declarations.map((declaration) => ({ file: 'logic.ts', declaration })),
  { models, roles },
)
const stage = useLogic({ models, roles, logic })

const run = (client: Client, name: string, data: object, query = '') =>
  client.exchange('POST', `/ws/action/whens.${name}${query}`, { body: { data } })
const make = async (values: object) => recordOf(await stage.client.create(Order.name, values)).id
const described = async (client: Client) => recordsOf(await client.exchange('GET', '/ws/meta/actions')) as object[]

it('the declarations are right', () => {
  expect(mistakes).toEqual([])
})

describe('"an action whose when is not met is refused before it runs"', () => {
  it.each(['draft', 'shipped', null])('a record whose status is %s', async (status) => {
    const order = { id: await make({ name: 'a', status }) }
    const before = runs
    for (const query of ['', '?dryRun=true']) {
      const refused = await run(stage.client, 'ship', { order }, query)
      expect(refused.status).toBe(422)
      expect(refused.json?.data).toMatchObject({ code: 'refused', reason: 'not-now', message })
    }
    expect(runs).toBe(before)
    expect(recordOf(await stage.client.read(Order.name, order.id))).toMatchObject({ status, version: 0 })
  })

  it('one that meets it is written', async () => {
    const order = { id: await make({ name: 'a', status: 'placed' }) }
    expect((await run(stage.client, 'ship', { order })).status).toBe(200)
    expect(recordOf(await stage.client.read(Order.name, order.id))).toMatchObject({ status: 'shipped' })
  })

  it('of several records, the errors name those that do not', async () => {
    const ids = await Promise.all(['placed', 'draft', 'placed', null].map((status) => make({ name: 'a', status })))
    const orders = ids.map((id) => ({ id }))
    const refused = await run(stage.client, 'shipAll', { orders })
    expect(refused.json).toMatchObject({
      data: { code: 'refused', reason: 'not-now' },
      errors: { 'orders.1': message, 'orders.3': message },
    })
    expect((await run(stage.client, 'shipAll', { orders: [orders[0], orders[2]] })).status).toBe(200)
    expect((await run(stage.client, 'shipAll', { orders: [] })).status).toBe(200)
  })

  it('may ask a record that the record refers to', async () => {
    const [gold, plain] = await Promise.all(
      ['gold', 'plain'].map(async (level) => recordOf(await stage.client.create(Customer.name, { level })).id),
    )
    const of = async (id: number | undefined) => ({ order: { id: await make({ name: 'a', customer: { id } }) } })
    expect((await run(stage.client, 'thank', await of(gold))).status).toBe(200)
    expect((await run(stage.client, 'thank', await of(plain))).json).toMatchObject({ data: { reason: 'not-now' } })
  })

  it('what is not there is for its code to say', async () => {
    const gone = await run(stage.client, 'ship', { order: { id: 999_999 } })
    expect(gone.json).toMatchObject({ data: { code: 'record-not-found' } })
  })

  it('holds until the commit: a record that changes meanwhile is asked again', async () => {
    const id = await make({ name: 'a', status: 'placed' })
    meanwhile = async () => {
      meanwhile = undefined
      recordOf(await stage.client.update(Order.name, id, { version: 0, status: 'draft' }))
    }
    const refused = await run(stage.client, 'slow', { order: { id } })
    expect(refused.json).toMatchObject({ data: { code: 'refused', reason: 'not-now' } })
    // With nobody in between, it runs.
    const other = await make({ name: 'b', status: 'placed' })
    expect((await run(stage.client, 'slow', { order: { id: other } })).status).toBe(200)
  })
})

describe('a user who does not see what it asks', () => {
  it('is refused as others are, and knows the message and no tree', async () => {
    const blind = await stage.as('blind')
    const id = await make({ name: 'a', status: 'draft' })
    expect((await run(blind, 'ship', { order: { id } })).json).toMatchObject({ data: { reason: 'not-now', message } })
    const own = (await described(blind)).find((one) => 'name' in one && one.name === 'whens.ship')
    expect(own).toMatchObject({ when: { message } })
    expect(own).not.toHaveProperty('when.tree')
    expect(own).not.toHaveProperty('leadsTo')
  })

  it('others have both in the metadata', async () => {
    const all = await described(await stage.as('clerk'))
    const own = all.find((one) => 'name' in one && one.name === 'whens.ship')
    expect(own).toMatchObject({ when: { message, tree: { type: 'boolean' } }, leadsTo: { status: 'shipped' } })
  })
})
