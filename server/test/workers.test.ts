import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'
import { askReady, loggedIn, type ServiceProcess, startProcess } from './harness/service.ts'
import { timed } from './harness/timed.ts'
import { askStatus, killWorker, untilAllServe } from './harness/workers.ts'

let database: TestDatabase
let service: ServiceProcess

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url, { workers: '2', poolSize: '5' })
  await untilAllServe(service)
})

afterAll(async () => {
  await service.stop()
  await database.drop()
})

interface Line {
  readonly msg: string
  readonly worker?: number
  readonly pause?: number
}

function linesOf({ logs }: ServiceProcess, msg: string): Line[] {
  const lines = logs().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg)
}

function isRunning(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('two workers', () => {
  it('both get connections, keep the pool within its size, and put their number into the log', async () => {
    const session = await loggedIn(service)
    const clients = Array.from({ length: 20 }, () => new Client(service.url))
    const before = await untilAllServe(service)
    await Promise.all(
      clients.map(async (client) => {
        client.cookie = session.cookie
        for (let n = 0; n < 5; n++) expect((await client.find(Contact)).status).toBe(200)
      }),
    )
    const after = await untilAllServe(service)
    const answered = after.workers.map(
      ({ requests }, index) => (requests?.answered ?? 0) - (before.workers[index]?.requests?.answered ?? 0),
    )
    // A connection goes to any worker that is free.
    expect(Math.min(...answered)).toBeGreaterThanOrEqual(10)
    expect(after.requests.answered - before.requests.answered).toBe(100)
    await until(
      'both tell their number',
      () => new Set(linesOf(service, 'request').map(({ worker }) => worker)).size === 2,
    )
    const [{ count } = { count: '0' }] = await database.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(Number(count)).toBeLessThanOrEqual(5)
    for (const client of [session, ...clients]) client.close()
  })

  it('are ready as long as one of them is', async () => {
    const status = await untilAllServe(service)
    killWorker(status, 2)
    await until('the death is noticed', async () => (await askStatus(service)).workers[1]?.deaths === 1, { every: 5 })
    expect(await askReady(service)).toBe(200)
    const client = await loggedIn(service)
    expect((await client.find(Contact)).status).toBe(200)
    client.close()
    await untilAllServe(service)
  })

  it('are replaced after a pause that grows when they die at once again and again', timed, async () => {
    const before = (await untilAllServe(service)).workers[0]?.deaths ?? 0
    // The next one is killed as soon as it runs: one that has lived for 10 s did not die at once.
    for (let death = 0; death < 3; death++) {
      const next = async () => {
        const status = await askStatus(service)
        const [{ pid, deaths } = { pid: null, deaths: 0 }] = status.workers
        return pid !== null && deaths === before + death ? status : undefined
      }
      killWorker(await until('the first worker runs', next, { every: 5 }), 1)
    }
    const { workers } = await untilAllServe(service)
    expect(workers[0]).toMatchObject({ worker: 1, state: 'serving', deaths: before + 3 })
    const ended = linesOf(service, 'a worker ended and is replaced').filter(({ worker }) => worker === 1)
    const pauses = ended.slice(-3).map(({ pause }) => pause ?? 0)
    // The first one had lived for a while, unless this is tried again.
    if (before === 0) expect(pauses[0]).toBe(100)
    expect(pauses).toEqual([1, 2, 4].map((factor) => factor * (pauses[0] ?? 0)))
  })

  it('end by themselves, when they have answered, if the primary is killed', async () => {
    const other = await startProcess(database.url, { workers: '2' })
    const { workers } = await untilAllServe(other)
    await other.kill()
    await until('no worker is left', () => workers.every(({ pid }) => !isRunning(pid)))
  })

  it('drain on SIGTERM: not ready, answering what comes, and ending with code 0', timed, async () => {
    const other = await startProcess(database.url, { workers: '2', drainDelay: '3s' })
    await untilAllServe(other)
    const client = await loggedIn(other, 8)
    const stopped = other.stop()
    await until('it is not ready', async () => (await askReady(other)) === 503, { every: 5 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => client.find(Contact)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await stopped
    expect(linesOf(other, 'worker ended')).toHaveLength(2)
    expect(linesOf(other, 'ended')).toHaveLength(1)
    expect(other.exitCode()).toBe(0)
    client.close()
  })

  it('leave no connection open that one of them did not accept before it died', async () => {
    const { workers } = await untilAllServe(service)
    const [stopped] = workers
    if (typeof stopped?.pid !== 'number') throw new Error('The first worker has a process.')
    // It accepts nothing any more, but the primary does not know it yet.
    process.kill(stopped.pid, 'SIGSTOP')
    const { hostname, port } = new URL(service.url)
    let ended = 0
    for (let n = 0; n < 6; n++) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.on('close', () => (ended += 1))
      socket.write('GET /logout HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      socket.resume()
    }
    await until('the other one answers what it got', () => ended === 5)
    process.kill(stopped.pid, 'SIGKILL')
    await until('the last connection ends as well', () => ended === 6)
    await untilAllServe(service)
  })
})

describe('a service whose first worker cannot serve', () => {
  it('ends as it would without workers, and says why once', async () => {
    const empty = await createDatabase({ empty: true })
    const failed = await startProcess(empty.url, { workers: '2' }).catch((error: unknown) => String(error))
    expect(failed).toContain('tabularium migrate apply')
    expect(String(failed).match(/tabularium: /g)).toHaveLength(1)
    expect(failed).not.toContain('is replaced')
    await empty.drop()
  })
})
