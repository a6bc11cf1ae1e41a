import { Cluster } from '../test/harness/Cluster.ts'
import { pathOf } from '../test/harness/actions.ts'
import { Client, recordsOf } from '../test/harness/client.ts'
import { median } from './figures.ts'
import { contactModel, Stand } from './Stand.ts'

// How many records a second bulk creates of 1,000 make, four calls at a time, against single creates at 64 connections: `npm run
// bench:bulk`. Both by turns in one run, by the same client, on a PostgreSQL of its own. Ends with 1 where the target is missed.

const connections = 64
const perCall = 1_000
const callsAtOnce = 4
const rounds = 5
const period = 4_000
const target = 10

/** Durable, with the memory that a server in production has: as it comes, PostgreSQL takes 128 MB. */
const cluster = await Cluster.start({ durable: true, settings: ['shared_buffers=1GB', 'max_wal_size=8GB'] })
const server = cluster.urlOf('postgres')
const stand = await Stand.build(server, 10_000)
const clients = Array.from({ length: connections }, () => {
  const client = new Client(stand.service.url)
  client.cookie = stand.client.cookie
  return client
})
const few = clients.slice(0, callsAtOnce)
/** Written once: what is measured is the service. */
const bulk = JSON.stringify({ records: Array.from({ length: perCall }, (_, n) => person(n)) })
const figures: { single: number; bulk: number }[] = []
try {
  for (let round = 0; round <= rounds; round++) {
    const figure = { single: await measure(clients, createOne), bulk: await measure(few, createMany) }
    if (round > 0) figures.push(figure)
  }
  const [one, many] = [median(figures.map(({ single }) => single)), median(figures.map(({ bulk }) => bulk))]
  console.log(`single creates at ${connections} connections: ${one.toFixed(0)} records a second`)
  console.log(
    `bulk creates of ${perCall}: ${many.toFixed(0)} records a second, ${(many / one).toFixed(1)} times (target ${target})`,
  )
  process.exitCode = many / one >= target ? 0 : 1
} finally {
  for (const client of clients) client.close()
  await stand.drop(server)
  await cluster.stop()
}

function person(n: number): object {
  return {
    firstName: `First ${n}`,
    lastName: `Last ${n}`,
    email: `p${n}@example.com`,
    credit: '12.50',
    vip: n % 2 === 0,
  }
}

async function createOne(client: Client, n: number): Promise<number> {
  return recordsOf(await client.create(contactModel, person(n))).length
}

async function createMany(client: Client): Promise<number> {
  return recordsOf(await client.exchange('POST', pathOf(contactModel), { body: bulk })).length
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
