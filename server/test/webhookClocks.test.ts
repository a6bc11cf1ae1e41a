import { afterAll, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase } from './harness/database.ts'
import { passTime } from './harness/passTime.ts'
import { Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService } from './harness/service.ts'
import { useReceiver } from './harness/useReceiver.ts'

const database = await createDatabase()
const receiver = useReceiver()
const flags = { releaseInterval: '10ms', webhookNetworks: '127.0.0.1' }
const ahead = 10 * 60_000

afterAll(() => database.drop())

it('a delivery is due by the clock of the database, whatever the clocks of the processes say', async () => {
  const hasty = await startService(database.url, flags, undefined, { now: () => Date.now() + ahead, random: () => 0 })
  const client = await loggedIn(hasty, 4)
  receiver.answer = (_, response) => response.writeHead(503).end()
  recordOf(await client.create(Webhook, { name: 'One', url: receiver.url, models: [Contact] }))
  const { id } = recordOf(await client.create(Contact, { firstName: 'First', lastName: 'Last' }))
  const tried = 'select from tabularium.deliveries where attempts = 1'
  await until('it was tried', async () => (await database.query(tried)).length === 1)
  recordOf(await client.update(Contact, id, { version: 0, lastName: 'Next' }))
  const both = 'select from tabularium.deliveries'
  await until('the next one is read', async () => (await database.query(both)).length === 2)
  client.close()
  await hasty.stop()

  receiver.answer = undefined
  await passTime(database, 5_000)
  const other = await startService(database.url, flags)
  const keys = [0, 0, 1].map((version) => `${Contact}/${id}/${version}`)
  await until('both have arrived', () => receiver.got.length >= keys.length)
  expect(receiver.keysAt('/')).toEqual(keys)
  await other.stop()
})
