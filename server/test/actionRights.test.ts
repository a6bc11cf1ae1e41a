import { describe, expect, it } from 'vitest'
import { action, boolean, choice, integer, job, links, model, reference, role, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { type Client, recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { Move, Product } from './harness/stock.ts'
import { until } from './harness/poll.ts'
import { useLogic } from './harness/useLogic.ts'

/** Only actions write its status. */
const Ticket = model({
  name: 'stock.Ticket',
  title: 'subject',
  fields: { subject: text({ required: true }), status: choice(['open', 'closed'], { default: 'open' }) },
  only: { status: 'actions' },
})
const product = reference(Product, { required: true })
const take = {
  takes: { product, count: integer({ default: 1 }) },
  gives: { left: integer() },
} as const
const names = ['take', 'takeAsKeeper', 'fail', 'block', 'close', 'waste'].map((name) => `stock.${name}`)

const note = job({ name: 'stock.note', takes: { products: links(Product) }, run: async () => {} })

const declarations = [
  note,
  action({
    name: 'stock.sum',
    takes: { products: links(Product) },
    gives: { sum: integer({ required: true }) },
    run: async ({ products }, records) => {
      const found = await records.readAll(Product, products)
      await records.later(note, { products: found })
      return { sum: found.reduce((sum, { onHand }) => sum + onHand, 0) }
    },
  }),
  action({
    ...take,
    name: 'stock.take',
    run: async ({ product: of, count }, records) => {
      const found = await records.read(Product, of)
      return { left: (await records.update(found, { onHand: found.onHand - (count ?? 1) })).onHand }
    },
  }),
  action({
    ...take,
    name: 'stock.takeAsKeeper',
    as: 'keeper',
    run: async ({ product: of, count }, records) => {
      const found = await records.read(Product, of)
      return { left: (await records.update(found, { onHand: found.onHand - (count ?? 1) })).onHand }
    },
  }),
  action({
    ...take,
    name: 'stock.takeForGood',
    undo: false,
    run: async ({ product: of }, records) => {
      const found = await records.read(Product, of)
      return { left: (await records.update(found, { onHand: found.onHand - 1 })).onHand }
    },
  }),
  action({
    ...take,
    name: 'stock.fail',
    as: 'keeper',
    run: async ({ product: of, count }, records) => {
      const { onHand } = await records.update(await records.read(Product, of), { onHand: 0 })
      if (count !== 0) throw new Error('The secret of the code.')
      return { left: onHand }
    },
  }),
  action({
    name: 'stock.linger',
    takes: { ends: boolean() },
    timeout: '300ms',
    run: ({ ends }, records) => new Promise((resolve) => void records.count(Product).then(() => ends && resolve({}))),
  }),
  action({
    name: 'stock.block',
    takes: {},
    run: async () => {
      const end = performance.now() + 80
      while (performance.now() < end);
      return undefined
    },
  }),
  action({
    name: 'stock.close',
    takes: { ticket: reference(Ticket, { required: true }) },
    run: async ({ ticket }, records) => {
      await records.update(await records.read(Ticket, ticket), { status: 'closed' })
      return undefined
    },
  }),
  action({
    name: 'stock.waste',
    takes: { product, times: integer({ required: true }) },
    statements: 3,
    run: async ({ product: of, times }, records) => {
      for (let time = 0; time < times; time++) await records.read(Product, of)
      return undefined
    },
  }),
]
const models = toModels([Product, Move, Ticket])
const roles = [
  role({ name: 'reader', rules: [{ model: Product, read: true }], actions: names }),
  role({ name: 'keeper', rules: [{ model: Product, read: true, update: true }] }),
].map((declared) => toRole(declared, 'roles.ts'))
const { logic, mistakes } = loadLogic(
  declarations.map((declaration) => ({ file: 'logic.ts', declaration })),
  { models, roles },
)
const stage = useLogic({ models, roles, logic })

let made = 0
const newProduct = async () => recordOf(await stage.client.create(Product.name, { sku: `sku${++made}`, onHand: 9 }))
const run = (client: Client, name: string, data: object) =>
  client.exchange('POST', `/ws/action/stock.${name}`, { body: { data } })

describe('an action', () => {
  it('is declared without mistakes', () => expect(mistakes).toEqual([]))

  it('without as can do nothing that its caller could not', async () => {
    const { id } = await newProduct()
    const refused = await run(await stage.as('reader'), 'take', { product: { id } })
    expect(refused.status).toBe(403)
    expect(refused.json).toMatchObject({ data: { code: 'not-permitted' } })
    expect(recordOf(await stage.client.read(Product.name, id))).toMatchObject({ onHand: 9, version: 0 })
    expect((await run(stage.client, 'take', { product: { id } })).json).toMatchObject({ data: [{ left: 8 }] })
  })

  it('takes any number of records by links, and gives them to a job by their ids', async () => {
    const ids = [(await newProduct()).id, (await newProduct()).id]
    const products = ids.map((id) => ({ id }))
    expect((await run(stage.client, 'sum', { products })).json).toMatchObject({ data: [{ sum: 18 }] })
    expect((await run(stage.client, 'sum', {})).json).toMatchObject({ data: [{ sum: 0 }] })
    const jobs = await stage.database.query(
      `select input from record.tabularium_job where name = '${note.name}' order by id`,
    )
    expect(jobs).toEqual([{ input: { products: ids.map((id) => ({ id, version: 0 })) } }, { input: { products: [] } }])
  })

  it('with as has the rights of the role, which end with it', async () => {
    const { id } = await newProduct()
    const reader = await stage.as('reader')
    expect((await run(reader, 'takeAsKeeper', { product: { id }, count: 2 })).json).toMatchObject({
      data: [{ left: 7 }],
    })
    const after = recordOf(await reader.read(Product.name, id))
    expect(after).toMatchObject({ onHand: 7, version: 1, updatedBy: { username: 'reader' } })
    expect((await reader.update(Product.name, id, { version: 1, onHand: 0 })).status).toBe(403)
    expect((await run(reader, 'take', { product: { id } })).status).toBe(403)
  })

  it('that throws answers 500, tells nothing, and writes nothing', async () => {
    const { id } = await newProduct()
    const failed = await run(await stage.as('reader'), 'fail', { product: { id } })
    expect(failed.status).toBe(500)
    expect(failed.json).toMatchObject({ data: { code: 'internal' } })
    expect(failed.text).not.toContain('secret')
    expect(recordOf(await stage.client.read(Product.name, id))).toMatchObject({ onHand: 9, version: 0 })
    await until('the log has it', () => stage.service.logs().includes('The secret of the code.'))
    const passed = await run(await stage.as('reader'), 'fail', { product: { id }, count: 0 })
    expect(passed.json).toMatchObject({ data: [{ left: 0 }] })
  })

  it('that blocks the event loop is logged by its name', async () => {
    expect((await run(await stage.as('reader'), 'block', {})).json).toEqual({ status: 0, data: [{}] })
    const line = await until('the log names it', () =>
      stage.service
        .logs()
        .split('\n')
        .find((one) => one.includes('kept all other requests waiting')),
    )
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      action: 'stock.block',
      milliseconds: expect.any(Number),
    })
  })

  it('that takes longer than its time answers 503 with a sentence of its own, and the log names it', async () => {
    expect((await run(stage.client, 'linger', { ends: true })).status).toBe(200)
    const late = await run(stage.client, 'linger', {})
    expect(late.status).toBe(503)
    expect(late.json).toMatchObject({
      data: {
        code: 'unavailable',
        outcome: 'not-applied',
        message:
          'The action stock.linger took longer than 300 ms. Nothing was written. ' +
          'Give it less to do at once, or declare a longer timeout.',
      },
    })
    const linesWith = (text: string) =>
      stage.service
        .logs()
        .split('\n')
        .flatMap((line) => (line.includes(text) ? [JSON.parse(line) as Record<string, unknown>] : []))
    const warning = await until('the log has a warning', () => linesWith('took longer than its timeout')[0])
    expect(warning).toMatchObject({ level: 'warn', action: 'stock.linger', timeout: 300 })
    const request = await until('the log has the request', () =>
      linesWith('"msg":"request"').find(({ status }) => status === 503),
    )
    expect(request).toMatchObject({ action: 'stock.linger', reason: 'deadline' })
    const status = await fetch(`${stage.service.healthUrl}/status`)
    expect(await status.json()).toMatchObject({ requests: { refused: { deadline: 1 } } })
  })

  it('that sends more statements than it may fails, and the log says so', async () => {
    const { id } = await newProduct()
    expect((await run(stage.client, 'waste', { product: { id }, times: 3 })).status).toBe(200)
    expect((await run(stage.client, 'waste', { product: { id }, times: 4 })).status).toBe(500)
    await until('the log says so', () => stage.service.logs().includes('stock.waste needs more than 3 statements'))
  })
})

