import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Client as Connection } from 'pg'
import { describe, expect, it } from 'vitest'
import { Client, recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase } from './harness/database.ts'
import { Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startProcess, startService } from './harness/service.ts'
import { timed } from './harness/timed.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

async function ask(healthUrl: string, path: string) {
  const client = new Client(healthUrl)
  try {
    const { status, json } = await client.exchange('GET', path)
    return { status, json }
  } finally {
    client.close()
  }
}

/** The first answer of `/ready` with this status. */
function untilReady(status: number) {
  return until(`/ready answers ${status}`, async () => {
    const reply = await ask(stage.service.healthUrl, '/ready')
    return reply.status === status ? reply : undefined
  })
}

/** A connection on which only these bytes are sent. */
async function openConnection(url: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  if (bytes.endsWith('\r\n\r\n')) await once(socket, 'data')
  return socket
}

describe('the health port', () => {
  it('says live and ready, without a session, and nothing else', async () => {
    expect(await ask(stage.service.healthUrl, '/live')).toEqual({ status: 200, json: { live: true } })
    expect(await ask(stage.service.healthUrl, '/ready')).toEqual({ status: 200, json: { ready: true } })
    expect(await ask(stage.service.healthUrl, `/ws/rest/${Contact}`)).toMatchObject({ status: 404 })
  })

  it('tells what waits for people besides requests', async () => {
    const sent = { name: 'Paused', url: 'https://example.com/', models: [Contact], state: 'paused' }
    const { id: webhook } = recordOf(await stage.client.create(Webhook, sent))
    await stage.database.query(
      `insert into record.tabularium_job (id, version, created_on, updated_on, due_on, name, kind, state) values
        (901, 0, now(), now(), null, 'a.b', 'job', 'failed'), (902, 0, now(), now(), null, 'a.c', 'reaction', 'failed'),
        (903, 0, now(), now(), null, 'a.b', 'job', 'done'), (904, 0, now(), now(), null, 'a.c', 'reaction', 'done'),
        (905, 0, now(), now(), now() - interval '1 h', 'a.b', 'job', 'waiting'),
        (906, 0, now(), now(), now() + interval '1 h', 'a.c', 'reaction', 'waiting')`,
    )
    await stage.database.query(
      `insert into tabularium.deliveries (webhook, position, model, record, version, parked, created_on, due_on)
      values ($1, 1, 1, 1, 0, true, now(), now()), ($1, 2, 1, 1, 1, false, now(), now()),
        ($1, 3, 1, 1, 2, false, now(), now())`,
      [webhook],
    )
    const { json } = await ask(stage.service.healthUrl, '/status')
    const { work } = json as unknown as { work: { late: number } }
    expect(work).toEqual({
      jobs: { waiting: 2, running: 0, failed: 2 },
      late: expect.any(Number),
      behind: 0,
      held: 2,
      deliveries: { waiting: 2, parked: 1 },
    })
    expect(work.late).toBeGreaterThanOrEqual(3_600)
    expect(work.late).toBeLessThan(7_200)
    await stage.database.query('delete from record.tabularium_job; delete from tabularium.deliveries')
  })

  it('says not ready while the schema differs from the models, and ready again', async () => {
    await stage.database.query('alter table record.com_example_contacts_tag rename column name to name_away')
    const away = await untilReady(503)
    expect(away).toMatchObject({ status: 503, json: { ready: false, reason: expect.any(String) } })
    expect(await ask(stage.service.healthUrl, '/live')).toMatchObject({ status: 200 })
    await stage.database.query('alter table record.com_example_contacts_tag rename column name_away to name')
    await untilReady(200)
  })

  it('answers within a second while the database hangs', timed, async () => {
    // A lock that the check waits for, because it reads the service's own tables.
    const holder = new Connection({ connectionString: stage.database.url })
    await holder.connect()
    await holder.query('begin; lock table tabularium.migrations in access exclusive mode')
    try {
      await untilReady(503)
      // A machine that stalls makes some late, and never all of a few tries.
      await until('all of twenty are answered in time', async () => {
        const start = performance.now()
        const replies = await Promise.all(Array.from({ length: 20 }, () => ask(stage.service.healthUrl, '/ready')))
        expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503))
        return performance.now() - start < 1_500
      })
    } finally {
      await holder.query('rollback')
      await holder.end()
    }
    await untilReady(200)
  })
})

describe('a process', () => {
  it('refuses to start on a schema that differs, and says which command fixes it', async () => {
    const empty = await createDatabase({ empty: true })
    await expect(startService(empty.url)).rejects.toThrow('tabularium migrate apply')
    await expect(startProcess(empty.url)).rejects.toThrow('tabularium migrate apply')
    await empty.drop()
  })

  it.each([
    ['say nothing', ''],
    ['never finish their headers', 'GET /logout HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['wait for a next request', 'GET /logout HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('does not wait for connections that %s', { timeout: 90_000 }, async (_, bytes) => {
    const service = await startProcess(stage.database.url, { drainTimeout: '60s' })
    const silent = await openConnection(service.url, bytes)
    const start = performance.now()
    await service.stop()
    expect(performance.now() - start).toBeLessThan(40_000)
    expect(service.exitCode()).toBe(0)
    silent.destroy()
  })

  it('drains on SIGTERM: says not ready, answers what is under way, and ends with code 0', timed, async () => {
    const service = await startProcess(stage.database.url, { drainDelay: '3s' })
    const client = await loggedIn(service, 8)
    const record = recordOf(await client.create(Contact, { firstName: 'A', lastName: 'B' }))
    const stopped = service.stop()
    await until('it is not ready', async () => (await ask(service.healthUrl, '/ready')).status === 503, { every: 5 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => client.read(Contact, record.id)))
    expect(replies.map(({ status, headers }) => [status, headers.connection])).toEqual(
      replies.map(() => [200, 'close']),
    )
    await stopped
    expect(service.logs()).toContain('"msg":"ended"')
    expect(service.exitCode()).toBe(0)
    client.close()
  })
})
