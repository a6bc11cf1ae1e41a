import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boolean, choice, computed, date, dateTime, decimal, integer, json, reference, text } from '../src/index.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { inspectRecords } from '../src/schema/inspectRecords.ts'
import type { Query } from '../src/schema/RecordState.ts'
import { type Client, recordOf } from './harness/client.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'
import { askReady, loggedIn, startService, type TestService } from './harness/service.ts'
import { Box, type Fields, shop } from './harness/shop.ts'

/** The model of an item in the running service, which does not know the fields that the tests add. */
const known: Fields = { count: integer({ required: true, default: 0 }) }

const lives: [type: string, added: Fields[string], value: string, changed: Fields[string], expected: string][] = [
  ['text', text(), `'12'`, text({ max: 100, required: true, default: 'none', indexed: true }), '12'],
  ['integer', integer({ indexed: true }), '12', decimal({ precision: 12, scale: 2 }), '12.00'],
  [
    'decimal',
    decimal({ precision: 9, scale: 4, required: true, default: '0' }),
    '1.2345',
    decimal({ precision: 9, scale: 2 }),
    '1.23',
  ],
  ['boolean', boolean(), 'true', boolean({ required: true, default: false }), 'true'],
  ['date', date({ unique: true }), `date '2000-01-01' + id::integer`, dateTime(), '2000-01-02 00:00:00+00'],
  ['dateTime', dateTime(), `'2026-01-31T23:30Z'`, date({ indexed: true }), '2026-01-31'],
  ['choice', choice(['a', 'b']), `'a'`, choice(['a', 'b', 'c'], { required: true, default: 'c' }), 'a'],
  ['json', json({ required: true, default: { a: 1 } }), `'"text"'`, text({ multiline: true }), 'text'],
  ['reference', reference(Box), '1', integer({ min: 1, max: 9 }), '1'],
  ['computed', computed('{name}'), '', computed('{name}: {count}', { indexed: true }), 'item 1: 0'],
]

let database: TestDatabase
let migrator: Connection
let service: TestService
let client: Client
let traffic: Promise<void>[]
const failures: string[] = []
let requests = 0
const end = new AbortController()

beforeAll(async () => {
  database = await createDatabase()
  migrator = await Connection.open(database.url)
  await migrate(known)
  await database.query(`set timezone = 'UTC'`)
  await database.query(`insert into record.shop_box values (1, 0, now(), null, now(), null, 'box')`)
  await database.query(`
    insert into record.shop_item (id, version, created_on, updated_on, name)
    select nextval('record.shop_item_ids'), 0, now(), now(), 'item ' || n from generate_series(1, 5000) as n`)
  service = await startService(database.url, { logLevel: 'warn' }, shop(known))
  client = await loggedIn(service, 4)
  traffic = Array.from({ length: 4 }, () => sendRequests())
})

afterAll(async () => {
  client.close()
  await service.stop()
  await migrator.close()
  await database.drop()
})

const query: Query = (statement) => migrator.query(statement)

function migrate(fields: Fields) {
  return applyMigration(migrator, shop(fields), { allowDataLoss: true })
}

/** Creates, changes and deletes records repeatedly, with a service that does not know the migrations. */
async function sendRequests(): Promise<void> {
  const model = 'shop.Item'
  const ask = async (request: ReturnType<Client['read']>) => {
    const reply = await request
    requests++
    if (reply.status !== 200) failures.push(`HTTP ${reply.status} ${reply.text}`)
    return reply
  }
  while (!end.signal.aborted && failures.length === 0) {
    const created = await ask(client.create(model, { name: 'of a client', count: 3 }))
    if (created.status !== 200) return
    const { id, version } = recordOf(created)
    await ask(client.update(model, id, { version, name: 'changed' }))
    await ask(client.read(model, id))
    await ask(client.find(model, '?limit=5'))
    await ask(client.delete(model, id))
  }
}

async function valueOf(column: string): Promise<string | null | undefined> {
  const [row] = await database.query<{ value: string | null }>(
    `select ${column}::text as value from record.shop_item where id = 1`,
  )
  return row?.value
}

/** Requests go on after a change as before, and the service is ready. A check that takes too long is made again. */
async function goesOn(): Promise<void> {
  const before = requests
  await until('requests go on', () => failures.length > 0 || requests > before + 20)
  expect(failures).toEqual([])
  await until('it is ready', async () => (await askReady(service)) === 200)
}

describe('a field is added, changed, renamed and dropped on a table with records, while requests run', () => {
  it.each(lives)('%s', async (_, added, value, changed, expected) => {
    const start = await inspectRecords(query)
    await migrate({ ...known, extra: added })
    await goesOn()
    if (value) await database.query(`update record.shop_item set extra = ${value} where id <= 5000`)
    await migrate({ ...known, extra: changed })
    await goesOn()
    expect(await valueOf('extra')).toBe(expected)
    await migrate({ ...known, other: { ...changed, was: 'extra' } as Fields[string] })
    await goesOn()
    expect(await valueOf('other')).toBe(expected)
    await migrate(known)
    await goesOn()
    expect(await inspectRecords(query)).toEqual(start)
  })

  it('not one request has failed', async () => {
    end.abort()
    await Promise.all(traffic)
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(lives.length * 4 * 20)
  })
})
