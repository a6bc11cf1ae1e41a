import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'

let database: TestDatabase
let clients: Client[] = []

beforeAll(async () => {
  database = await createDatabase()
})

afterEach(async () => {
  for (const client of clients) await client.end()
  clients = []
})

afterAll(() => database.drop())

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url })
  clients.push(client)
  await client.connect()
  return client
}

/** Writes a journal row, and returns its position. */
async function write(client: Client, record: number, version: number): Promise<number> {
  const { rows } = await client.query<{ position: string }>(
    `insert into tabularium.journal (model, record, version, operation, request_id, changes)
     values (1, $1, $2, $3, 'test', '{}') returning position`,
    [record, version, version === 0 ? 'c' : 'u'],
  )
  return Number(rows[0]?.position)
}

/** Writes a journal row in a transaction that stays open, and returns its position. */
async function beginWrite(client: Client): Promise<number> {
  await client.query('begin')
  return write(client, 1, 0)
}

async function released(): Promise<number> {
  const [row] = await database.query<{ released: string }>('select released from tabularium.feed')
  return Number(row?.released)
}

async function release(): Promise<number> {
  await database.query('select tabularium.release_journal()')
  return released()
}

/** The function with a stop before each of its statements: it waits there for the lock of that number. */
async function makeSteps(): Promise<number> {
  const [row] = await database.query<{ source: string }>(
    `select prosrc as source from pg_proc where oid = 'tabularium.release_journal'::regproc`,
  )
  let stops = 0
  const stop = () => `perform pg_advisory_xact_lock(${1000 + stops++});`
  const [declared = '', body = ''] = (row?.source ?? '').split('\nbegin\n')
  const stopped = body.replace(/^ {2}(select|last|if|writing|return)\b/gm, (start) => `${stop()}\n${start}`)
  const source = `${declared}\nbegin\n${stopped}`
  await database.query(`create or replace function release_in_steps() returns bigint language plpgsql as $$${source}$$`)
  return stops
}

describe('positions', () => {
  it('follow the versions of a record, also if the transaction of a later version began to write first', async () => {
    const [early, late] = [await connect(), await connect()]
    await beginWrite(early)
    await late.query('begin')
    await write(late, 2, 0)
    await late.query('commit')
    await write(early, 2, 1)
    await early.query('commit')
    const rows = await database.query<{ version: number }>(
      `select version::int from tabularium.journal where record = 2 and request_id = 'test' order by position`,
    )
    expect(rows).toEqual([{ version: 0 }, { version: 1 }])
  })
})

describe('the released mark', () => {
  it('passes no transaction that is writing, and all that have ended', async () => {
    const [early, late] = [await connect(), await connect()]
    const first = await beginWrite(early)
    const second = await beginWrite(late)
    await late.query('commit')
    for (let round = 0; round < 3; round++) expect(await release()).toBeLessThan(first)
    await early.query('rollback')
    await release()
    expect(await release()).toBeGreaterThanOrEqual(second)
  })

  it('is not held for ever by writers that take turns', async () => {
    const writers = [await connect(), await connect()] as const
    const first = await beginWrite(writers[0])
    await release()
    await beginWrite(writers[1])
    await writers[0].query('commit')
    expect(await release()).toBeGreaterThanOrEqual(first)
    await writers[1].query('commit')
  })

  it('is not held by a writer of another database, or of another table', async () => {
    const other = await createDatabase()
    const client = new Client({ connectionString: other.url })
    await client.connect()
    await beginWrite(client)
    const reader = await connect()
    await reader.query('begin; create table held (id int); insert into held values (1); select from tabularium.journal')
    const writer = await connect()
    const position = await beginWrite(writer)
    await writer.query('commit')
    expect(await release()).toBeGreaterThanOrEqual(position)
    await client.end()
    await other.drop()
  })

  it('never passes a transaction that begins between two of its steps', async () => {
    const stops = await makeSteps()
    expect(stops).toBeGreaterThan(4)
    for (let stop = 0; stop < stops; stop++) {
      const [gate, releaser, writer, filler] = [await connect(), await connect(), await connect(), await connect()]
      await beginWrite(filler)
      await filler.query('commit')
      await gate.query(`select pg_advisory_lock(${1000 + stop})`)
      const stepped = releaser.query('select release_in_steps()')
      const isWaiting = async () => {
        const waiting = await database.query(
          `select from pg_locks where locktype = 'advisory' and objid = ${1000 + stop} and not granted`,
        )
        return waiting.length > 0 || (await isIdle(releaser))
      }
      await until('the function waits or has ended', isWaiting)
      const position = await beginWrite(writer)
      await gate.query(`select pg_advisory_unlock(${1000 + stop})`)
      await stepped
      expect(await released(), `a write before step ${stop}`).toBeLessThan(position)
      await writer.query('commit')
      expect(await release()).toBeGreaterThanOrEqual(position)
    }
  })
})

async function isIdle(client: Client): Promise<boolean> {
  const { processID } = client as unknown as { processID: number }
  const [row] = await database.query<{ state: string }>('select state from pg_stat_activity where pid = $1', [
    processID,
  ])
  return row?.state === 'idle'
}
