import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type Reply } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { migrate } from './harness/globalSetup.ts'
import { pause, until } from './harness/poll.ts'
import { manyLoggedIn, startService, type TestService } from './harness/service.ts'
import { timed } from './harness/timed.ts'

const person = { firstName: 'Ada', lastName: 'Lovelace' }
let cluster: Cluster
let service: TestService
let clients: [Client, ...Client[]]

beforeAll(async () => {
  cluster = await Cluster.start({ durable: false })
  await migrate(cluster.urlOf('postgres'))
  service = await startService(cluster.urlOf('postgres'))
  clients = (await manyLoggedIn(service, 150)) as [Client, ...Client[]]
})

afterAll(async () => {
  for (const client of clients) client.close()
  await service.stop()
  await cluster.thaw()
  await cluster.stop()
})

/**
 * Clients that send the next request as soon as one is answered: the first 100 from the start, the others one by one
 * while the database is frozen. Returns all answers.
 */
async function whileFrozen(milliseconds: number, ask: (client: Client, index: number) => Promise<Reply>) {
  const replies: Reply[] = []
  let isOver = false
  const repeat = async (client: Client, index: number) => {
    while (!isOver) replies.push(await ask(client, index))
  }
  const running = clients.slice(0, 100).map(repeat)
  await pause(500)
  await cluster.freeze()
  const end = performance.now() + milliseconds
  const others = clients.slice(100)
  // On a slow machine they come faster at the end: it is not frozen for longer.
  for (const [index, client] of others.entries()) {
    running.push(repeat(client, index))
    await pause(Math.max(0, end - performance.now()) / (others.length - index))
  }
  await cluster.thaw()
  await pause(1_000)
  isOver = true
  await Promise.all(running)
  return replies
}

/** What was refused since the start. */
async function refused(): Promise<Record<string, number>> {
  const client = new Client(service.healthUrl)
  const { json } = await client.exchange('GET', '/status')
  client.close()
  return (json as unknown as { requests: { refused: Record<string, number> } }).requests.refused
}

describe('PostgreSQL that is frozen for 2 s under load', () => {
  it('makes requests wait: none is refused, in particular not for overload', timed, async () => {
    const before = { refused: await refused(), logs: service.logs().length }
    const replies = await whileFrozen(2_000, (client, index) =>
      index % 3 === 0 ? client.create(Contact, person) : client.find(Contact, '?limit=1'),
    )
    expect(replies.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    expect(await refused()).toEqual(before.refused)
    expect(service.logs().slice(before.logs)).not.toContain('more requests than can be answered')
  })
})

describe('PostgreSQL that is frozen for 15 s', () => {
  it('makes no request wait for longer than 10 s, and all of them report their outcome', timed, async () => {
    const id = recordOf(await clients[0].create(Contact, person)).id
    await cluster.freeze()
    const begun = performance.now()
    const sent = await Promise.all(clients.map((client, index) => askOnce(client, index, id)))
    const waited = performance.now() - begun
    await pause(Math.max(0, 15_000 - waited))
    await cluster.thaw()
    await until('it answers', async () => (await clients[0].find(Contact, '?limit=1')).status === 200)
    expect(Math.max(...sent.map(({ took }) => took))).toBeLessThan(10_500)
    for (const { isWrite, reply } of sent)
      expect(shown(reply)).toEqual(
        refusal('unavailable', isWrite ? { data: { outcome: expect.stringMatching(/^(not-applied|unknown)$/) } } : {}),
      )
    await expectHonest(sent)
  })

  it('and a repeat with the same key gets the result in the end', async () => {
    const headers = { 'idempotency-key': 'frozen-1' }
    const create = () => clients[0].exchange('PUT', `/ws/rest/${Contact}`, { body: { data: person }, headers })
    await cluster.freeze()
    expect((await create()).status).toBe(503)
    await cluster.thaw()
    const reply = await until('it is answered', async () => {
      const again = await create()
      return again.status === 200 ? again : undefined
    })
    expect(recordOf(reply)).toMatchObject(person)
  })
})

interface Sent {
  readonly isWrite: boolean
  readonly name: string
  readonly took: number
  readonly reply: Reply
}

/** Each client sends another kind of request: one statement, several statements, or a transaction. */
async function askOnce(client: Client, index: number, id: number): Promise<Sent> {
  const name = `frozen ${index}`
  const data = { ...person, firstName: name }
  const asks = [
    () => client.read(Contact, id),
    () => client.find(Contact, '?q=Ada'),
    () => client.history(Contact, id),
    () => client.create(Contact, data),
    () => client.create(Contact, { ...data, tags: [] }),
    () => client.exchange('POST', `/ws/rest/${Contact}?dryRun=true`, { body: { records: [data] } }),
  ]
  const begun = performance.now()
  const reply = await (asks[index % asks.length] ?? fail)()
  return { isWrite: index % asks.length > 2, name, took: performance.now() - begun, reply }
}

/** A write that answered `not-applied` has no effect. */
async function expectHonest(sent: readonly Sent[]): Promise<void> {
  await pause(1_000)
  const { text } = await clients[0].find(Contact, '?limit=1000&q=frozen')
  const broken = sent.filter(({ name, reply }) => {
    const { outcome } = (reply.json?.data ?? {}) as { outcome?: string }
    return outcome === 'not-applied' && text.includes(`"${name}"`)
  })
  expect(broken.map(({ name }) => name)).toEqual([])
}

function fail(): never {
  throw new Error('There is nothing to ask.')
}
