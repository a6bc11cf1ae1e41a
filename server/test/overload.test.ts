import { Client as Connection } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, type Message, type Reply } from './harness/client.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { until } from './harness/poll.ts'
import { timed } from './harness/timed.ts'
import { useService } from './harness/useService.ts'

const origin = 'https://app.example.com'
const stage = useService({ maxRequests: '2', origins: origin })
let locking: Connection

beforeAll(async () => {
  locking = new Connection({ connectionString: stage.database.url })
  await locking.connect()
})

afterAll(async () => {
  await locking.end()
})

async function askStatus(): Promise<{ requests: { underWay: number; refused: Record<string, number> } }> {
  const client = new Client(stage.service.healthUrl)
  const { json } = await client.exchange('GET', '/status')
  client.close()
  return json as never
}

/** Runs while two requests wait for a lock, which is as many as this service admits. Returns their answers. */
async function whileFull(work: () => Promise<void>): Promise<Reply[]> {
  await locking.query('begin; lock table record.com_example_contacts_contact')
  const waiting = [stage.client.find(Contact), stage.client.find(Contact, '?limit=1')]
  await until('both are under way', async () => (await askStatus()).requests.underWay === 2)
  try {
    await work()
  } finally {
    await locking.query('rollback')
  }
  return Promise.all(waiting)
}

function send(method: string, path: string, message: Message = {}): Promise<Reply> {
  return stage.client.exchange(method, path, message)
}

describe('a service with more requests than it can answer', () => {
  it('refuses reads at once, and answers those that it admitted', timed, async () => {
    const answers = await whileFull(async () => {
      const start = performance.now()
      const refused = await send('GET', `/ws/rest/${Contact}/1`, { headers: { 'x-request-id': 'over-1' } })
      expect(performance.now() - start).toBeLessThan(1_000)
      expect(shown(refused)).toEqual(refusal('unavailable', { data: { requestId: 'over-1' } }))
      expect(refused.headers).toMatchObject({
        'retry-after': '1',
        'x-request-id': 'over-1',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        connection: 'keep-alive',
      })
    })
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  it.each([
    ['PUT', `/ws/rest/${Contact}`, { data: { firstName: 'Never', lastName: 'Written' } }],
    ['POST', `/ws/rest/${Contact}/1`, { data: { version: 0, firstName: 'Never' } }],
    ['DELETE', `/ws/rest/${Contact}/1`, undefined],
    ['PUT', `/ws/rest/${Contact}`, { data: { firstName: 'x'.repeat(200_000), lastName: 'Large' } }],
  ])('refuses a write before it begins: %s %s', async (method, path, body) => {
    await whileFull(async () => {
      const refused = await send(method, path, { body })
      expect(shown(refused)).toEqual(refusal('unavailable', { data: { outcome: 'not-applied' } }))
    })
    const { json } = await send('GET', `/ws/rest/${Contact}?q=Never`)
    expect(json).toMatchObject({ total: 0 })
  })

  it('lets a page of a listed origin read the refusal', async () => {
    await whileFull(async () => {
      const refused = await send('GET', `/ws/rest/${Contact}`, { headers: { origin } })
      expect(refused.status).toBe(503)
      expect(refused.headers['access-control-allow-origin']).toBe(origin)
    })
  })

  it('serves the same connections afterwards', async () => {
    const client = new Client(stage.service.url)
    client.cookie = stage.client.cookie
    await whileFull(async () => {
      for (let n = 0; n < 3; n++) expect((await client.create(Contact, {})).status).toBe(503)
    })
    expect((await client.find(Contact)).status).toBe(200)
    client.close()
  })

  it('is still ready and live, and reports what it refused and why', async () => {
    const before = (await askStatus()).requests.refused['full'] ?? 0
    await whileFull(async () => {
      await send('GET', `/ws/rest/${Contact}`)
      const client = new Client(stage.service.healthUrl)
      expect((await client.exchange('GET', '/live')).status).toBe(200)
      expect((await client.exchange('GET', '/ready')).status).toBe(200)
      client.close()
      expect((await askStatus()).requests).toMatchObject({ underWay: 2, capacity: 2, refused: { full: before + 1 } })
    })
    await until('the log tells of it', () => stage.service.logs().includes('more requests than can be answered'))
  })
})
