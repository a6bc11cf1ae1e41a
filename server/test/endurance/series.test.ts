import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadModels } from '../../src/model/loadModels.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { Client, type RecordJson, recordOf, recordsOf, type Reply } from '../harness/client.ts'
import { ordersFolder } from '../harness/commandLine.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { using } from '../harness/interrupt.ts'
import { pause } from '../harness/poll.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { RestartableService } from '../harness/RestartableService.ts'
import { loggedIn } from '../harness/service.ts'
import { sizeOf } from '../harness/rounds.ts'

const creates = sizeOf({ inCi: 1_000, long: 10_000 })
const atOnce = 64
const kills = sizeOf({ inCi: 2, long: 20 })
const random = randomFrom(12)
const [orders, invoices] = ['com.example.orders.Order', 'com.example.orders.Invoice']
const nobody = { id: 999_999_999 }
let database: TestDatabase
let services: RestartableService[]
let clients: Client[]
let customer: RecordJson
let product: RecordJson
let order: RecordJson
/** The numbers that were answered, by model and id. */
const answered = new Map<string, unknown>()
const seen = { written: 0, refused: 0, unavailable: 0, broken: 0 }

beforeAll(async () => {
  database = await createDatabase()
  const models = await loadModels(ordersFolder)
  await using(database.url, (connection) => applyMigration(connection, models, { allowDataLoss: true }))
  const flags = { models: ordersFolder }
  const start = () => RestartableService.start(database.url, flags)
  services = await Promise.all([start(), start()])
  const session = await loggedIn({ url: services[0]?.url ?? '' })
  clients = services.map(({ url }) => new Client(url, atOnce))
  for (const client of clients) client.cookie = session.cookie
  const make = async (model: string, data: object) =>
    recordOf(await session.create(`com.example.orders.${model}`, data))
  customer = await make('Customer', { code: 'ACME', name: 'Acme' })
  product = await make('Product', { sku: 'pen', name: 'Pen', price: '1.50' })
  order = await make('Order', { customer: { id: customer.id } })
  session.close()
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const service of services) await service.stop()
  await database.drop()
})

/** A create of one record or of several, alone or with lines; one in five is refused. */
async function createSome(): Promise<void> {
  const isRefused = random() < 0.2
  const client = pick(random, clients)
  const model = random() < 0.5 ? invoices : orders
  const isSingle = random() < 0.7
  const reply = await attempt(() => {
    if (isSingle) return client.create(model, model === orders ? newOrder(isRefused) : newInvoice(isRefused))
    if (model === orders) return client.create(orders, withLines(isRefused))
    const body = { records: isRefused ? manyRefused() : [newInvoice(false), newInvoice(false)] }
    return client.exchange('POST', `/ws/rest/${invoices}`, { body })
  })
  note(model, isRefused, reply)
}

const newOrder = (isRefused: boolean) => ({ customer: isRefused ? nobody : { id: customer.id } })
const newInvoice = (isRefused: boolean) => ({
  order: isRefused ? nobody : { id: order.id },
  amount: '12.50',
  issuedOn: '2026-01-31',
})
const withLines = (isRefused: boolean) => ({
  ...newOrder(false),
  lines: [{ product: isRefused ? nobody : { id: product.id }, quantity: 1, price: '1.50' }],
})

/** Two new invoices, and one that refers to nothing, or an update of one that does not exist. */
function manyRefused(): object[] {
  const bad = random() < 0.5 ? newInvoice(true) : { ...nobody, version: 0, amount: '1' }
  return [newInvoice(false), newInvoice(false), bad]
}

/** Sends a request once; undefined if the connection broke. */
async function attempt(send: () => Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await send()
  } catch {
    await pause(100)
    return undefined
  }
}

function note(model: string, isRefused: boolean, reply: Reply | undefined): void {
  if (!reply) seen.broken++
  else if (reply.status === 503) seen.unavailable++
  else if (isRefused) {
    expect({ status: reply.status, text: reply.text }).toMatchObject({ status: expect.toBeOneOf([400, 404]) })
    seen.refused++
  } else {
    seen.written++
    for (const { id, number } of recordsOf(reply)) answered.set(`${model} ${id}`, number)
  }
}

interface NumberRow {
  readonly id: number
  readonly number: string
  readonly year: string
}

/** All numbers of a model in the order of their counts, compared with what was answered. */
async function countsOf(model: string, table: string): Promise<number[]> {
  const rows = await database.query<NumberRow>(
    `select id::int, number, extract(year from created_on at time zone 'UTC')::text as year
    from record.${table} order by length(number), number`,
  )
  const found = new Map(rows.map(({ id, number }) => [`${model} ${id}`, number]))
  for (const [key, number] of answered)
    if (key.startsWith(`${model} `)) expect({ [key]: found.get(key) }).toEqual({ [key]: number })
  for (const { number, year } of rows) expect(number).toMatch(new RegExp(`^(ORD|INV)-${year}-\\d{5}$`))
  return rows.map(({ number }) => Number(number.slice(-5)))
}

it(`${creates} creates by ${atOnce} clients, one in five refused, ${kills} kills`, async () => {
  let killed = 0
  /** Requests without an answer do not count. */
  const done = () => seen.written + seen.refused
  const start = performance.now()
  const work = async () => {
    while (done() < creates) await createSome()
  }
  const killAll = async () => {
    while (killed < kills) {
      const due = ((killed + 1) * creates) / (kills + 1)
      while (done() < due) await pause(5)
      const service = services[killed++ % services.length]
      await service?.kill()
      await service?.restart()
    }
  }
  await Promise.all([...Array.from({ length: atOnce }, work), killAll()])
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  console.info(`${creates} creates in ${seconds} s, ${killed} kills: ${JSON.stringify(seen)}`)

  const plain = await countsOf(orders, 'com_example_orders_order')
  expect(new Set(plain).size).toBe(plain.length)
  const gapless = await countsOf(invoices, 'com_example_orders_invoice')
  expect(gapless).toEqual(gapless.map((_, index) => index + 1))
  const last = await database.query(`select last::int from tabularium.series where field = 'number' order by model`)
  expect(last).toContainEqual({ last: gapless.length })
  expect(seen.refused).toBeGreaterThan(creates * 0.15)
})
