import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact } from './harness/contract.ts'
import type { TestDatabase } from './harness/database.ts'
import { migrate } from './harness/globalSetup.ts'
import { scrape } from './harness/metrics.ts'
import { makeRole, makeUser, openSession, Rule } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { sizeOf } from './harness/rounds.ts'
import { loggedIn, manyLoggedIn, startService, type TestService } from './harness/service.ts'

/** Each write is read by this many others; a standby that is read too early misses most of them. */
const ownWrites = sizeOf({ inCi: 160, long: 8_000 })
const revocations = sizeOf({ inCi: 40, long: 3_000 })
const writers = 8
const table = 'record.com_example_contacts_contact'

let primary: Cluster
let standby: Cluster
/** Writes arrive at one service, and reads at another that reads from the standby. */
let writing: TestService
let reading: TestService
let admin: Client

beforeAll(async () => {
  primary = await Cluster.start({ durable: true, settings: ['fsync=off'] })
  await migrate(primary.urlOf('postgres'))
  standby = await primary.startStandby()
  // It shows every commit late, as a standby under load does.
  await configure('recovery_min_apply_delay', '40ms')
  const hosts = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`
  writing = await startService(primary.urlOf('postgres'))
  reading = await startService(hosts, { readFrom: 'standby', statementTimeout: '30s', requestTimeout: '60s' })
  admin = await loggedIn(writing, 4)
  await untilRead()
})

afterAll(async () => {
  admin.close()
  await Promise.all([writing.stop(), reading.stop()])
  await Promise.all([primary.stop(), standby.stop()])
})

/** The primary, for `openSession`. */
const database: Pick<TestDatabase, 'query'> = {
  query: (text, values = []) => primary.query(bind(text, values)),
}

async function configure(setting: string, value: string): Promise<void> {
  await standby.query(`alter system set ${setting} = '${value}'`)
  await standby.query('select pg_reload_conf()')
}

/** The requests that were read so far: on the standby, on the primary, and on the primary by reason. */
async function reads(): Promise<{ standby: number; primary: number; because(reason: string): number }> {
  const figures = await scrape(reading)
  return {
    standby: figures.get('tabularium_reads_total{role="standby"}') ?? 0,
    primary: figures.get('tabularium_reads_total{role="primary"}') ?? 0,
    because: (reason) => figures.get(`tabularium_standby_fallbacks_total{reason="${reason}"}`) ?? 0,
  }
}

/** Waits until the standby answers. */
async function untilRead(): Promise<void> {
  const client = await loggedIn(reading)
  const before = (await reads()).standby
  await until('the standby is read', async () => {
    expect((await client.find(Contact, '?limit=1')).status).toBe(200)
    return (await reads()).standby > before
  })
  client.close()
}

/** Contacts by their last name or another field. */
function search(client: Client, value: string, fieldName = 'lastName', operator = '='): Promise<Reply> {
  const data = { criteria: [{ fieldName, operator, value }] }
  return client.exchange('POST', `/ws/rest/${Contact}/search`, { body: { limit: 5, data } })
}

interface Readers {
  answered(): number
  /** How long the slowest answer took, in milliseconds. */
  longest(): number
  stop(): Promise<void>
}

/** Clients that read without a pause until they are stopped; every answer must be a success. */
async function startReaders(count: number): Promise<Readers> {
  const clients = await manyLoggedIn(reading, count)
  let [isOver, answered, longest] = [false, 0, 0]
  const running = clients.map(async (client, n) => {
    while (!isOver) {
      const start = performance.now()
      const reply =
        n % 2 === 0 ? await client.find(Contact, '?limit=5') : await search(client, '%nowhere%', 'notes', 'like')
      expect({ status: reply.status, text: reply.status === 200 ? '' : reply.text }).toEqual({ status: 200, text: '' })
      answered += 1
      longest = Math.max(longest, performance.now() - start)
    }
  })
  const all = Promise.all(running)
  all.catch(() => {})
  return {
    answered: () => answered,
    longest: () => longest,
    stop: async () => {
      isOver = true
      await all
      for (const client of clients) client.close()
    },
  }
}

describe('a service that reads from a standby', () => {
  it('answers everything that only reads there, and nothing else', async () => {
    const client = await loggedIn(reading)
    const { id } = recordOf(await client.create(Contact, { firstName: 'A', lastName: 'Everything' }))
    await client.update(Contact, id, { version: 0, firstName: 'B' })
    const other = recordOf(await client.create(Contact, { firstName: 'C', lastName: 'Everything' }))
    await client.delete(Contact, other.id)
    const before = await reads()
    const path = `/ws/rest/${Contact}`
    const asked: readonly [string, string, object?][] = [
      ['GET', `${path}/${id}`],
      ['GET', `${path}?limit=3`],
      ['POST', `${path}/search`, { q: 'Everything' }],
      ['POST', `${path}/aggregate`, { groupBy: ['status'], count: true }],
      ['GET', `${path}/${id}/history`],
      ['GET', `${path}/deleted`],
      ['GET', `${path}/${id}?version=0`],
      ['GET', '/ws/search?q=Everything'],
    ]
    const statuses: number[] = []
    for (const [method, to, body] of asked)
      statuses.push((await client.exchange(method, to, body ? { body } : {})).status)
    const after = await reads()
    expect(statuses).toEqual(asked.map(() => 200))
    expect(after.standby - before.standby).toBeGreaterThanOrEqual(asked.length)
    expect(after.because('failed') - before.because('failed')).toBe(0)
    const [links] = await standby.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where application_name = 'tabularium'`,
    )
    expect(links?.count).toBeGreaterThan(0)
    client.close()
  })

  it(`shows every acknowledged write at once: ${ownWrites} reads of what was just written`, async () => {
    const before = await reads()
    const [ours, theirs] = [await manyLoggedIn(writing, writers), await manyLoggedIn(reading, writers)]
    const stale: string[] = []
    await Promise.all(
      ours.map(async (writer, n) => {
        const reader = theirs[n] as Client
        const lastName = `Own ${n}`
        const { id } = recordOf(await writer.create(Contact, { firstName: 'O', lastName }))
        for (let version = 0; version < ownWrites / writers; version++) {
          const written = recordOf(await writer.update(Contact, id, { version, firstName: `O${version}` }))
          const seen = recordOf(await reader.read(Contact, id))
          if (seen.version !== written.version) stale.push(`${id}: ${seen.version} after ${written.version}`)
          const [found] = recordsOf(await search(reader, lastName))
          if (found?.version !== written.version) stale.push(`${id}: found ${found?.version} after ${written.version}`)
        }
      }),
    )
    for (const client of [...ours, ...theirs]) client.close()
    const after = await reads()
    expect(stale).toEqual([])
    // If all were read on the primary, nothing was proved.
    expect(after.standby - before.standby).toBeGreaterThan(ownWrites / 2)
  })

  it(`obeys every change of rights at once: ${revocations} revocations`, async () => {
    const before = await reads()
    const { id: recordId } = recordOf(await admin.create(Contact, { firstName: 'R', lastName: 'Rights' }))
    const wrong: string[] = []
    await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const role = await makeRole(admin, `standby${n}`, [{ model: Contact, read: true }])
        const { id } = await makeUser(admin, `standby${n}`, [role])
        const [rule] = role.rules
        const client = new Client(reading.url)
        for (let turn = 0, version = 0; turn < revocations / 4; turn++) {
          client.cookie = await openSession(database, id)
          const granted = await client.read(Contact, recordId)
          if (granted.status !== 200) wrong.push(`granted, but HTTP ${granted.status}: ${granted.text}`)
          if (turn % 2 === 0) {
            await admin.exchange('GET', '/logout', { cookie: client.cookie })
            const refused = await client.read(Contact, recordId)
            if (refused.status !== 401) wrong.push(`logged out, but HTTP ${refused.status}`)
            continue
          }
          await admin.update(Rule, rule?.id ?? 0, { version: version++, read: false, create: true })
          const refused = await client.read(Contact, recordId)
          if (refused.status !== 403 && refused.status !== 404) wrong.push(`revoked, but HTTP ${refused.status}`)
          await admin.update(Rule, rule?.id ?? 0, { version: version++, read: true })
        }
        client.close()
      }),
    )
    const after = await reads()
    expect(wrong).toEqual([])
    expect(after.standby - before.standby).toBeGreaterThan(revocations / 4)
  })
})

