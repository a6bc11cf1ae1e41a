import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../harness/checker.ts'
import { Cluster } from '../harness/Cluster.ts'
import { CutClient } from '../harness/CutClient.ts'
import { migrate } from '../harness/globalSetup.ts'
import type { Operation, Seen } from '../harness/History.ts'
import { type Books, findJournalViolations, type JournalEntry } from '../harness/journalChecker.ts'
import { Load } from '../harness/Load.ts'
import { until } from '../harness/poll.ts'
import { randomFrom } from '../harness/random.ts'
import { RestartableService } from '../harness/RestartableService.ts'
import { inRounds } from '../harness/rounds.ts'
import { Contact } from '../harness/contract.ts'
import { loggedIn } from '../harness/service.ts'

let cluster: Cluster
let services: RestartableService[] = []
let cookie: string | undefined

beforeAll(async () => {
  cluster = await Cluster.start({ durable: true })
  await migrate(cluster.urlOf('postgres'))
  services = await Promise.all([start(), start()])
  const session = await loggedIn({ url: services[0]?.url ?? '' })
  cookie = session.cookie
  session.close()
})

afterAll(async () => {
  for (const service of services) await service.stop()
  await cluster.stop()
})

function start(): Promise<RestartableService> {
  return RestartableService.start(cluster.urlOf('postgres'), { foldInterval: '100ms' })
}

describe('the journal, compared with every answer and every record', () => {
  it('agrees after kills of a service process, and as many of PostgreSQL, under load', async () => {
    const violations = await runUnder(async ({ writes, load }, round) => {
      const victim = services[round % services.length]
      await grows('writes succeed', writes, 30)
      await victim?.kill()
      await grows('the other process goes on', writes, 10)
      await victim?.restart()
      await grows('writes succeed', writes, 40)
      await cluster.kill()
      await grows('requests are refused', () => load.unavailable.length, 1)
      await cluster.restart()
    })
    expect(violations).toEqual([])
    for (const service of services) expect(service.isAlive()).toBe(true)
  })
})

interface Stage {
  readonly load: Load
  readonly writes: () => number
}

/** Does something harmful again and again while the load runs, then compares what was answered with what is there. */
async function runUnder(harm: (stage: Stage, round: number) => Promise<void>): Promise<string[]> {
  const clients = Array.from({ length: 12 }, () => services.map(({ url }) => connect(url)))
  const load = new Load({ clients, random: randomFrom(4), records: 8, mayBeUnavailable: true })
  await load.prepare()
  const running = load.run()
  const stage = { load, writes: counter(load.history) }
  const rounds = await inRounds((round) => harm(stage, round))
  await grows('writes succeed', stage.writes, 20)
  load.stop()
  await running
  await load.finish()
  for (const client of clients.flat()) client.close()
  const books = await readBooks()
  report(rounds * 2, load, books)
  expect(books.entries.length).toBeGreaterThan(rounds * 60)
  for (const service of services) expect(service.logs()).not.toContain('internal failure')
  return [...findViolations(load.history), ...findJournalViolations(load.history, books)].slice(0, 10)
}

function connect(url: string): CutClient {
  const client = new CutClient(url)
  client.cookie = cookie
  return client
}

function grows(what: string, count: () => number, by: number): Promise<boolean> {
  const before = count()
  return until(what, () => count() >= before + by, { within: 60_000, every: 5 })
}

/** Counts acknowledged writes, looking at each operation once. */
function counter(history: readonly Operation[]): () => number {
  let [seen, count] = [0, 0]
  return () => {
    for (; seen < history.length; seen++) {
      const { write, answer } = history[seen] ?? {}
      if (write && answer?.said === 'done') count++
    }
    return count
  }
}

/** The journal and the records in one snapshot, when what killed processes had sent is through. */
async function readBooks(): Promise<Books> {
  const busy = `select pid from pg_stat_activity
    where application_name = 'tabularium' and xact_start < now() - interval '1 second'`
  await until('nothing old is under way', async () => (await query(busy)).length === 0, { within: 60_000 })
  const [books] = await query<{ entries: JournalEntry[]; records: [id: number, seen: Seen][] }>(`select
    (select json_agg(json_build_object('record', record, 'version', version, 'operation', operation, 'changes',
      changes))
      from tabularium.journal where model = (select number from tabularium.models
      where name = '${Contact}')) as entries,
    (select json_agg(json_build_array(id, json_build_object('version', version, 'value', first_name)))
      from record.com_example_contacts_contact) as records`)
  return { entries: books?.entries ?? [], records: new Map(books?.records) }
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function report(kills: number, { history, unavailable }: Load, { entries, records }: Books): void {
  const count = (said: string) => history.filter(({ write, answer }) => write && answer.said === said).length
  console.info(
    `${kills} kills: ${history.length} operations, ${count('done')} writes acknowledged, ${count('unknown')} with ` +
      'an unknown outcome, ' +
      `${unavailable.length} answers of 503; ${entries.length} rows in the journal, ${records.size} records alive`,
  )
}
