import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Cluster } from '../harness/Cluster.ts'
import { Contact } from '../harness/contract.ts'
import { FeedReader } from '../harness/FeedReader.ts'
import { FeedWriters } from '../harness/FeedWriters.ts'
import { migrate } from '../harness/globalSetup.ts'
import { makeKey } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { RestartableService } from '../harness/RestartableService.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn } from '../harness/service.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const wanted = sizeOf({ inCi: 30_000, long: 1_000_000 })
const crashes = sizeOf({ inCi: 1, long: 4 })
const kills = sizeOf({ inCi: 1, long: 20 })
const slowOnes = sizeOf({ inCi: 1, long: 20 })
const tokens = sizeOf({ inCi: 100, long: 10_000 })
const minute = 60_000

interface Page {
  readonly data: readonly { readonly token: string }[]
  readonly next: string
}

let cluster: Cluster
let services: RestartableService[]
let key: string

beforeAll(async () => {
  // With so many locks in any order there are deadlocks: they end quickly.
  cluster = await Cluster.start({ durable: true, settings: ['deadlock_timeout=20ms', 'max_wal_size=4GB'] })
  await migrate(cluster.urlOf('postgres'))
  const url = cluster.urlOf('postgres')
  services = await Promise.all([RestartableService.start(url), RestartableService.start(url)])
  const client = await loggedIn({ url: services[0]?.url ?? '' })
  key = (await makeKey(client, { name: 'followers' })).token
  client.close()
})

afterAll(async () => {
  for (const service of services) await service.stop()
  await cluster.stop()
})

/** What the journal has: how many rows, and how many records have which last version. */
async function readJournal(): Promise<{ count: number; versions: Map<number, number> }> {
  const rows = await cluster.query<{ record: string; version: number; count: number }>(
    `select journal.record, max(journal.version)::int as version, count(*)::int as count
     from tabularium.journal
     join tabularium.models on models.number = journal.model
     where models.name = '${Contact}'
     group by journal.record`,
  )
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    versions: new Map(rows.map(({ record, version }) => [Number(record), version])),
  }
}

describe(`the feed of ${wanted} writes by 8 writers (seed ${seed})`, () => {
  it(`has each once and in order, over ${crashes} crashes of PostgreSQL and ${kills} kills of a service`, async () => {
    const writers = new FeedWriters(cluster.urlOf('postgres'), seed)
    await writers.prepare()
    const readers = services.map(() => new FeedReader())
    const following = readers.map((reader, index) => reader.run(services[index]?.url ?? '', key))
    const writing = writers.run(8, slowOnes)
    const harm = [...Array.from({ length: crashes }, () => 'crash'), ...Array.from({ length: kills }, () => 'kill')]
    for (const [index, kind] of harm.entries()) {
      const part = wanted / (harm.length + 1)
      const enough = part * (index + 1)
      writers.most = enough + part
      await until('rows are written', () => writers.rows >= enough, { within: 20 * minute })
      const victim = kind === 'crash' ? cluster : services[index % services.length]
      await victim?.kill()
      await victim?.restart()
    }
    await until('all rows are written', () => writers.rows >= wanted, { within: 20 * minute })
    writers.stop()
    await writing
    const journal = await readJournal()
    const isDone = () => readers.every(({ count, gone }) => count >= journal.count || gone !== undefined)
    const delivered = () => readers.reduce((sum, { count }) => sum + count, 0)
    for (let before = -1; !isDone() && delivered() > before; ) {
      before = delivered()
      await until('more is delivered', () => isDone() || delivered() > before, { within: minute }).catch(
        () => undefined,
      )
    }
    for (const reader of readers) reader.stop()
    await Promise.all(following)
    console.info(`${journal.count} rows, ${writers.rollbacks} rollbacks, ${writers.slow} transactions of 3 s`)
    for (const { count, faults, gone, versions } of readers) {
      expect({ count, faults, gone }).toEqual({ count: journal.count, faults: [], gone: undefined })
      expect([...journal.versions].filter(([id, version]) => versions.get(id) !== version)).toEqual([])
    }
    expect(journal.count).toBeGreaterThanOrEqual(wanted)
    expect(writers.rollbacks).toBeGreaterThan(10)
    expect(writers.slow).toBeGreaterThan(0)
  })

  it(`continues behind any of ${tokens} tokens with the next change`, async () => {
    const client = await loggedIn({ url: services[0]?.url ?? '' })
    const ask = async (query: string): Promise<Page> => {
      const reply = await client.exchange('GET', `/ws/changes?models=${Contact}&${query}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as unknown as Page
    }
    const all: Page['data'][number][] = []
    for (let next = 'start'; all.length <= tokens; ) {
      const page = await ask(`tokens=true&after=${next}`)
      all.push(...page.data)
      next = page.next
    }
    for (const [index, { token }] of all.slice(0, tokens).entries()) {
      const { data } = await ask(`tokens=true&limit=1&after=${token}`)
      expect(data).toEqual([all[index + 1]])
    }
    client.close()
  })
})