describe('a change of rights that the primary has not acknowledged yet', () => {
  it('is not obeyed, although the standby shows it already', async () => {
    const { id: recordId } = recordOf(await admin.create(Contact, { firstName: 'E', lastName: 'Early' }))
    const role = await makeRole(admin, 'early', [{ model: Contact, read: true }])
    const { id } = await makeUser(admin, 'early', [role])
    const client = new Client(reading.url)
    client.cookie = await openSession(database, id)
    expect((await client.read(Contact, recordId)).status).toBe(200)
    // Commits wait for a standby that does not exist; the one that exists replays them.
    await demandStandby('nobody')
    const rule = `record.tabularium_rule where id = ${role.rules[0]?.id}`
    const revoked = primary.query(`update ${rule.replace('where', 'set read = false, "create" = true where')}`)
    try {
      await until('the standby has the change', async () => {
        const [row] = await standby.query<{ read: boolean }>(`select read from ${rule}`)
        return row?.read === false
      })
      const before = await reads()
      await until('the standby was read', async () => {
        expect((await client.read(Contact, recordId)).status).toBe(200)
        return (await reads()).because('rights') > before.because('rights')
      })
    } finally {
      await demandStandby('')
    }
    await revoked
    expect([403, 404]).toContain((await client.read(Contact, recordId)).status)
    client.close()
  })
})

