import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAll } from '../harness/actions.ts'
import { Client, recordsOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const connections = 64
const perCall = 1_000
const rounds = 3
/** How long each kind is measured in a round, in milliseconds. */
const period = 4_000

let database: TestDatabase
let service: ServiceProcess
let clients: Client[]

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url)
  const session = await loggedIn(service)
  clients = Array.from({ length: connections }, () => {
    const client = new Client(service.url)
    client.cookie = session.cookie
    return client
  })
  session.close()
})

afterAll(async () => {
  for (const client of clients) client.close()
  await service.stop()
  await database.drop()
})

function person(n: number): object {
  return {
    firstName: `First ${n}`,
    lastName: `Last ${n}`,
    email: `p${n}@example.com`,
    credit: '12.50',
    vip: n % 2 === 0,
  }
}

/** Records a second, while every client sends one request after the other. */
async function measure(
  users: readonly Client[],
  send: (client: Client, n: number) => Promise<number>,
): Promise<number> {
  const start = performance.now()
  let records = 0
  await Promise.all(
    users.map(async (client) => {
      while (performance.now() - start < period) {
        const made = await send(client, records)
        records += made
      }
    }),
  )
  return (records / (performance.now() - start)) * 1_000
}

const single = async (client: Client, n: number) => recordsOf(await client.create(Contact, person(n))).length
const bulk = async (client: Client) =>
  recordsOf(
    await saveAll(
      client,
      Contact,
      Array.from({ length: perCall }, (_, n) => person(n)),
    ),
  ).length

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

describe(`bulk creates of ${perCall} records`, () => {
  it(`reach at least ten times the records a second of single creates at ${connections} connections`, async () => {
    const few = clients.slice(0, 2)
    await measure(clients, single)
    await measure(few, bulk)
    const figures: { single: number; bulk: number }[] = []
    for (let round = 0; round < rounds; round++)
      figures.push({ single: await measure(clients, single), bulk: await measure(few, bulk) })
    const [one, many] = [median(figures.map((figure) => figure.single)), median(figures.map((figure) => figure.bulk))]
    console.info(
      `single creates at ${connections} connections ${one.toFixed(0)} records a second, bulk creates of ${perCall} ${many.toFixed(0)}: ${(many / one).toFixed(1)} times`,
    )
    expect(many / one).toBeGreaterThanOrEqual(10)
  })
})
