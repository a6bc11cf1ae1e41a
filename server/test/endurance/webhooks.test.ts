import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, recordOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { passTime } from '../harness/passTime.ts'
import { Webhook } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { type Receiver, startReceiver } from '../harness/useReceiver.ts'

const minute = 60_000
const records = 12
let database: TestDatabase
let receiver: Receiver & { close(): void }
let services: [ServiceProcess, ServiceProcess]
const flags = { releaseInterval: '10ms', webhookNetworks: '127.0.0.1' }

beforeAll(async () => {
  database = await createDatabase()
  receiver = await startReceiver()
  services = await Promise.all([startProcess(database.url, flags), startProcess(database.url, flags)])
})

afterAll(async () => {
  for (const service of services) await service.stop()
  receiver.close()
  await database.drop()
})

/** Changes every record once. */
async function changeAll(client: Client, ids: readonly number[], version: number): Promise<void> {
  await Promise.all(
    ids.map(async (id) => recordOf(await client.update(Contact, id, { version, firstName: `First ${version}` }))),
  )
}

/** Kills the process that delivers, or the other one, and lets its leases end as they would in ten seconds. */
async function killAndRestart(index: 0 | 1): Promise<void> {
  await services[index].kill()
  await database.query('update tabularium.webhook_cursors set leased_until = now()')
  services[index] = await startProcess(database.url, flags)
}

it('a receiver that was down for an hour gets every change, in order for each record, under kills', async () => {
  const kills = sizeOf({ inCi: 2, long: 20 })
  const arrivals: { id: number; version: number }[] = []
  let isDown = true
  receiver.answer = ({ json }, response) => {
    if (!isDown) arrivals.push({ id: Number(json.data['id']), version: Number(json.data['version']) })
    response.writeHead(isDown ? 503 : 204).end()
  }
  let client = await loggedIn(services[0], 4)
  recordOf(await client.create(Webhook, { name: 'All', url: receiver.url, models: [Contact] }))
  const ids = await Promise.all(
    Array.from({ length: records }, async (_, index) => {
      const sent = { firstName: `Record ${index}`, lastName: 'Last' }
      return recordOf(await client.create(Contact, sent)).id
    }),
  )
  await until('the receiver was tried', () => receiver.got.length >= records, { within: 30_000 })
  for (let round = 0; round < kills; round++) {
    await changeAll(client, ids, round)
    // The receiver is up from the middle on, so that processes are killed while it is down and while it is up.
    if (round >= kills / 2) isDown = false
    await passTime(database, Math.ceil(60 / Math.max(1, Math.floor(kills / 2))) * minute)
    await killAndRestart((round % 2) as 0 | 1)
    client.close()
    client = await loggedIn(services[((round + 1) % 2) as 0 | 1], 4)
  }
  isDown = false
  const left = async () => {
    // Again and again: an attempt that was under way has noted its next time since.
    await passTime(database, 24 * 60 * minute)
    const [row] = await database.query(
      `select (select count(*) from tabularium.deliveries) as rows, (select released from tabularium.feed) as released,
        (select position from tabularium.webhook_cursors) as position`,
    )
    return Number(row?.['rows']) === 0 && Number(row?.['position']) > 0 && arrivals.length >= records * (kills + 1)
  }
  await until('everything has arrived', left, { within: 120_000 })
  client.close()
  for (const id of ids) {
    const versions = arrivals.filter((one) => one.id === id).map(({ version }) => version)
    expect(versions, `record ${id}`).toEqual(versions.toSorted((a, b) => a - b))
    expect([...new Set(versions)], `record ${id}`).toEqual(Array.from({ length: kills + 1 }, (_, version) => version))
  }
}, 600_000)