/** Which standbys commits wait for from now on. */
async function demandStandby(names: string): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${names}'`)
  await primary.query('select pg_reload_conf()')
  await until('the setting holds', async () => {
    const [row] = await primary.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`)
    return row?.names === names
  })
}

/** A statement with its values in place, for a connection that takes text alone. */
function bind(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    return typeof value === 'number' ? `${value}` : `'${String(value)}'`
  })
}

describe('a standby that fails', () => {
  it('costs no request while it is frozen, and is read again afterwards', async () => {
    const readers = await startReaders(6)
    const before = await reads()
    await until('all read', () => readers.answered() > 50)
    await standby.freeze()
    const frozenAt = readers.answered()
    try {
      await until('the primary answers', async () => (await reads()).because('away') > before.because('away'))
      await until('the readers go on', () => readers.answered() > frozenAt + 200)
    } finally {
      await standby.thaw()
    }
    await untilRead()
    await readers.stop()
    expect(reading.logs()).toContain('a standby cannot be read')
    // Reads that were under way did not wait for the timeout of their statements.
    expect(readers.longest()).toBeLessThan(20_000)
  })

  it('is not waited for while it is behind', async () => {
    const client = await loggedIn(reading)
    await standby.query('select pg_wal_replay_pause()')
    try {
      const { id } = recordOf(await admin.create(Contact, { firstName: 'B', lastName: 'Behind' }))
      const before = await reads()
      for (let count = 0; count < 20; count++) expect(recordOf(await client.read(Contact, id)).lastName).toBe('Behind')
      const after = await reads()
      expect(after.because('behind') - before.because('behind')).toBe(20)
      expect((await scrape(reading)).get('tabularium_standbys{state="behind"}')).toBe(1)
    } finally {
      await standby.query('select pg_wal_replay_resume()')
    }
    await untilRead()
    client.close()
  })

  it('that cancels reads for the sake of recovery costs no request either', async () => {
    await configure('max_standby_streaming_delay', '0')
    const records = Array.from({ length: 500 }, (_, n) => ({ firstName: `${n}`, lastName: 'Cancelled' }))
    expect((await admin.exchange('POST', `/ws/rest/${Contact}`, { body: { records } })).status).toBe(200)
    // Searches take long enough to be under way when recovery wants to remove rows.
    await primary.query(`update ${table} set notes = repeat('abc', 3000) where last_name = 'Cancelled'`)
    const before = (await reads()).because('failed')
    const readers = await startReaders(8)
    try {
      await until(
        'a read was cancelled',
        async () => {
          await primary.query(`update ${table} set phone = '1' where last_name = 'Cancelled'`)
          await primary.query(`vacuum ${table}`)
          return (await countConflicts()) > 0 && (await reads()).because('failed') > before
        },
        { within: 60_000 },
      )
    } finally {
      await readers.stop()
      await configure('max_standby_streaming_delay', '30s')
    }
  })
})

/** The reads that the standby has cancelled. */
async function countConflicts(): Promise<number> {
  const [row] = await standby.query<{ conflicts: number }>(
    'select conflicts::int from pg_stat_database where datname = current_database()',
  )
  return row?.conflicts ?? 0
}
