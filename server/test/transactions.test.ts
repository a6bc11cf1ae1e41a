import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRecordRunners } from '../src/batch/createRecordRunners.ts'
import type { ExecutionServices } from '../src/execute/ExecutionServices.ts'
import { update } from '../src/execute/update.ts'
import { Failure } from '../src/failure/failure.ts'
import { loadModels } from '../src/model/loadModels.ts'
import type { Models } from '../src/model/Models.ts'
import { Idempotency } from '../src/idempotency/Idempotency.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { PageTokens } from '../src/plan/pageToken.ts'
import { Sender } from '../src/outbound/Sender.ts'
import { planUpdate } from '../src/plan/update.ts'
import { Database } from '../src/postgres/Database.ts'
import { literal, sql } from '../src/sql/sql.ts'
import { recordOf } from './harness/client.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { passwords } from './harness/logicServices.ts'
import { loggedIn, startService } from './harness/service.ts'

let behind: TestDatabase
let database: Database

beforeAll(async () => {
  behind = await createDatabase()
  await behind.query('create table noted (number integer unique)')
  // One connection, so that the test notices if it is lost.
  const waits = { connectTimeout: 2_000, queueTimeout: 2_000, statementTimeout: 5_000 }
  database = new Database({ url: behind.url, poolSize: 1, preparedStatements: true, ...waits })
})

afterAll(async () => {
  database.close()
  await behind.drop()
})

beforeEach(() => behind.query('delete from noted'))

const note = sql`insert into noted values (1)`.named('test.note')

async function pid(): Promise<string | null | undefined> {
  const [row] = await database.run(sql`select pg_backend_pid()`.named('test.pid'), 'read')
  return row?.[0]
}

async function countNoted(): Promise<number> {
  const [row] = await behind.query<{ count: number }>('select count(*)::int as count from noted')
  return row?.count ?? -1
}

class Unheard extends Error {
  override readonly name = 'Unheard'
}

describe('what is thrown between the statements of a transaction', () => {
  it.each([
    ['a mistake of ours', new TypeError('cannot read properties of undefined')],
    ['an index out of range', new RangeError('there is no entry 3')],
    ['an error of a class that the database knows nothing of', new Unheard('something clashes')],
    ['a failure', new Failure('version-conflict', 'Somebody was first.', { data: { current: null } })],
  ])('%s leaves as it came; everything is taken back, and the connection lives', async (_, thrown) => {
    const before = await pid()
    const work = database.transact('commit', async (transaction) => {
      await transaction.run(note)
      throw thrown
    })
    await expect(work).rejects.toBe(thrown)
    expect(await countNoted()).toBe(0)
    expect(await pid()).toBe(before)
  })
})

describe('an error of the database in a transaction', () => {
  it.each(['40001', '40P01'])('%s is tried again from the start, up to twice', async (state) => {
    let attempts = 0
    const work = database.transact('commit', async (transaction) => {
      attempts += 1
      await transaction.run(note)
      if (attempts < 3) await transaction.run(raise(state))
      return 'done'
    })
    expect(await work).toBe('done')
    expect(attempts).toBe(3)
    expect(await countNoted()).toBe(1)
  })

  it('a connection that is lost before the commit means that nothing was written', async () => {
    const work = database.transact('commit', async (transaction) => {
      await transaction.run(note)
      await transaction.run(sql`select pg_terminate_backend(pg_backend_pid())`.named('test.end'))
    })
    await expect(work).rejects.toMatchObject({ code: 'unavailable', details: { data: { outcome: 'not-applied' } } })
    expect(await countNoted()).toBe(0)
  })

  it('a commit that PostgreSQL answers with ROLLBACK is not a success', async () => {
    const work = database.transact('commit', async (transaction) => {
      await transaction.run(note)
      await transaction.run(note).catch(() => {})
    })
    await expect(work).rejects.toThrow('A statement failed before the commit, and its error was ignored.')
    expect(await countNoted()).toBe(0)
  })
})

function raise(state: string) {
  return sql`do ${literal(`begin raise sqlstate '${state}'; end`)}`.named('test.raise')
}

describe('a merge that locks the record, because others were always first', () => {
  it('is a conflict if something clashes', async () => {
    const service = await startService(behind.url)
    const client = await loggedIn(service)
    const { id } = recordOf(await client.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
    await client.update(Contact, id, { version: 0, lastName: 'King' })
    const models = await loadModels(contactsFolder)
    const services = alwaysLate(models, async (round) => {
      if (round === 4) await client.update(Contact, id, { version: 1, firstName: 'Augusta' })
    })
    const by = { authorization: serviceAuthorization(models), requestId: 'late', dryRun: false }
    const sent = { version: 0, firstName: 'Adelaide' }
    const plan = planUpdate(sent, { id, onConflict: 'merge' }, models.get(Contact), models, by)
    await expect(update(plan, services)).rejects.toMatchObject({ code: 'version-conflict' })
    expect(recordOf(await client.read(Contact, id))).toMatchObject({ version: 2, firstName: 'Augusta' })
    client.close()
    await service.stop()
  })
})

/** Services whose single updates are always too late, until the merge holds the record. */
function alwaysLate(models: Models, inBetween: (round: number) => Promise<void>): ExecutionServices {
  const run = createRecordRunners(database, models, () => {}, {
    answerLimit: 16 * 1024 ** 2,
    aggregateTimeout: 10_000,
  })
  let round = 0
  const late = async () => {
    await inBetween(++round)
    return { is: 'stale' as const }
  }
  const idempotency = new Idempotency({ find: async () => undefined, forget: async () => {}, settle: async () => {} })
  return {
    run: { ...run, update: late },
    models,
    actionNames: [],
    jobs: new Map(),
    idempotency,
    passwords,
    database,
    tokens: new PageTokens(Buffer.alloc(32)),
    maxBulk: 1_000,
    answerLimit: 16_777_216,
    sender: new Sender({ networks: [] }),
  }
}
