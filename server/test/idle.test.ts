import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Contact } from './harness/contract.ts'
import { CountingProxy } from './harness/CountingProxy.ts'
import { type Client, recordOf } from './harness/client.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { timed } from './harness/timed.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

let database: TestDatabase
let proxies: CountingProxy[]
let services: TestService[]
let clients: Client[]

beforeAll(async () => {
  database = await createDatabase()
  proxies = [await CountingProxy.start(database.url), await CountingProxy.start(database.url)]
  services = await Promise.all(proxies.map(({ url }) => startService(url, { logLevel: 'error' })))
  clients = await Promise.all(services.map((service) => loggedIn(service, 4)))
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const service of services) await service.stop()
  for (const proxy of proxies) proxy.close()
  await database.drop()
})

const [watched, other] = [0, 1]
let made = 0

interface Page {
  readonly data: { readonly id: number }[]
  readonly next: string
}

async function changes(query: string): Promise<Page> {
  const reply = await (clients[watched] as Client).exchange('GET', `/ws/changes?models=${Contact}&${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as unknown as Page
}

/** Writes through a service, and returns how long it takes until the feed of the watched one has the change. */
async function delayOf(writer: number, isWaiting: boolean): Promise<number> {
  const { next } = await changes('limit=1')
  const waiting = isWaiting ? changes(`after=${next}&wait=5s`) : undefined
  await wait(150)
  const written = recordOf(
    await (clients[writer] as Client).create(Contact, { firstName: `Idle ${made++}`, lastName: 'Feed' }),
  )
  const start = performance.now()
  for (;;) {
    const { data } = await (waiting ?? changes(`after=${next}`))
    if (data.some(({ id }) => id === written.id)) return performance.now() - start
    expect(performance.now() - start).toBeLessThan(5_000)
    await wait(5)
  }
}

async function delays(writer: number, isWaiting: boolean): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < 7; n++) all.push(await delayOf(writer, isWaiting))
  return all
}

describe('a service that is idle', timed, () => {
  it('sends at most one statement a second, also after writes', async () => {
    const counted = async () => {
      await wait(2_500)
      const before = proxies.map(({ statements }) => statements)
      await wait(8_000)
      return proxies.map(({ statements }, index) => statements - (before[index] ?? 0))
    }
    for (const statements of await counted()) expect(statements).toBeLessThanOrEqual(8)
    await (clients[watched] as Client).create(Contact, { firstName: 'Idle', lastName: 'Again' })
    for (const statements of await counted()) {
      expect(statements).toBeLessThanOrEqual(8)
      expect(statements).toBeGreaterThan(0)
    }
  })
})

describe('a write after a rest', timed, () => {
  it.each([false, true])(
    'of the same process is in the feed within 100 ms (the client waits for it: %s)',
    async (isWaiting) => {
      const all = (await delays(watched, isWaiting)).toSorted((one, another) => one - another)
      expect(all[all.length >> 1]).toBeLessThan(100)
    },
  )

  it.each([false, true])(
    'of another process is in the feed within 1 s (the client waits for it: %s)',
    async (isWaiting) => {
      expect(Math.max(...(await delays(other, isWaiting)))).toBeLessThan(1_000)
    },
  )
})
