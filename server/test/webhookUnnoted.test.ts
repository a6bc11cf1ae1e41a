import type { ServerResponse } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { saveMany } from './harness/actions.ts'
import { scrape } from './harness/metrics.ts'
import { Webhook } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { useReceiver } from './harness/useReceiver.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ releaseInterval: '10ms', webhookNetworks: '127.0.0.1' }, { random: () => 0 })
const receiver = useReceiver()
const count = 8

/** As with a full disk: reads work, and writes fail. */
async function setReadOnly(isOn: boolean): Promise<void> {
  const { database } = stage
  const [name] = await database.query<{ name: string }>('select current_database() as name')
  const what = isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'
  await database.query(`set default_transaction_read_only = off`)
  await database.query(`alter database "${name?.name}" ${what}`)
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
}
afterAll(() => setReadOnly(false))

it('an attempt that cannot be noted is noted later, and is not made again', { timeout: 60_000 }, async () => {
  const responses: ServerResponse[] = []
  receiver.answer = (_, response) => void responses.push(response)
  const hook = { name: 'One', url: `${receiver.url}/one`, models: [Contact] }
  recordOf(await stage.client.create(Webhook, hook))
  const people = Array.from({ length: count }, (_, index) => ({ firstName: `${index}`, lastName: 'Flood' }))
  await saveMany(stage.client, Contact, people)
  await until('all are sent', () => responses.length === count)
  await setReadOnly(true)
  receiver.answer = undefined
  for (const response of responses) response.writeHead(204).end()
  const failed = async () => (await scrape(stage.service)).get('tabularium_webhook_errors_total{work="note"}') ?? 0
  // Each was tried to be noted three times: at once, after 1 s and after 2 s more.
  await until('they cannot be noted', async () => (await failed()) >= 3 * count)
  expect(receiver.got).toHaveLength(count)
  // First connections are cut, then none can be opened, then writes fail: one line for each of these causes.
  const lines = stage.service
    .logs()
    .split('\n')
    .filter((line) => line.includes('webhook work failed'))
  const notes = lines.filter((line) => line.includes('"what":"note"'))
  expect([1, 2, 3]).toContain(notes.length)
  expect(notes.at(-1)).toMatch(/"level":"warn".*"webhook":1/)

  await setReadOnly(false)
  const left = 'select position from tabularium.deliveries'
  await until('all are noted', async () => (await stage.database.query(left)).length === 0)
  expect(new Set(receiver.keysAt('/one')).size).toBe(count)
  // If the lease ended meanwhile, each was sent once more.
  expect(receiver.got.length).toBeLessThanOrEqual(2 * count)
})
