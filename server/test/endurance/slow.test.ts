import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const minute = 60_000
/** Connections that send nothing. */
const idle = sizeOf({ inCi: 3_000, long: 10_000 })
let database: TestDatabase
let service: ServiceProcess
let client: Client
const sockets: Socket[] = []

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url)
  client = await loggedIn(service)
})

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  client.close()
  await service.stop()
  await database.drop()
})

/** Connections that send this and then nothing more. */
async function open(count: number, bytes: string, { reads = true } = {}): Promise<Socket[]> {
  const { hostname, port } = new URL(service.url)
  const opened = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('error', () => {})
    if (reads) socket.resume()
    return socket
  })
  sockets.push(...opened)
  await until('all are connected', () => opened.every((socket) => !socket.connecting), { within: minute })
  return opened
}

/** A request that ends in the middle of a header. */
const halfHeader = `GET /ws/rest/${Contact} HTTP/1.1\r\nHost: x\r\nX-Slow: `

/** A request whose body ends early. */
const halfBody = () =>
  `PUT /ws/rest/${Contact} HTTP/1.1\r\nHost: x\r\nCookie: ${client.cookie}\r\n` +
  `Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"data":`

describe('clients that never finish what they began', () => {
  let headers: Socket[]
  let bodies: Socket[]

  it('do not prevent others from being served', async () => {
    // Some at a time: more at once than the system lets wait would have to knock again.
    for (let n = 0; n < idle; n += 500) await open(500, '')
    headers = await open(300, halfHeader)
    bodies = await open(300, halfBody())
    for (let n = 0; n < 50; n++) expect((await client.find(Contact)).status).toBe(200)
    // Nothing waits for them: what was served was served while they were there.
    expect(bodies.some((socket) => socket.closed)).toBe(false)
  })

  it('cost no more memory than the answers that they do not read', async () => {
    await database.query(`insert into record.com_example_contacts_contact (id, version, created_on, updated_on,
      first_name, last_name)
      select nextval('record.com_example_contacts_contact_ids'), 0, now(), now(), repeat('x', 100), repeat('y', 100)
      from generate_series(1, 1000)`)
    const page = await client.find(Contact, '?limit=1000')
    expect(page.text.length).toBeGreaterThan(200_000)
    const before = await memoryOf(service.pid)
    const request = `GET /ws/rest/${Contact}?limit=1000 HTTP/1.1\r\nHost: x\r\nCookie: ${client.cookie}\r\n\r\n`
    await open(100, request.repeat(100), { reads: false })
    // So many large pages at once are more than can be answered in time, so others may be refused for a moment. Answers
    // that nobody reads take memory, but no capacity.
    for (let n = 0; n < 100; n++)
      await until('others are served', async () => (await client.find(Contact)).status === 200, { within: minute })
    expect((await memoryOf(service.pid)) - before).toBeLessThan(400 << 20)
    expect(service.isAlive()).toBe(true)
  })

  it('are disconnected', async () => {
    const areSentAway = (all: readonly Socket[]) => () => all.every((socket) => socket.closed)
    await until('slow headers are sent away', areSentAway(headers), { within: minute, every: 100 })
    await until('slow bodies are sent away', areSentAway(bodies), { within: minute, every: 100 })
    expect((await client.find(Contact)).status).toBe(200)
    expect(service.isAlive()).toBe(true)
  })
})

/** The resident memory of a process in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
