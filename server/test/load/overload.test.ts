import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import type { OpenLoopFigures, OpenLoopOptions } from '../harness/openLoop.ts'
import { until } from '../harness/poll.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const times = 5
const seconds = 12
const program = fileURLToPath(import.meta.resolve('../harness/openLoop.ts'))
let database: TestDatabase
let service: ServiceProcess
let client: Client

beforeAll(async () => {
  database = await createDatabase()
  await database.query(`insert into record.com_example_contacts_contact (id, version, created_on, updated_on,
    first_name, last_name)
    select nextval('record.com_example_contacts_contact_ids'), 0, now(), now(), 'First', 'Last ' || n
    from generate_series(1, 3000) n`)
  await database.query('analyze')
  service = await startProcess(database.url)
  client = await loggedIn(service)
})

afterAll(async () => {
  client.close()
  await service.stop()
  await database.drop()
})

type Shape = Pick<OpenLoopOptions, 'rate' | 'seconds' | 'connections'>

/** What a load that was offered came to, and the time of a core that the service had meanwhile. */
interface Measured extends OpenLoopFigures {
  readonly core: number
}

async function offer(paths: readonly string[], shape: Shape): Promise<Measured> {
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${client.cookie}\r\n\r\n`)
  const before = coreTimeOf(service.pid)
  const options: OpenLoopOptions = { url: service.url, ...shape, requests }
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(options)])
  return { ...(JSON.parse(stdout) as OpenLoopFigures), core: coreTimeOf(service.pid) - before }
}

/** How long a process has had a core, in seconds. */
function coreTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** As many as can be answered: clients that ask as soon as they were answered. */
const saturate = (paths: readonly string[]) => offer(paths, { rate: 0, seconds: 4, connections: 64 })

/**
 * How much was answered under overload, of what can be. What other processes took from the service meanwhile is not the
 * load's doing: so it is also looked at by the time of a core that it had, and the better of both counts.
 */
function shareOf(over: Measured, peaks: readonly Measured[]): number {
  const ofTime = ({ ok }: Measured) => ok.perSecond
  const ofCore = ({ ok, core }: Measured) => ok.count / core
  const compare = (figure: (measured: Measured) => number) =>
    figure(over) / (peaks.reduce((sum, peak) => sum + figure(peak), 0) / peaks.length)
  return Math.max(compare(ofTime), compare(ofCore))
}

const pages = Array.from({ length: 20 }, (_, page) => `/ws/rest/${Contact}?limit=100&offset=${page * 100}`)
const reads = Array.from({ length: 200 }, (_, index) => `/ws/rest/${Contact}/${index + 1}`)

/** Each its own scan of the table: the database is slow, and no two of them share a statement. */
const scans = Array.from({ length: 400 }, (_, index) => {
  const where = { fieldName: 'lastName', operator: 'like', value: `%st ${index}%` }
  return `/ws/rest/${Contact}?limit=10&where=${encodeURIComponent(JSON.stringify(where))}`
})

describe(`as many requests as a client on the same machine can send, up to ${times} times what was answered`, () => {
  it.each([
    ['searches that scan', scans, 300, 0.8, [25, 50]],
    ['pages of 100', pages, 150, 0.8, [25, 50]],
    [
      'single records, which cost little more than to refuse them, on very many connections',
      reads,
      1_000,
      0.5,
      [100, 250],
    ],
  ] as const)('%s', async (name, paths, connections, least, [mostP50, mostP99]) => {
    await saturate(paths)
    const before = await saturate(paths)
    const memory = memoryOf(service.pid)
    const over = await offer(paths, { rate: before.ok.perSecond * times, seconds, connections })
    const grown = memoryOf(service.pid) - memory
    const ended = performance.now()
    await until('it answers as before', async () => {
      const start = performance.now()
      const { status } = await client.find(Contact, '?limit=1')
      return status === 200 && performance.now() - start < 100
    })
    const recovered = performance.now() - ended
    const after = await saturate(paths)
    const share = shareOf(over, [before, after])
    console.info(
      `${name}: peak ${before.ok.perSecond} and ${after.ok.perSecond}/s, offered ` +
        `${Math.round((over.due - over.unsent) / seconds)}/s of ${before.ok.perSecond * times}/s, ` +
        `answered ${over.ok.perSecond}/s (share ${share.toFixed(2)}, p99 ${over.ok.p99} ms), ` +
        `refused ${over.refused.perSecond}/s (p50 ${over.refused.p50}, p99 ${over.refused.p99} ms; core ` +
        `${(over.core / seconds).toFixed(2)}, client late by ${over.late} ms), ` +
        `memory +${grown >> 20} MiB, back after ${Math.round(recovered)} ms`,
    )
    expect(over).toMatchObject({ odd: 0, other: 0, broken: 0 })
    // Whether any are refused depends on the machine: groups grow with the load, and the client may not keep up with
    // the service. That they are refused when they must be is tested in overload.test.ts and LoadLimiter.test.ts.
    expect(share).toBeGreaterThan(least)
    // In milliseconds of the time that the service had a core: the rest it waited for others on the machine.
    expect(over.refused.p50).toBeLessThan(mostP50 / Math.min(1, over.core / seconds))
    expect(over.refused.p99).toBeLessThan(mostP99 / Math.min(1, over.core / seconds))
    expect(grown).toBeLessThan(256 << 20)
    expect(recovered).toBeLessThan(10_000)
    expect(after.refused.count).toBe(0)
  })
})
