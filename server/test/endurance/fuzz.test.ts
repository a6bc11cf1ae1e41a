import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, type Reply } from '../harness/client.ts'
import { Company, Contact, Tag } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { findFault } from '../harness/findFault.ts'
import { openSession, Webhook } from '../harness/people.ts'
import { rawExchange } from '../harness/rawExchange.ts'
import type { FuzzRequest } from '../harness/requests.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { administratorRequest } from '../harness/wideRequests.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const together = 20
const wanted = sizeOf({ inCi: 2_500, long: 100_000 })
let database: TestDatabase
let service: ServiceProcess
let client: Client
let answered: Map<number, number>

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url)
  client = await loggedIn(service, together)
  answered = new Map()
  // Something to read, to change and to conflict with.
  for (const n of Array.from({ length: 60 }, (_, index) => index)) {
    recordOf(await client.create(Contact, { firstName: `F${n}`, lastName: 'Fuzz' }))
    recordOf(await client.create(Company, { name: `C${n}` }))
    recordOf(await client.create(Tag, { name: `T${n}` }))
  }
  // Nothing is sent: there is no network, and nobody to receive it.
  for (const name of ['One', 'Two']) {
    const hook = { name, url: 'https://hook.example/', models: [Contact], state: 'paused' }
    recordOf(await client.create(Webhook, hook))
  }
})

afterAll(async () => {
  client.close()
  await service.stop()
  await database.drop()
})

async function send({ method, path, headers, body, session }: FuzzRequest): Promise<Reply> {
  const reply = await client.exchange(method, path, {
    headers,
    ...(body === undefined ? {} : { body }),
    ...(session ? {} : { cookie: null }),
  })
  answered.set(reply.status, (answered.get(reply.status) ?? 0) + 1)
  return reply
}

/** Among other things an administrator can end their own session, and shut themselves out: another one takes over. */
async function revive(): Promise<void> {
  if ((await client.exchange('GET', '/ws/meta/models')).status !== 401) return
  const [admin] = await database.query<{ id: number }>(
    'select id::int from record.tabularium_user where admin and not disabled order by id limit 1',
  )
  client.cookie = await openSession(database, admin?.id ?? 0)
}

describe(`fuzzing (seed ${seed})`, () => {
  it(`${wanted} requests of an administrator over all routes: no 5xx, no crash, always the envelope`, async () => {
    let sent = 0
    const group = fc.array(administratorRequest, { minLength: together, maxLength: together })
    await fc.assert(
      fc.asyncProperty(group, async (requests) => {
        sent += requests.length
        const replies = await Promise.all(requests.map(send))
        await revive()
        const faults = replies.flatMap((reply, index) => {
          const fault = findFault(requests[index]?.method ?? '', reply)
          return fault === undefined
            ? []
            : [`${fault}: ${JSON.stringify(requests[index])} → ${reply.text.slice(0, 300)}`]
        })
        expect(faults).toEqual([])
      }),
      { seed, numRuns: wanted / together, endOnFailure: false },
    )
    console.info(
      `seed ${seed}: ${sent} requests; by status: ${[...answered]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status} × ${count}`)
        .join(', ')}`,
    )
    expect(sent).toBeGreaterThanOrEqual(wanted)
    expect(service.isAlive()).toBe(true)
    expect(service.logs()).not.toContain('internal failure')
    // All kinds of answers were reached, or the fuzzer does not fuzz what it should.
    for (const status of [200, 400, 401, 403, 404, 405, 409, 415])
      expect(answered.get(status) ?? 0, `HTTP ${status}`).toBeGreaterThan(0)
  })

  it('bytes that are hardly HTTP: no crash, and the next request is answered', async () => {
    const piece = fc.constantFrom(
      'GET ',
      'POST ',
      'PUT ',
      '/ws/rest/',
      'com.example.contacts.Contact',
      ' HTTP/1.1\r\n',
      ' HTTP/1.0\r\n',
      ' HTTP/9.9\r\n',
      'Host: x\r\n',
      'Content-Length: 5\r\n',
      'Content-Length: 99999999999999\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Transfer-Encoding: identity\r\n',
      'Expect: 100-continue\r\n',
      'Upgrade: websocket\r\n',
      'Connection: upgrade\r\n',
      '\r\n',
      '\n',
      '\r',
      '\0',
      '5\r\nhello\r\n0\r\n\r\n',
      'ffffffffffffffff\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x02\x00',
      ': ',
      'é',
      'X: y\r\n',
    )
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        const answer = await rawExchange(service.url, `${pieces.join('')}\r\nConnection: close\r\n\r\n`, 200).catch(
          () => '',
        )
        expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
        if (answer.startsWith('HTTP/1.1 4')) refused += 1
      }),
      { seed, numRuns: 500, endOnFailure: true },
    )
    expect(refused).toBeGreaterThan(0)
    expect((await client.exchange('GET', '/ws/rest/com.example.contacts.Contact')).status).toBe(200)
    expect(service.isAlive()).toBe(true)
  })
})
