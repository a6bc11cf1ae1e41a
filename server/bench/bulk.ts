import pg from 'pg'
import { Cluster } from '../test/harness/Cluster.ts'
import { pathOf } from '../test/harness/actions.ts'
import { Client, recordsOf } from '../test/harness/client.ts'
import { median } from './figures.ts'
import { contactModel, BenchService } from './BenchService.ts'

// Compares bulk creates of 1,000 records, four calls at a time, with single creates at 64 connections, in records a
// second: `npm run bench:bulk`. Both take turns in one run, with the same client, on a PostgreSQL of its own. The upper
// bound is PostgreSQL alone, which fills the same table and indexes without service, journal, responses and network.
// Exits with 1 if the target is missed.

const connections = 64
const perCall = 1_000
const callsAtOnce = 4
const rounds = 5
const period = 4_000
const target = 10

/** Durable, with the memory of a production server: the default of PostgreSQL is 128 MB. */
const cluster = await Cluster.start({ durable: true, settings: ['shared_buffers=1GB', 'max_wal_size=8GB'] })
const server = cluster.urlOf('postgres')
const bench = await BenchService.build(server, 10_000)
const clients = Array.from({ length: connections }, () => {
  const client = new Client(bench.service.url)
  client.cookie = bench.client.cookie
  return client
})
const few = clients.slice(0, callsAtOnce)
const bare = await Promise.all(few.map(openBare))
/** Serialized once, because the benchmark measures the service and not the client. */
const bulk = JSON.stringify({ records: Array.from({ length: perCall }, (_, n) => person(n)) })
const figures: { single: number; bulk: number; bare: number }[] = []
try {
  for (let round = 0; round <= rounds; round++) {
    const figure = {
      single: await measure(clients, createOne),
      bulk: await measure(few, createMany),
      bare: await measure(bare, insertMany),
    }
    if (round > 0) figures.push(figure)
  }
  const [one, many, bound] = (['single', 'bulk', 'bare'] as const).map((key) =>
    median(figures.map((figure) => figure[key])),
  )
  if (one === undefined || many === undefined || bound === undefined) throw new Error('Nothing was measured.')
  console.log(`single creates at ${connections} connections: ${one.toFixed(0)} records a second`)
  console.log(
    `bulk creates of ${perCall}: ${many.toFixed(0)} records a second, ${(many / one).toFixed(1)} times (target ` +
      `${target})`,
  )
  console.log(
    `PostgreSQL alone, rows and indexes: ${bound.toFixed(0)} records a second, ${(bound / one).toFixed(1)} times`,
  )
  process.exitCode = many / one >= target ? 0 : 1
} finally {
  for (const client of clients) client.close()
  for (const connection of bare) await connection.end()
  await bench.drop(server)
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

async function openBare(): Promise<pg.Client> {
  const url = new URL(server)
  url.pathname = `/${bench.name}`
  const connection = new pg.Client({ connectionString: url.href })
  await connection.connect()
  return connection
}

/** Inserts the same records, without counting them: nothing here reads the counts. */
async function insertMany(connection: pg.Client): Promise<number> {
  const table = 'record.com_example_contacts_contact'
  const { rowCount } = await connection.query({
    name: 'bare',
    text: `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, first_name, last_name,
      email, credit, vip)
      select nextval('${table}_ids'), 0, now(), 1, now(), 1, 'First ' || n, 'Last ' || n,
        'p' || n || '@example.com', 12.50, n % 2 = 0
      from generate_series(0, ${perCall - 1}) as n`,
  })
  return rowCount ?? 0
}

/** Records a second while every user sends one request after the other. */
async function measure<User>(
  users: readonly User[],
  send: (user: User, n: number) => Promise<number>,
): Promise<number> {
  const start = performance.now()
  let records = 0
  await Promise.all(
    users.map(async (user) => {
      while (performance.now() - start < period) {
        const made = await send(user, records)
        records += made
      }
    }),
  )
  return (records / (performance.now() - start)) * 1_000
}
