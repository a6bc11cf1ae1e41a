import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { FaultyProxy } from './harness/FaultyProxy.ts'
import { migrate } from './harness/globalSetup.ts'
import { until } from './harness/poll.ts'
import { askReady, loggedIn, startService, type TestService } from './harness/service.ts'

const table = 'record.com_example_contacts_contact'
let old: Cluster
let frozen: FaultyProxy
let promoted: Cluster
let service: TestService
let client: Client
let id: number

beforeAll(async () => {
  old = await Cluster.start({ durable: false })
  await migrate(old.urlOf('postgres'))
  promoted = await old.startStandby()
  // A third host hangs, as if its machine were frozen: it must not prevent the use of the others.
  frozen = await FaultyProxy.start(old.urlOf('postgres'))
  frozen.mode = 'freeze'
  const hosts = `${new URL(frozen.url).host},127.0.0.1:${old.port},127.0.0.1:${promoted.port}`
  service = await startService(`postgres://postgres@${hosts}/postgres`, { queueTimeout: '2s' })
  client = await loggedIn(service, 8)
  id = recordOf(await create(client, 'before')).id
  await until('the standby has the record', async () => (await countOn(promoted, `id = ${id}`)) === 1)
})

afterAll(async () => {
  client.close()
  await service.stop()
  frozen.close()
  await Promise.all([old.stop(), promoted.stop()])
})

function create(by: Client, firstName: string) {
  return by.create(Contact, { firstName, lastName: 'Promotion' })
}

async function countOn(cluster: Cluster, condition: string): Promise<number> {
  const [row] = await cluster.query<{ count: number }>(`select count(*)::int as count from ${table} where ${condition}`)
  return row?.count ?? 0
}

/** Draws ids there, as another process would. */
async function drawIds(cluster: Cluster, count: number): Promise<string[]> {
  const rows = await cluster.query<{ id: string }>(
    `select nextval('${table}_ids') as id from generate_series(1, ${count})`,
  )
  return rows.map((row) => row.id)
}

describe('a standby that is promoted while the old primary still answers', () => {
  it('gets all requests within some seconds, and no connection to the old primary is used again', async () => {
    await promoted.cutOff()
    // Ids that never reach the standby: some are used, some are still held by the service.
    for (let count = 0; count < 40; count++) expect((await create(client, 'lost')).status).toBe(200)
    await promoted.promote()
    const start = performance.now()
    const taken = await drawIds(promoted, 60)
    await old.query(`update ${table} set first_name = 'stale' where id = ${id}`)
    await until('the service writes on the promoted host', async () => {
      await create(client, 'moved')
      return (await countOn(promoted, `first_name = 'moved'`)) > 0
    })
    const moved = performance.now() - start
    for (let count = 0; count < 20; count++) expect((await create(client, 'moved')).status).toBe(200)
    const seen = await Promise.all(Array.from({ length: 50 }, async () => recordOf(await client.read(Contact, id))))
    expect(new Set(seen.map(({ firstName }) => firstName))).toEqual(new Set(['before']))
    expect(moved).toBeLessThan(20_000)
    const rows = await promoted.query<{ id: string }>(`select id from ${table} where first_name = 'moved'`)
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter((row) => taken.includes(row.id))).toEqual([])
    expect(service.logs()).toContain('another host was promoted to primary')
    const [links] = await old.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'tabularium' and state <> 'idle'`,
    )
    expect(links?.count).toBe(0)
  })
})

describe('the promoted primary, when it is away for a while', () => {
  it('makes requests wait: the old primary, which still accepts writes, gets none', async () => {
    const before = await countOn(old, 'true')
    await promoted.kill()
    await until('the service notices', async () => (await client.find(Contact)).status === 503)
    expect(shown(await create(client, 'split'))).toEqual(refusal('unavailable', { data: { outcome: 'not-applied' } }))
    expect(shown(await client.read(Contact, id))).toEqual(refusal('unavailable'))
    expect(await askReady(service)).toBe(503)
    expect(await countOn(old, 'true')).toBe(before)
    expect(service.logs()).toMatch(/is on timeline 1, but timeline 2 was seen/)
    await promoted.restart()
    await until('the service is back', async () => (await client.read(Contact, id)).status === 200)
    expect(recordOf(await client.read(Contact, id)).firstName).toBe('before')
  })
})
