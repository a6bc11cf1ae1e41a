import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordOf } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact } from './harness/contract.ts'
import { migrate } from './harness/globalSetup.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

let cluster: Cluster
let service: TestService

beforeAll(async () => {
  // A slot has what is on the disk.
  cluster = await Cluster.start({ durable: true, settings: ['wal_level=logical'] })
  await migrate(cluster.urlOf('postgres'))
  service = await startService(cluster.urlOf('postgres'))
})

afterAll(async () => {
  await service.stop()
  await cluster.stop()
})

/** The changes in the slot so far: the letter of each message and its table, such as `I tabularium.journal`. */
async function readSlot(): Promise<string[]> {
  const rows = await cluster.query<{ data: Buffer }>(
    `select data from pg_logical_slot_get_binary_changes('journal', null, null,
       'proto_version', '1', 'publication_names', 'tabularium_journal')`,
  )
  const messages = rows.map(({ data }) => ({ letter: data.toString('latin1', 0, 1), data }))
  const tables = new Map(
    messages
      .filter(({ letter }) => letter === 'R')
      .map(({ data }) => [data.readUInt32BE(1), data.toString('latin1', 5).split('\0', 2).join('.')]),
  )
  return messages
    .filter(({ letter }) => 'IUDT'.includes(letter))
    .map(({ letter, data }) => `${letter} ${tables.get(data.readUInt32BE(1))}`)
}

it('the publication of debezium.md sends each write as a row of the journal, and no deletes of old rows', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/how-to/records/debezium.md'), 'utf8')
  const [, publication = ''] = /^```sql\n(create publication.*?)^```/ms.exec(page) ?? []
  await cluster.query(publication)
  await cluster.query(`select pg_create_logical_replication_slot('journal', 'pgoutput')`)
  const client = await loggedIn(service)
  await readSlot()
  const { id } = recordOf(await client.create(Contact, { firstName: 'Ada', lastName: 'Published' }))
  recordOf(await client.update(Contact, id, { version: 0, vip: true }))
  expect(await readSlot()).toEqual(['I tabularium.journal', 'I tabularium.journal'])
  const deleted = await cluster.query('delete from tabularium.journal returning record')
  expect(deleted.length).toBeGreaterThan(2)
  expect(await readSlot()).toEqual([])
  recordOf(await client.update(Contact, id, { version: 1, vip: false }))
  expect(await readSlot()).toEqual(['I tabularium.journal'])
  client.close()
})
