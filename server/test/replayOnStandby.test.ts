import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, type Reply } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { migrate } from './harness/globalSetup.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

const table = 'record.com_example_contacts_contact'
let primary: Cluster
let standby: Cluster
let service: TestService
let client: Client

beforeAll(async () => {
  primary = await Cluster.start({ durable: true, settings: ['fsync=off'] })
  await migrate(primary.urlOf('postgres'))
  standby = await primary.startStandby()
  service = await startService(primary.urlOf('postgres'), { statementTimeout: '500ms', queueTimeout: '500ms' })
  client = await loggedIn(service, 8)
  await demandStandby(true)
})

afterAll(async () => {
  client.close()
  await service.stop()
  await Promise.all([primary.stop(), standby.stop()])
})

/** Whether commits wait for a standby from now on. */
async function demandStandby(waits: boolean): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${waits ? '*' : ''}'`)
  await primary.query('select pg_reload_conf()')
  await until('the setting holds', async () => {
    const [row] = await primary.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`)
    return (row?.names === '*') === waits
  })
}

function create(key: string): Promise<Reply> {
  const body = { data: { firstName: 'Kept', lastName: key } }
  return client.exchange('PUT', `/ws/rest/${Contact}`, { body, headers: { 'idempotency-key': key } })
}

/** Commits of the service that wait for the standby. */
async function waiting(): Promise<number> {
  const [row] = await primary.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return row?.n ?? 0
}

async function countOn(cluster: Cluster, key: string): Promise<number> {
  const [row] = await cluster.query<{ n: number }>(`select count(*)::int as n from ${table} where last_name = '${key}'`)
  return row?.n ?? 0
}

const unknown = refusal('unavailable', { data: { outcome: 'unknown' } })

describe('a repeat of a write that is not on the standby', () => {
  it('never says that nothing was written while the first attempt waits', async () => {
    expect((await create('before')).status).toBe(200)
    await standby.cutOff()
    expect(shown(await create('waits'))).toEqual(unknown)
    await until('the commit waits', async () => (await waiting()) > 0)
    for (let count = 0; count < 3; count++)
      expect([unknown, refusal('key-in-use')]).toContainEqual(shown(await create('waits')))
  })

  it('is not acknowledged when the wait is cancelled: no standby has it', async () => {
    await primary.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where wait_event = 'SyncRep'`)
    await until('the record is visible', async () => (await countOn(primary, 'waits')) === 1)
    expect(await countOn(standby, 'waits')).toBe(0)
    await until('no repeat is running', async () => {
      const reply = shown(await create('waits'))
      expect([unknown, refusal('key-in-use')]).toContainEqual(reply)
      return reply.status === 503
    })
    // The repeat itself may still wait for the standby.
    expect([unknown, refusal('key-in-use')]).toContainEqual(shown(await create('waits')))
  })

  it('is acknowledged as soon as commits are', async () => {
    await demandStandby(false)
    const replay = await until('the repeat gets its answer', async () => {
      const reply = await create('waits')
      return reply.status === 200 ? reply : undefined
    })
    expect(replay?.headers['idempotent-replayed']).toBe('true')
    expect(await countOn(primary, 'waits')).toBe(1)
  })
})
