import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Failure } from '../src/failure/failure.ts'
import { Database } from '../src/postgres/Database.ts'
import type { Transaction } from '../src/postgres/Transaction.ts'
import { sql } from '../src/sql/sql.ts'
import { saveMany } from './harness/actions.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { pause } from './harness/poll.ts'
import { randomFrom } from './harness/random.ts'
import { loggedIn, startService } from './harness/service.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})

afterAll(() => database.drop())

const deadlineIn = (milliseconds: number) => ({ at: performance.now() + milliseconds, mayBeWritten: false })
const insert = sql`insert into tabularium.forgotten (model, position) values (0, 0)`.named('test')

const openDatabase = () =>
  new Database({
    url: database.url,
    poolSize: 1,
    connectTimeout: 2_000,
    queueTimeout: 5_000,
    statementTimeout: 5_000,
    preparedStatements: false,
  })

describe('a write for several requests that waits for a connection', () => {
  it('is not sent if the deadline of one of them passes meanwhile', async () => {
    const own = openDatabase()
    const busy = own.run(sql`select pg_sleep(0.5)`.named('busy'), 'read')
    const deadlines = [deadlineIn(100), deadlineIn(4_000)]
    await expect(own.run(insert, 'write', { deadlines })).rejects.toMatchObject({
      code: 'unavailable',
      cause: { name: 'DeadlinePassed' },
    })
    expect(deadlines.map(({ mayBeWritten }) => mayBeWritten)).toEqual([false, false])
    await busy
    expect(await database.query('select from tabularium.forgotten where model = 0')).toEqual([])
    own.close()
  })
})

describe('a transaction', () => {
  it.each(['before', 'after'] as const)('is committed only if its deadline passes %s its commit', async (when) => {
    const own = openDatabase()
    const deadlines = [deadlineIn(when === 'before' ? 100 : 4_000)]
    const steps = async (transaction: Transaction) => {
      await transaction.run(sql`insert into tabularium.forgotten (model, position) values (1, 1)`.named('test'))
      await pause(150)
    }
    const outcome = await own.transact('commit', steps, { deadlines }).then(
      () => 'committed',
      (error: Failure) => error.details.data?.['outcome'],
    )
    expect(outcome).toBe(when === 'before' ? 'not-applied' : 'committed')
    const rows = await database.query('delete from tabularium.forgotten where model = 1 returning model')
    expect(rows).toHaveLength(when === 'before' ? 0 : 1)
    own.close()
  })
})

describe('requests whose deadlines pass while writes wait for connections and for locks', () => {
  it('are told not-applied only if nothing was written, and done only if it was', async () => {
    const limits = { poolSize: '2', requestTimeout: '600ms', queueTimeout: '10s', maxDelay: '10s' }
    const service = await startService(database.url, limits)
    const client = await loggedIn(service, 256)
    const random = randomFrom(7)
    const said = new Map<string, string>()
    const send = async (firstName: string) => {
      const record = { firstName, lastName: 'Late' }
      const { status, json } = await (random() < 0.8
        ? client.create(Contact, record)
        : saveMany(client, Contact, [record, { ...record, lastName: 'Other' }]))
      said.set(firstName, status === 200 ? 'done' : String((json?.data as { outcome?: string }).outcome))
    }
    const sending: Promise<void>[] = []
    const timer = setInterval(() => sending.push(send(`W${sending.length}`)), 5)
    for (let n = 0; n < 6; n++) {
      await database.query('begin; lock table record.com_example_contacts_contact in share row exclusive mode')
      await pause(200 + 500 * random())
      await database.query('commit')
      await pause(50)
    }
    clearInterval(timer)
    await Promise.all(sending)
    await service.stop()
    client.close()

    const rows = await database.query<{ name: string }>(
      `select distinct first_name as name from record.com_example_contacts_contact where last_name = 'Late'`,
    )
    const written = new Set(rows.map(({ name }) => name))
    const namesOf = (outcome: string) => [...said].filter(([, own]) => own === outcome).map(([name]) => name)
    expect(namesOf('not-applied').filter((name) => written.has(name))).toEqual([])
    expect(namesOf('done').filter((name) => !written.has(name))).toEqual([])
    for (const outcome of ['done', 'unknown', 'not-applied']) expect(namesOf(outcome)).not.toEqual([])
  })
})
