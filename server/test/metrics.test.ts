import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricNames } from '../src/metrics/table.ts'
import { Client, recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { namesIn, scrape, type Scraped } from './harness/metrics.ts'
import { until } from './harness/poll.ts'
import { loggedIn, type ServiceProcess, startProcess } from './harness/service.ts'
import { useService } from './harness/useService.ts'
import { killWorker, untilAllServe } from './harness/workers.ts'

const stage = useService()
/** Only a service that reads from standbys has them. */
const ofStandbys = ['tabularium_reads_total', 'tabularium_standby_fallbacks_total', 'tabularium_standbys']

/** How much a figure grew. */
function growth(before: Scraped, after: Scraped, name: string): number {
  return (after.get(name) ?? 0) - (before.get(name) ?? 0)
}

describe('/metrics', () => {
  it('counts answers, failures, merges, replays, statements and batches', async () => {
    const client = await loggedIn(stage.service)
    const before = await scrape(stage.service)
    const { id } = recordOf(await client.create(Contact, { firstName: 'A', lastName: 'B' }))
    const path = `/ws/rest/${Contact}/${id}`
    await client.exchange('POST', path, { body: { data: { version: 0, firstName: 'C' } } })
    const conflict = await client.exchange('POST', path, { body: { data: { version: 0, firstName: 'D' } } })
    expect(conflict.status).toBe(409)
    const phone = { body: { data: { version: 0, phone: '1' } } }
    const merged = await client.exchange('POST', `${path}?onConflict=merge`, phone)
    expect(merged.json).toMatchObject({ merged: { base: 0, onto: 1 } })
    const keyed = { body: { data: { firstName: 'E', lastName: 'F' } }, headers: { 'idempotency-key': 'metrics-1' } }
    await client.exchange('PUT', `/ws/rest/${Contact}`, keyed)
    const again = await client.exchange('PUT', `/ws/rest/${Contact}`, keyed)
    expect(again.headers['idempotent-replayed']).toBe('true')
    const stranger = new Client(stage.service.url)
    await stranger.exchange('POST', '/callback', { body: { username: 'admin', password: 'certainly-wrong' } })
    await stranger.exchange('GET', '/nowhere')
    for (let n = 0; n < 32; n++) expect((await client.read(Contact, id)).status).toBe(200)
    const after = await scrape(stage.service)
    const grown = Object.fromEntries(
      [
        'tabularium_requests_total{operation="create",status="200"}',
        'tabularium_requests_total{operation="update",status="409"}',
        'tabularium_requests_total{operation="read",status="200"}',
        'tabularium_requests_total{operation="login",status="401"}',
        'tabularium_requests_total{operation="none",status="404"}',
        'tabularium_request_duration_seconds_count{operation="read"}',
        'tabularium_failures_total{code="version-conflict"}',
        'tabularium_failures_total{code="wrong-credentials"}',
        'tabularium_failures_total{code="unknown-path"}',
        'tabularium_merges_total',
        'tabularium_replays_total',
        'tabularium_statement_duration_seconds_count{statement="record.read"}',
        'tabularium_batch_size_count{statement="record.read"}',
        'tabularium_batch_size_sum{statement="record.read"}',
      ].map((name) => [name.replace(/^tabularium_/, ''), growth(before, after, name)]),
    )
    expect(grown).toEqual({
      'requests_total{operation="create",status="200"}': 3,
      'requests_total{operation="update",status="409"}': 1,
      'requests_total{operation="read",status="200"}': 32,
      'requests_total{operation="login",status="401"}': 1,
      'requests_total{operation="none",status="404"}': 1,
      'request_duration_seconds_count{operation="read"}': 32,
      'failures_total{code="version-conflict"}': 1,
      'failures_total{code="wrong-credentials"}': 1,
      'failures_total{code="unknown-path"}': 1,
      merges_total: 1,
      replays_total: 1,
      // The conflict showed the record as it is.
      'statement_duration_seconds_count{statement="record.read"}': 33,
      'batch_size_count{statement="record.read"}': 33,
      'batch_size_sum{statement="record.read"}': 33,
    })
    expect(after.get('tabularium_stage_duration_seconds_count{stage="execute"}')).toBeGreaterThanOrEqual(2)
    client.close()
    stranger.close()
  })

  it('serves every metric of the table, except those of workers', async () => {
    const client = await loggedIn(stage.service)
    for (let n = 0; n < 16; n++) await client.find(Contact)
    // No statement has failed yet, and no mail or link was sent.
    const absent = [
      'tabularium_workers',
      'tabularium_worker_deaths_total',
      'tabularium_statements_failed_total',
      'tabularium_mails_total',
      'tabularium_links_total',
      // No provider is declared: oidc.test.ts has some. Nor is there a directory: scim.test.ts has one.
      'tabularium_scim_requests_total',
      'tabularium_provider_requests_total',
      'tabularium_provider_request_duration_seconds',
      ...ofStandbys,
    ]
    const served = namesIn(await scrape(stage.service))
    expect(metricNames.filter((name) => !served.has(name) && !absent.includes(name))).toEqual([])
    expect([...served].filter((name) => !(metricNames as readonly string[]).includes(name))).toEqual([])
    client.close()
  })

  it('shows the pool, the sessions, the journal and housekeeping, without reading large tables', async () => {
    const figures = await scrape(stage.service)
    const of = (name: string) => figures.get(`tabularium_${name}`) ?? Number.NaN
    expect(of('pool_size')).toBe(10)
    expect(of('pool_connections{state="used"}') + of('pool_connections{state="idle"}')).toBeGreaterThanOrEqual(1)
    expect(of('database_up')).toBe(1)
    expect(of('journal_bytes')).toBeGreaterThan(8_192)
    expect(of('journal_months_ahead')).toBe(3)
    expect(of('commits_waiting')).toBe(0)
    expect(of('housekeeping_age_seconds{work="fold"}')).toBeLessThan(30)
    expect(figures.get('process_start_time_seconds')).toBeLessThanOrEqual(Date.now() / 1_000)
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(2 ** 24)
    const hasSessions = async () => ((await scrape(stage.service)).get('tabularium_sessions') ?? 0) > 0
    await until('PostgreSQL has counted', hasSessions, { every: 500 })
  })
})

describe('/metrics of workers', () => {
  let database: TestDatabase
  let service: ServiceProcess

  beforeAll(async () => {
    database = await createDatabase()
    service = await startProcess(database.url, { workers: '2' })
    await untilAllServe(service)
  })

  afterAll(async () => {
    await service.stop()
    await database.drop()
  })

  it('is joined, and no counter falls when a worker dies', async () => {
    const finds = async () => {
      const session = await loggedIn(service)
      const clients = Array.from({ length: 10 }, () => new Client(service.url))
      for (const client of clients) client.cookie = session.cookie
      await Promise.all(clients.map((client) => client.find(Contact)))
      for (const client of [session, ...clients]) client.close()
    }
    const name = 'tabularium_requests_total{operation="find",status="200"}'
    await finds()
    const before = await scrape(service)
    expect(before.get(name)).toBe(10)
    expect(before.get('tabularium_workers{state="serving"}')).toBe(2)
    expect(before.get('tabularium_pool_size')).toBe(10)
    for (const number of [1, 2]) killWorker(await untilAllServe(service), number)
    const deaths = async () => (await scrape(service)).get('tabularium_worker_deaths_total')
    await until('both deaths are counted', async () => (await deaths()) === 2)
    expect((await scrape(service)).get(name)).toBe(10)
    await untilAllServe(service)
    await finds()
    expect((await scrape(service)).get(name)).toBe(20)
  })
})
