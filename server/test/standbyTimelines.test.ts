import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, recordOf } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact } from './harness/contract.ts'
import { migrate } from './harness/globalSetup.ts'
import { scrape } from './harness/metrics.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

let old: Cluster
let promoted: Cluster
let other: Cluster
let service: TestService
let client: Client

beforeAll(async () => {
  old = await Cluster.start({ durable: true, settings: ['fsync=off'] })
  await migrate(old.urlOf('postgres'))
  promoted = await old.startStandby()
  other = await old.startStandby()
  const hosts = [old, promoted, other].map(({ port }) => `127.0.0.1:${port}`).join(',')
  service = await startService(`postgres://postgres@${hosts}/postgres`, { readFrom: 'standby', queueTimeout: '2s' })
  client = await loggedIn(service, 8)
})

afterAll(async () => {
  client.close()
  await service.stop()
  await Promise.all([old, promoted, other].map((cluster) => cluster.stop()))
})

async function countReads(role: string): Promise<number> {
  return (await scrape(service)).get(`tabularium_reads_total{role="${role}"}`) ?? 0
}

it('a standby that has replayed more of another timeline than the new primary has written is not read', async () => {
  const { id } = recordOf(await client.create(Contact, { firstName: 'T', lastName: 'Timeline' }))
  await until('a standby is read', async () => {
    await client.read(Contact, id)
    return (await countReads('standby')) > 0
  })
  await promoted.cutOff()
  // Only one standby gets this, so it is ahead of the other, which is promoted.
  const [ahead] = await old.query<{ lsn: string }>(
    `select pg_logical_emit_message(true, 'filler', repeat('x', 4000000))::text as lsn`,
  )
  await until('the standby is ahead', async () => {
    const [row] = await other.query<{ reached: boolean }>(
      `select pg_last_wal_replay_lsn() >= '${ahead?.lsn}'::pg_lsn as reached`,
    )
    return row?.reached
  })
  await old.kill()
  await promoted.promote()
  let version = 0
  await until('the new primary takes writes', async () => {
    const reply = await client.update(Contact, id, { version, firstName: `T${version}` })
    if (reply.status === 200) version += 1
    return reply.status === 200
  })
  const [row] = await promoted.query<{ behind: boolean }>(
    `select pg_current_wal_lsn() < '${ahead?.lsn}'::pg_lsn as behind`,
  )
  expect(row?.behind).toBe(true)
  for (let count = 0; count < 30; count++) {
    expect((await client.update(Contact, id, { version, firstName: `T${version}` })).status).toBe(200)
    version += 1
    expect(recordOf(await client.read(Contact, id)).version).toBe(version)
  }
})
