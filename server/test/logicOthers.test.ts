import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collection, links, model, reference, text } from '../src/index.ts'
import type { Records } from '../src/logic/Records.ts'
import { toModels } from './harness/everyType.ts'
import { openServices, runAsService } from './harness/logicServices.ts'
import { useModels } from './harness/useModels.ts'

const Customer = model({ name: 'desk.Customer', title: 'name', fields: { name: text({ required: true }) } })
const Order = model({
  name: 'desk.Order',
  title: 'name',
  fields: {
    name: text({ required: true }),
    customer: reference(Customer, { onDelete: 'clear' }),
    followers: links(Customer),
    lines: collection('desk.Line', { by: 'order' }),
  },
})
const Line = model({
  name: 'desk.Line',
  title: 'name',
  fields: { name: text({ required: true }), order: reference(Order, { required: true }) },
})
const desk = toModels([Customer, Order, Line])

const stage = useModels(desk)
let services: ReturnType<typeof openServices>

beforeAll(() => {
  services = openServices(stage.database.url, desk)
})
afterAll(() => services.database.close())

let runs = 0

/** Runs logic as the service itself, and counts how often its code runs. */
function run<T>(work: (records: Records) => Promise<T>): Promise<T> {
  runs = 0
  return runAsService(services, (records) => {
    runs += 1
    return work(records)
  })
}

/** An order with lines, of a customer who also follows it. */
async function newOrder() {
  return run(async (records) => {
    const customer = await records.create(Customer, { name: 'Ada' })
    const order = await records.create(Order, { name: 'First', customer, followers: [customer] })
    const lines = await records.createAll(Line, [
      { name: 'one', order },
      { name: 'two', order },
    ])
    return { customer: customer.id, order: order.id, lines: lines.map(({ id }) => id) }
  })
}

describe('records that change with others', () => {
  it('can be read and changed after their reference and their links were cleared', async () => {
    const { customer, order } = await newOrder()
    const changed = await run(async (records) => {
      const [gone, kept] = await Promise.all([records.read(Customer, customer), records.read(Order, order)])
      await records.remove(gone)
      const again = await records.read(Order, kept.id, ['name', 'customer'])
      expect(again.customer).toBeNull()
      return records.update(again, { name: 'Second' })
    })
    expect(changed).toMatchObject({ name: 'Second', customer: null })
    expect(runs).toBe(1)
  })

  it('may be members that their collection drops', async () => {
    const { order, lines } = await newOrder()
    const [dropped] = lines
    await run(async (records) => {
      const read = await records.read(Order, order, ['lines.name'])
      await records.update(read, { lines: read.lines.filter(({ id }) => id !== dropped) })
    })
    expect(runs).toBe(1)
    const left = await stage.database.query('select id from record.desk_line where "order" = $1', [order])
    expect(left).toEqual([{ id: String(lines[1]) }])
  })
})

describe('a call that nobody waits for', () => {
  it('does not end the process if it fails', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    await run(async (records) => {
      const missing = records.read(Order, 999_999_999)
      expect(await records.count(Order, { fieldName: 'id', operator: '=', value: 999_999_999 })).toBe(0)
      await expect(missing).rejects.toMatchObject({ code: 'record-not-found' })
      void records.readAll(Order, [999_999_999])
      await records.count(Line)
    })
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('is done before the commit', async () => {
    const { order } = await newOrder()
    await run(async (records) => {
      const read = await records.read(Order, order)
      void records.update(read, { name: 'Third' })
    })
    expect(await run((records) => records.read(Order, order))).toMatchObject({ name: 'Third' })
  })
})

it('logic with a deadline may take longer than other transactions', async () => {
  const brief = openServices(stage.database.url, desk, { statementTimeout: 100 })
  const made = await runAsService(brief, async (records) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return records.create(Customer, { name: 'Late' })
  })
  expect(made).toMatchObject({ name: 'Late' })
  brief.database.close()
})
