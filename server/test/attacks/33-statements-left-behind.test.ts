import { Client as Session } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/postgres/Database.ts'
import { literal, sql } from '../../src/sql/sql.ts'
import { type Client, recordOf } from '../harness/client.ts'
import { Company, Contact, refusal, shown } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { FaultyProxy } from '../harness/FaultyProxy.ts'
import { until } from '../harness/poll.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace' }
/** Without session parameters PostgreSQL has no deadlines of its own: only those of the service are left. */
const flags = { preparedStatements: 'false', statementTimeout: '1s', requestTimeout: '20s', poolSize: '2' }
/** When the service gives up on a statement: a second after PostgreSQL should have. */
const deadline = 2_000
let database: TestDatabase
let proxy: FaultyProxy
let service: TestService
let client: Client
let locker: Session

beforeAll(async () => {
  database = await createDatabase()
  proxy = await FaultyProxy.start(database.url)
  service = await startService(proxy.url, flags)
  client = await loggedIn(service, 8)
  locker = new Session({ connectionString: database.url, application_name: 'locker' })
  await locker.connect()
})

afterEach(async () => {
  await locker.query('rollback')
})

afterAll(async () => {
  client.close()
  await locker.end()
  await service.stop()
  proxy.close()
  await database.drop()
})

/** Every statement about contacts waits from now on. */
async function lockContacts(): Promise<void> {
  await locker.query('begin')
  await locker.query('lock table record.com_example_contacts_contact in access exclusive mode')
}

async function countWaiting(): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'tabularium' and wait_event_type = 'Lock'`,
  )
  return row?.count ?? -1
}

describe('a read that takes longer than the service waits', () => {
  it('is cancelled in PostgreSQL and not sent again', async () => {
    await lockContacts()
    const start = performance.now()
    const reply = await client.find(Contact)
    expect(shown(reply)).toEqual(
      refusal('unavailable', { data: { message: 'The database did not answer in time. Send the request again.' } }),
    )
    expect(performance.now() - start).toBeLessThan(2 * deadline)
    await until('nothing of it is left', async () => (await countWaiting()) === 0)
  })
})

describe('a write that takes longer than the service waits', () => {
  it('is not cancelled, because it may be about to be committed; its outcome is unknown', async () => {
    const { id } = recordOf(await client.create(Contact, ada))
    await lockContacts()
    const reply = await client.update(Contact, id, { version: 0, firstName: 'Augusta' })
    expect(shown(reply)).toEqual(refusal('unavailable', { data: { outcome: 'unknown' } }))
    expect(await countWaiting()).toBe(1)
    await locker.query('rollback')
    await until('it is written', async () => recordOf(await client.read(Contact, id)).version === 1)
  })

  it('counts: when as many are abandoned as the pool has connections, further ones are refused at once', async () => {
    const { id } = recordOf(await client.create(Contact, ada))
    await lockContacts()
    await Promise.all([
      client.update(Contact, id, { version: 0, firstName: 'Augusta' }),
      client.update(Contact, id, { version: 0, lastName: 'King' }),
    ])
    expect(await countWaiting()).toBe(2)
    const start = performance.now()
    const refused = await client.delete(Contact, id, 0)
    expect(shown(refused)).toEqual(
      refusal('unavailable', {
        data: { outcome: 'not-applied', message: expect.stringContaining('Earlier writes still wait') },
      }),
    )
    expect(performance.now() - start).toBeLessThan(deadline)
    expect((await client.find(Company)).status).toBe(200)
    await locker.query('rollback')
    await until('writes are taken again', async () => (await client.create(Contact, ada)).status === 200)
  })
})

describe('an answer of the database that the driver cannot read', () => {
  it('ends its connection and its request, not the process', async () => {
    const { id } = recordOf(await client.create(Contact, ada))
    proxy.mode = 'forge'
    expect(shown(await client.read(Contact, id))).toEqual(refusal('internal'))
    proxy.mode = 'pass'
    await until('the service is back', async () => (await client.read(Contact, id)).status === 200)
    await until('the log tells why', () => service.logs().includes('UnreadableAnswer'))
  })

  it('leaves the outcome of a write unknown', async () => {
    const { id } = recordOf(await client.create(Contact, ada))
    proxy.mode = 'forge'
    const reply = await client.update(Contact, id, { version: 0, firstName: 'Augusta' })
    expect(shown(reply)).toEqual(refusal('unavailable', { data: { outcome: 'unknown' } }))
    proxy.mode = 'pass'
    await until('the service is back', async () => (await client.read(Contact, id)).status === 200)
  })
})

describe('a flood of different statements', () => {
  it('leaves no more of them prepared than a process may have, and the others are prepared again', async () => {
    const waits = { connectTimeout: 5_000, queueTimeout: 5_000, statementTimeout: 5_000 }
    const pool = new Database({ url: database.url, poolSize: 1, preparedStatements: true, ...waits })
    const select = (text: string) => sql`select ${literal(text)}`.named('test.select')
    const prepared = sql`select name from pg_prepared_statements where statement = 'select ''hot'''`.named('test.hot')
    const count = sql`select count(*) from pg_prepared_statements`.named('test.count')
    const ask = async (text: string) => {
      expect(await pool.run(select(text), 'read')).toEqual([[text]])
      expect(await pool.transact('commit', (transaction) => transaction.run(select(text)))).toEqual([[text]])
    }
    await ask('hot')
    expect(await pool.run(prepared, 'read')).toHaveLength(1)
    for (let n = 0; n < 1_100; n++) await ask(`${n}`)
    const [row] = await pool.run(count, 'read')
    expect(Number(row?.[0])).toBeLessThanOrEqual(1_000)
    expect(await pool.run(prepared, 'read')).toHaveLength(0)
    await ask('hot')
    expect(await pool.run(prepared, 'read')).toHaveLength(1)
    pool.close()
  })
})
