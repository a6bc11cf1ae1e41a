import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { integer, model, text } from '../src/index.ts'
import { type Client, recordOf } from './harness/client.ts'
import { beginDownload, type Downloading } from './harness/downloads.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser, Role, Rule } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { startService } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

const Coin = 'org.example.coins.Coin'
const models = toModels([
  model({
    name: Coin,
    title: 'name',
    fields: { name: text({ max: 300 }), amount: integer({ required: true }) },
  }),
])

/** So many that they fit into no socket. */
const many = 100_000
const stage = useModels(models, { maxExports: '2' })
let made = 0

beforeAll(() =>
  stage.database.query(
    `insert into record.org_example_coins_coin
      (id, version, created_on, created_by, updated_on, updated_by, name, amount)
    select nextval('record.org_example_coins_coin_ids'), 0, now(), null, now(), null, repeat('x', 300), 100
    from generate_series(1, $1)`,
    [many],
  ),
)

interface Person {
  readonly id: number
  readonly client: Client
  readonly role: { readonly id: number; readonly rules: readonly { readonly id: number; readonly version: number }[] }
}

/** A new user who reads all coins. */
async function makePerson(): Promise<Person> {
  const number = ++made
  const role = await makeRole(stage.client, `reader${number}`, [{ model: Coin, read: true }])
  const { id } = await makeUser(stage.client, `person${number}`, [role])
  return { id, client: await clientOf(stage.service, stage.database, id), role }
}

const begin = (client: Client, query = 'format=ndjson&fields=name,amount', { url } = stage.service) =>
  beginDownload(`${url}/ws/rest/${Coin}/export?${query}`, client.cookie)

/** The connections of exports that run. */
async function findExports(): Promise<{ state: string; since: string }[]> {
  return stage.database.query(
    `select state, state_change::text as since from pg_stat_activity
    where datname = current_database() and query like 'fetch forward%' and state <> 'idle'`,
  )
}

/** Waits until an export waits for its client. */
async function untilItWaits(): Promise<string> {
  const seen = new Map<string, number>()
  return until('an export waits for its client', async () => {
    const [running] = await findExports()
    if (running?.state !== 'idle in transaction') return undefined
    const count = (seen.get(running.since) ?? 0) + 1
    seen.set(running.since, count)
    return count > 10 ? running.since : undefined
  })
}

const untilNone = () => until('no export runs', async () => (await findExports()).length === 0)

async function isBroken(download: Downloading): Promise<boolean> {
  const whole = await download.finish()
  expect(whole.rows).toBeUndefined()
  return whole.isBroken
}

describe('an export is of one moment', () => {
  it('has the records as they were when it began, whatever is written meanwhile', async () => {
    const { client } = await makePerson()
    const download = await begin(client)
    const table = 'record.org_example_coins_coin'
    const write = async () => {
      for (let round = 0; round < 100; round++)
        await stage.database.query(`update ${table} set amount = amount + (id % 7) where id % 997 = $1`, [round])
      await stage.database.query(`delete from ${table} where id % 1000 = 3`)
      await stage.database.query(
        `insert into ${table} (id, version, created_on, updated_on, name, amount)
        select nextval('${table}_ids'), 0, now(), now(), 'late', 5 from generate_series(1, 50)`,
      )
    }
    const [file] = await Promise.all([download.finish(), write()])
    const records = file.text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { amount: number })
    expect([file.rows, records.length]).toEqual([String(many), many])
    expect(records.filter(({ amount }) => amount !== 100)).toEqual([])
    const [now] = await stage.database.query<{ count: string }>(
      `select count(*) as count from ${table} where amount <> 100`,
    )
    expect(Number(now?.count)).toBeGreaterThan(1_000)
  })
})

describe('a client that reads nothing', () => {
  it('holds a cursor and not the records; when it leaves, its connection and its place are free', async () => {
    const { client } = await makePerson()
    const before = process.memoryUsage().rss
    const download = await begin(client)
    const since = await untilItWaits()
    const grown = process.memoryUsage().rss - before
    expect(grown).toBeLessThan(64 * 1024 ** 2)
    expect(since).toBe((await findExports())[0]?.since)
    download.leave()
    await untilNone()
    const next = await begin(client, 'fields=amount')
    expect(next.response.statusCode).toBe(200)
    next.leave()
    await untilNone()
  })
})

describe('an export ends', () => {
  const within5s = async (download: Downloading, change: () => Promise<unknown>) => {
    await untilItWaits()
    await change()
    const start = performance.now()
    await untilNone()
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(await isBroken(download)).toBe(true)
  }

  it('when the session ends', async () => {
    const { client, id } = await makePerson()
    await within5s(await begin(client), () =>
      stage.database.query('delete from record.tabularium_session where "user" = $1', [id]),
    )
  })

  it('when rules of the caller change, and not when those of others do', async () => {
    const { client, role } = await makePerson()
    const download = await begin(client)
    await untilItWaits()
    recordOf(await stage.client.create(Role, { name: `other${++made}` }))
    const other = await makeRole(stage.client, `third${made}`, [{ model: Coin, read: true }])
    await makeUser(stage.client, `somebody${made}`, [other])
    const started = performance.now()
    await until('it was looked up', () => performance.now() - started > 4_500)
    expect(await findExports()).toHaveLength(1)
    const [rule] = role.rules
    await within5s(download, () => stage.client.update(Rule, rule?.id ?? 0, { version: rule?.version, export: false }))
  })

  it('at the limits of its time and of its size', async () => {
    const { client } = await makePerson()
    const flags = { exportTimeout: '2s', exportLimit: '1MiB' }
    const service = await startService(stage.database.url, flags, models)
    try {
      expect(await isBroken(await begin(client, 'format=ndjson&fields=name', service))).toBe(true)
      await untilNone()
      const small = await begin(client, 'format=ndjson&fields=amount', service)
      expect((await small.finish()).isBroken).toBe(true)
    } finally {
      await service.stop()
    }
  })
})

describe('the places of exports', () => {
  it('one of each user, two in all, and 503 for the others', async () => {
    const people = await Promise.all([makePerson(), makePerson(), makePerson()])
    const [first, second, third] = people
    const running = [await begin(first.client), await begin(second.client)]
    const refused = async ({ client }: Person) => {
      const { status, headers, text: body } = await client.exchange('GET', `/ws/rest/${Coin}/export`)
      return [status, headers['retry-after'], body]
    }
    expect(await refused(third)).toEqual([503, '10', expect.stringContaining('Too many exports')])
    running[1]?.leave()
    await until('one runs', async () => (await findExports()).length === 1)
    expect(await refused(first)).toEqual([503, '10', expect.stringContaining('Another export of yours')])
    running[0]?.leave()
    await untilNone()
  })
})

describe('a client of HTTP/1.0', () => {
  it('is refused: it could not tell a part from the whole', async () => {
    const { client } = await makePerson()
    const { hostname, port } = new URL(stage.service.url)
    const answer = await new Promise<string>((resolve, reject) => {
      let read = ''
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET /ws/rest/${Coin}/export HTTP/1.0\r\nHost: ${hostname}\r\nCookie: ${client.cookie}\r\n\r\n`)
      })
      socket.on('data', (chunk) => {
        read += chunk.toString('utf8')
      })
      socket.on('end', () => resolve(read))
      socket.on('error', reject)
    })
    expect(answer).toContain(' 400 ')
    expect(answer).toContain('HTTP/1.1')
    await untilNone()
  })
})
