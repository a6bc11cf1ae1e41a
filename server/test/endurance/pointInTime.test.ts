import { randomUUID } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { search } from '../harness/actions.ts'
import { admin, Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Cluster } from '../harness/Cluster.ts'
import { contactsFolder, runTabularium } from '../harness/commandLine.ts'
import { Contact } from '../harness/contract.ts'
import { migrate } from '../harness/globalSetup.ts'
import { pause } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { askReady, loggedIn, startService, type TestService } from '../harness/service.ts'

/** Restores to a moment, each of a history of its own. */
const drills = sizeOf({ inCi: 1, long: 20 })
let folder: string
let archive: string
let cluster: Cluster
let url: string
let env: { DATABASE_URL: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-restore-'))
  archive = join(folder, 'archive')
  execFileSync('mkdir', [archive])
  execFileSync('chmod', ['-R', '777', folder])
  cluster = await Cluster.start({
    durable: true,
    settings: ['fsync=off', 'archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`],
  })
  url = cluster.urlOf('postgres')
  env = { DATABASE_URL: url }
  await migrate(url)
  await runTabularium(['user', 'add', 'bob', '--role', 'reader', '--password-stdin'], env, admin.password)
}, 120_000)

afterAll(async () => {
  await cluster.stop()
  await rm(folder, { recursive: true })
})

/** What a client remembers. */
interface Memory {
  readonly record: RecordJson
  readonly etag: string
  readonly key: string
}

function send(client: Client, firstName: string, key: string): Promise<Reply> {
  const body = { data: { firstName, lastName: 'Restored' } }
  return client.exchange('PUT', `/ws/rest/${Contact}`, { body, headers: { 'idempotency-key': key } })
}

async function create(client: Client, firstName: string): Promise<Memory> {
  const key = randomUUID()
  const record = recordOf(await send(client, firstName, key))
  const etag = String((await client.read(Contact, record.id)).headers['etag'])
  return { record, etag, key }
}

async function update(client: Client, { record }: Memory, firstName: string): Promise<Memory> {
  const written = recordOf(await client.update(Contact, record.id, { version: record.version, firstName }))
  const etag = String((await client.read(Contact, record.id)).headers['etag'])
  return { record: written, etag, key: '' }
}

async function loginAs(service: TestService, username: string): Promise<Client> {
  const client = new Client(service.url, 4)
  expect((await client.login({ username, password: admin.password })).status).toBe(200)
  return client
}

async function ask<Row extends Record<string, unknown>>(text: string): Promise<Row> {
  const [row] = await cluster.query<Row>(text)
  if (!row) throw new Error(`No row: ${text}`)
  return row
}

const revision = async () => Number((await ask<{ n: string }>('select revision as n from tabularium.access')).n)
const page = (client: Client, after?: string) =>
  search(client, Contact, { limit: 1, sortBy: ['id'], ...(after === undefined ? {} : { after }) })
const feed = (client: Client, after?: string) =>
  client.exchange('GET', `/ws/changes?models=${Contact}${after === undefined ? '' : `&after=${after}`}`)
const nextOf = ({ json }: Reply) => String(json?.next)

describe('a database that is restored to a moment', () => {
  it(`is not confused with the future that was lost: ${drills} drills`, async () => {
    for (let drill = 0; drill < drills; drill++) await runDrill(drill)
  })
})

