import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, type Reply } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact } from './harness/contract.ts'
import { migrate } from './harness/globalSetup.ts'
import { pause } from './harness/poll.ts'
import { manyLoggedIn, startService, type TestService } from './harness/service.ts'

const person = { firstName: 'Ada', lastName: 'Lovelace' }
let cluster: Cluster
let service: TestService
let clients: Client[]

beforeAll(async () => {
  cluster = await Cluster.start({ durable: false })
  await migrate(cluster.urlOf('postgres'))
  service = await startService(cluster.urlOf('postgres'))
  clients = await manyLoggedIn(service, 150)
})

afterAll(async () => {
  for (const client of clients) client.close()
  await service.stop()
  await cluster.thaw()
  await cluster.stop()
})

/**
 * Clients that ask again as soon as they were answered: the first 100 from the start, the others one by one while the database is
 * frozen. Gives all answers.
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
  for (const [index, client] of clients.slice(100).entries()) {
    running.push(repeat(client, index))
    await pause(milliseconds / (clients.length - 100))
  }
  await cluster.thaw()
  await pause(1_000)
  isOver = true
  await Promise.all(running)
  return replies
}

async function askStatus() {
  const client = new Client(service.healthUrl)
  const { json } = await client.exchange('GET', '/status')
  client.close()
  return json as unknown as { requests: { refused: Record<string, number> } }
}

describe('PostgreSQL that is frozen for 2 s under load', () => {
  it('is waited for: no request is refused, least of all for too many of them', async () => {
    const replies = await whileFrozen(2_000, (client, index) =>
      index % 3 === 0 ? client.create(Contact, person) : client.find(Contact, '?limit=1'),
    )
    expect(replies.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    expect((await askStatus()).requests.refused).toEqual({})
    expect(service.logs()).not.toContain('more requests than can be answered')
  })
})
