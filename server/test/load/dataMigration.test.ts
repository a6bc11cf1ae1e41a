import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireAt } from '../../src/failure/invariant.ts'
import { updateMass } from '../harness/actions.ts'
import { Cluster } from '../harness/Cluster.ts'
import { admin, type Client } from '../harness/client.ts'
import { runTabularium } from '../harness/commandLine.ts'
import { root } from '../harness/pages.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

// What a data migration takes, and what others notice of it: `migrate apply` in a process of its own beside a service,
// on a PostgreSQL whose commits are as durable as in production. The long form has a million records.

const records = sizeOf({ inCi: 100_000, long: 1_000_000 })
/** The records that calls of updateMass change before the migration, and as many after it. */
const compared = records / 4
/** The records of one such call: as many as the default settings allow. */
const most = 1_000
/** Reads a second beside the writes. */
const rate = 100
/** How long reads are timed while nothing else goes on, before and after, in milliseconds. */
const quiet = 15_000

const model = `import { choice, integer, model, text } from 'tabularium'

export const Item = model({
  name: 'org.example.stock.Item',
  title: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 20 }),
    room: text({ max: 20, indexed: true }),
    kind: choice(['camera', 'audio', 'lab'], { required: true }),
    note: text({ max: 200 }),
    pieces: integer({ required: true }),
  },
})
`
const migration = `import { migration } from 'tabularium'
import { Item } from './Item.ts'

export const roomsHaveDashes = migration({
  name: 'org.example.stock.roomsHaveDashes',
  on: Item,
  where: { fieldName: 'room', operator: 'like', value: '%.%' },
  fields: ['room'],
  run: (page) => page.map((item) => [item, { room: item.room?.replaceAll('.', '-') ?? null }]),
})
`

let folder: string
let cluster: Cluster
let service: ServiceProcess
let client: Client

beforeAll(async () => {
  // Inside the checkout, where the models find the package.
  mkdirSync(join(root, '.tabularium'), { recursive: true })
  folder = mkdtempSync(join(root, '.tabularium/migration-'))
  writeFileSync(join(folder, 'Item.ts'), model)
  cluster = await Cluster.start({ durable: true, settings: ['shared_buffers=512MB', 'max_wal_size=4GB'] })
  await apply()
  const env = { DATABASE_URL: cluster.urlOf('postgres') }
  await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password)
  await cluster.query(`
    insert into record.org_example_stock_item (id, version, created_on, updated_on, code, room, kind, note, pieces)
    select id, 0, now(), now(), 'C-' || id, 'A.' || id % 400, 'camera', repeat('Lent with its bag. ', 4), 1
    from generate_series(1, ${records}) as id`)
  await cluster.query('vacuum analyze record.org_example_stock_item')
  service = await startProcess(cluster.urlOf('postgres'), { models: folder })
  client = await loggedIn(service, 16)
}, 300_000)

afterAll(async () => {
  client.close()
  await service.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const apply = () => runTabularium(['migrate', 'apply', '--models', folder], { DATABASE_URL: cluster.urlOf('postgres') })

/** The times of reads that are sent evenly while something goes on, and how long that took; in milliseconds. */
async function readBeside(work: () => Promise<unknown>): Promise<{ times: number[]; took: number }> {
  const times: number[] = []
  const waiting: Promise<void>[] = []
  const begin = performance.now()
  const read = async () => {
    const start = performance.now()
    const reply = await client.read('org.example.stock.Item', 1 + Math.floor(Math.random() * records))
    expect(reply.status).toBe(200)
    times.push(performance.now() - start)
  }
  const timer = setInterval(() => waiting.push(read()), 1_000 / rate)
  await work()
  const took = performance.now() - begin
  clearInterval(timer)
  await Promise.all(waiting)
  return { times, took }
}

/** A share of the times is below this. */
function percentile(share: number, ...parts: readonly { readonly times: readonly number[] }[]): number {
  const times = parts.flatMap((part) => part.times).toSorted((one, other) => one - other)
  return requireAt(times, Math.floor(times.length * share))
}
const nothing = () => new Promise((resolve) => setTimeout(resolve, quiet))

/** Changes records by ids, call after call. */
async function updateFrom(first: number): Promise<void> {
  for (let id = first; id < first + compared; id += most) {
    const criteria = [
      { fieldName: 'id', operator: '>=', value: id },
      { fieldName: 'id', operator: '<', value: id + most },
    ]
    const body = { data: { criteria }, values: { pieces: 2 }, maxAffected: most }
    const reply = await updateMass(client, 'org.example.stock.Item', body)
    expect(reply.json?.total, reply.text).toBe(most)
  }
}

it(`of ${records} records has half the speed of updateMass at least, and delays reads no more`, async () => {
  await cluster.query('checkpoint')
  const quietBefore = await readBeside(nothing)
  const updatesBefore = await readBeside(() => updateFrom(1))
  writeFileSync(join(folder, 'migration.ts'), migration)
  const migrated = await readBeside(apply)
  const updatesAfter = await readBeside(() => updateFrom(1))
  await cluster.query('checkpoint')
  const quietAfter = await readBeside(nothing)
  const [left] = await cluster.query<{ left: string }>(
    `select count(*) filter (where room like '%.%' or version < 1) as left from record.org_example_stock_item`,
  )
  expect(Number(left?.left)).toBe(0)
  const perSecond = (records / migrated.took) * 1_000
  const ofUpdates = ((2 * compared) / (updatesBefore.took + updatesAfter.took)) * 1_000
  const shown = (...parts: readonly { readonly times: readonly number[] }[]) =>
    [0.5, 0.99].map((share) => percentile(share, ...parts).toFixed(1)).join(' and ')
  console.log(
    `${perSecond.toFixed(0)} records a second: ${(perSecond / ofUpdates).toFixed(2)} of updateMass ` +
      `(${ofUpdates.toFixed(0)}). Median and 99th percentile of reads, in ms: ${shown(migrated)}; ` +
      `beside updateMass ${shown(updatesBefore, updatesAfter)}; alone ${shown(quietBefore, quietAfter)}`,
  )
  expect(perSecond / ofUpdates).toBeGreaterThan(0.5)
  // On a quiet machine reads alone are as fast as the processor: beside them counts what as many updates would do.
  const usual = Math.max(percentile(0.99, updatesBefore, updatesAfter), percentile(0.99, quietBefore, quietAfter))
  expect(percentile(0.99, migrated) / usual).toBeLessThan(1.5)
}, 1_800_000)