async function runDrill(drill: number): Promise<void> {
  const backup = join(folder, `backup-${drill}`)
  cluster.backUp(backup)
  const service = await startService(url)
  const client = await loggedIn(service, 8)
  const bob = await loginAs(service, 'bob')

  const before = await Promise.all(Array.from({ length: 20 }, (_, n) => create(client, `Before ${drill}.${n}`)))
  await pause(20 + 300 * Math.random())
  const moment = (await ask<{ now: string }>('select clock_timestamp()::text as now')).now
  await pause(50)

  // What will be lost: new records, new versions, a right, a page, a place in the feed.
  const created = await Promise.all(Array.from({ length: 40 }, (_, n) => create(client, `Lost ${drill}.${n}`)))
  const updated = await Promise.all(before.slice(0, 10).map((memory, n) => update(client, memory, `Lost update ${n}`)))
  await runTabularium(['user', 'role', 'add', 'bob', 'sales'], env)
  expect((await send(bob, `Lost ${drill} by bob`, randomUUID())).status).toBe(200)
  const lostRevision = await revision()
  const lostPage = nextOf(await page(client))
  const lostPlace = nextOf(await feed(client))
  await cluster.archive()

  await cluster.restoreTo(moment, { backup, archive })
  await runTabularium(['restore', 'finish'], env)
  const restarted = await startService(url)
  const now = await loggedIn(restarted, 8)
  const bobNow = await loginAs(restarted, 'bob')

  // Drills before this one have sent one of their lost writes again.
  const { found } = await ask<{ found: number }>(
    `select count(*)::int as found
     from record.com_example_contacts_contact
     where first_name ~ '^Lost (update|${drill}[. ])'`,
  )
  expect(found).toBe(0)
  for (const { record } of before) expect((await now.read(Contact, record.id)).status).toBe(200)

  // Processes that were not restarted say so, and nobody is logged in by a session of the backup.
  expect(await askReady(service)).toBe(503)
  expect(await askReady(restarted)).toBe(200)
  expect((await client.read(Contact, before[0]?.record.id ?? 0)).status).toBe(401)

  // Ids: also a process that still runs gives out none that a client may remember.
  const old = await loggedIn(service, 8)
  const lostIds = new Set(created.map(({ record }) => record.id))
  const fresh = await Promise.all(
    Array.from({ length: 100 }, (_, n) => create(n % 2 ? now : old, `After ${drill}.${n}`)),
  )
  expect(fresh.filter(({ record }) => lostIds.has(record.id))).toEqual([])
  expect((await now.update(Contact, created[0]?.record.id ?? 0, { version: 0, firstName: 'X' })).status).toBe(404)

  // Versions and ETags: a lost version is refused before and after somebody else writes the record.
  for (const [n, lost] of updated.entries()) {
    const { id, version } = lost.record
    const stale = () => now.update(Contact, id, { version, firstName: 'Meant for a lost version' })
    expect((await stale()).status).toBe(409)
    const written = await update(n % 2 ? now : old, before[n] ?? lost, `After update ${n}`)
    expect(written.record.version).toBe(1_000_000)
    expect((await stale()).status).toBe(409)
    expect((await now.merge(Contact, id, { version, email: 'a@example.com' })).status).toBe(409)
    expect((await now.read(Contact, id, { 'if-none-match': lost.etag })).status).toBe(200)
    expect((await now.update(Contact, id, { firstName: 'Y' }, { 'if-match': lost.etag })).status).not.toBe(200)
    // The history goes on, and the versions before it can be read.
    expect(recordOf(await now.readVersion(Contact, id, 0))['firstName']).toBe(`Before ${drill}.${n}`)
    expect((await now.readVersion(Contact, id, version)).status).toBe(404)
    expect((await update(now, written, `Second update ${n}`)).record.version).toBe(1_000_001)
  }

  // Keys: what was written before the moment is replayed; what was lost is written again.
  const [kept, lost] = [before[15], created[15]]
  const replayed = await send(now, `Before ${drill}.15`, kept?.key ?? '')
  expect([replayed.headers['idempotent-replayed'], recordOf(replayed).id]).toEqual(['true', kept?.record.id])
  const again = await send(now, `Lost ${drill}.15`, lost?.key ?? '')
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined])
  expect(recordOf(again).id).not.toBe(lost?.record.id)

  // Rights: the revision never comes back to a number under which bob had another role.
  expect(await revision()).toBeGreaterThan(lostRevision)
  for (const by of [bobNow, await loginAs(service, 'bob')])
    expect((await send(by, 'By bob', randomUUID())).status).toBe(403)

  // Tokens of pages and of the feed.
  expect((await page(now, lostPage)).status).toBe(400)
  expect((await feed(now, lostPlace)).status).toBe(410)

  const findings = await runTabularium(['doctor', '--recount', '--journal', '--models', contactsFolder], env).catch(
    String,
  )
  expect(findings).not.toMatch(/sequence|count of|journal has/i)
  for (const each of [client, bob, old, now, bobNow]) each.close()
  await service.stop()
  await restarted.stop()
}