describe('the writes of an action', () => {
  const undo = (reply: Awaited<ReturnType<typeof run>>) => {
    const { changeSet } = reply.json as unknown as { changeSet: number }
    return stage.client.exchange('POST', `/ws/changes/sets/${changeSet}/undo`, { body: { data: {} } })
  }

  it('are undone as one change set, unless the action declares that they are not', async () => {
    const { id } = await newProduct()
    expect((await undo(await run(stage.client, 'take', { product: { id } }))).status).toBe(200)
    expect(recordOf(await stage.client.read(Product.name, id))).toMatchObject({ onHand: 9, version: 2 })
    const refused = await undo(await run(stage.client, 'takeForGood', { product: { id } }))
    expect(refused.status).toBe(403)
    expect(recordOf(await stage.client.read(Product.name, id))).toMatchObject({ onHand: 8, version: 3 })
  })
})

describe('a field that only actions write', () => {
  it('is refused from everybody else, administrators included', async () => {
    const { id } = recordOf(await stage.client.create(Ticket.name, { subject: 'Rain' }))
    const sent = await stage.client.update(Ticket.name, id, { version: 0, status: 'closed' })
    expect(sent.status).toBe(403)
    expect(sent.json).toMatchObject({
      data: {
        message:
          'You may not set status of this record: leave that out. ' +
          'Actions write status: GET /ws/meta/actions lists them.',
        fields: ['status'],
      },
    })
    const created = await stage.client.create(Ticket.name, { subject: 'Snow', status: 'closed' })
    expect(created.status).toBe(403)
    // What was read can be sent back.
    const back = await stage.client.update(Ticket.name, id, { version: 0, subject: 'Hail', status: 'open' })
    expect(recordOf(back)).toMatchObject({ subject: 'Hail', status: 'open' })
    expect((await run(stage.client, 'close', { ticket: { id } })).status).toBe(200)
    expect(recordOf(await stage.client.read(Ticket.name, id))).toMatchObject({ status: 'closed' })
  })

  it('keeps a restore from changing it, and refuses no other', async () => {
    const { id } = recordOf(await stage.client.create(Ticket.name, { subject: 'Rain' }))
    await stage.client.update(Ticket.name, id, { version: 0, subject: 'Hail' })
    const back = await stage.client.restore(Ticket.name, id, { version: 1, toVersion: 0 })
    expect(recordOf(back)).toMatchObject({ subject: 'Rain', status: 'open', version: 2 })
    expect((await run(stage.client, 'close', { ticket: { id } })).status).toBe(200)
    const refused = await stage.client.restore(Ticket.name, id, { version: 3, toVersion: 1 })
    expect(refused.status).toBe(403)
    expect(refused.json).toMatchObject({ data: { code: 'not-permitted', fields: ['status'] } })
    expect(recordOf(await stage.client.read(Ticket.name, id))).toMatchObject({ subject: 'Rain', status: 'closed' })
  })

  it('comes back with a deleted record as it was, by a restore and by an undo, and not as it was before', async () => {
    const { id } = recordOf(await stage.client.create(Ticket.name, { subject: 'Rain' }))
    expect((await run(stage.client, 'close', { ticket: { id } })).status).toBe(200)
    await stage.client.delete(Ticket.name, id, 1)
    expect((await stage.client.restore(Ticket.name, id, { version: 2, toVersion: 0 })).status).toBe(403)
    const back = await stage.client.restore(Ticket.name, id, { version: 2, toVersion: 1 })
    expect(recordOf(back)).toMatchObject({ subject: 'Rain', status: 'closed', version: 3 })
    await stage.client.delete(Ticket.name, id, 3)
    const body = { data: { version: 4, undo: 4 } }
    const undone = await stage.client.exchange('POST', `/ws/rest/${Ticket.name}/${id}/undo`, { body })
    expect(recordOf(undone)).toMatchObject({ subject: 'Rain', status: 'closed', version: 5 })
  })

  it('is in the metadata', async () => {
    const meta = await stage.client.exchange('GET', `/ws/meta/fields/${Ticket.name}`)
    expect(meta.json).toMatchObject({ data: [{ only: { status: 'actions' } }] })
  })
})
