import { Client as Connection } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { search } from '../harness/actions.ts'
import { Client, type RecordJson, recordOf, recordsOf, type Reply } from '../harness/client.ts'
import { Company, Contact, refusal, shown, Tag } from '../harness/contract.ts'
import { allActions, clientOf, makeRole, type MadeRole, makeUser, own, Role, Rule, User } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { startService, type TestService } from '../harness/service.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const contacts = 'record.com_example_contacts_contact'
const companies = 'record.com_example_contacts_company'
/** Rights are revoked on another process. */
let other: TestService
let admin: Client
let blocker: Connection
let role: MadeRole
let user: RecordJson
let client: Client
let count = 0

beforeAll(async () => {
  other = await startService(stage.database.url)
  admin = new Client(other.url, 4)
  await admin.login()
  blocker = new Connection({ connectionString: stage.database.url })
  await blocker.connect()
})

afterAll(async () => {
  await blocker.end()
  admin.close()
  await other.stop()
})

beforeEach(async () => {
  const name = `waiter${++count}`
  role = await makeRole(admin, name, [
    { model: Contact, ...allActions },
    { model: Company, ...allActions, condition: own },
    { model: Tag, read: true },
  ])
  user = await makeUser(admin, name, [role])
  client = await clientOf(stage.service, stage.database, user.id, 16)
})

afterEach(() => client.close())

/** Holds a lock until `work` is done. */
async function blocking(lock: string, work: () => Promise<void>): Promise<void> {
  await blocker.query('begin')
  await blocker.query(lock)
  try {
    await work()
  } finally {
    await blocker.query('rollback')
  }
}

/** Waits until this number of statements of the service wait for a lock. */
async function waiting(statements: number): Promise<void> {
  await until(`${statements} wait for a lock`, async () => {
    const rows = await stage.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length >= statements
  })
}

/** Waits until the service has planned all requests that it has received: a later request has been answered. */
async function received(): Promise<void> {
  expect((await client.exchange('GET', '/ws/meta/models')).status).toBe(200)
}

/**
 * The first request waits for a lock, so the next of its kind wait in the process. Then the rights are revoked, and the
 * lock is released.
 */
async function revokeMeanwhile(lock: string, requests: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const [first, ...rest] = requests
  let replies: Promise<Reply[]> | undefined
  await blocking(lock, async () => {
    const begun = first?.()
    await waiting(1)
    replies = Promise.all([...(begun ? [begun] : []), ...rest.map((send) => send())])
    await received()
    expect((await admin.delete(Rule, role.rules[0]?.id ?? 0)).status).toBe(200)
    const [row] = await stage.database.query<{ at: string }>('select clock_timestamp()::text as at')
    revokedOn = row?.at ?? ''
  })
  return replies ?? []
}

/** When the rule was certainly deleted, by the clock of the database. */
let revokedOn = ''

function contact(fields: object = {}): Promise<Reply> {
  return client.create(Contact, { firstName: 'Of', lastName: String(user.id), ...fields })
}

async function writtenByUser(table: string): Promise<number> {
  const [row] = await stage.database.query<{ n: number }>(
    `select count(*)::int as n from ${table} where updated_by = $1`,
    [user.id],
  )
  return row?.n ?? -1
}

const unknown = refusal('unknown-model')

describe('reads that wait for their turn', () => {
  it('are refused if the rule is gone when it comes', async () => {
    const [one, two] = [recordOf(await contact()), recordOf(await contact())]
    const ask =
      ({ id }: RecordJson) =>
      () =>
        client.read(Contact, id)
    const replies = await revokeMeanwhile(`lock table ${contacts} in access exclusive mode`, [one, two, one].map(ask))
    expect(replies.map(shown)).toEqual([unknown, unknown, unknown])
  })

  it.each<[string, () => Promise<Reply>]>([
    ['finds', () => client.find(Contact, '?limit=2')],
    ['searches', () => search(client, Contact, { limit: 2, sortBy: ['-id'] })],
    ['histories', () => client.history(Contact, 1)],
  ])('%s as well', async (_, send) => {
    recordOf(await contact())
    expect((await send()).status).toBeLessThan(500)
    const replies = await revokeMeanwhile(`lock table ${contacts} in access exclusive mode`, [send, send, send])
    expect(replies.map(shown)).toEqual([unknown, unknown, unknown])
  })

  it('no longer show a field whose right was revoked meanwhile', async () => {
    const secret = recordOf(await contact({ notes: 'canary-27' }))
    const send = () => client.read(Contact, secret.id)
    let replies: Promise<Reply[]> | undefined
    await blocking(`lock table ${contacts} in access exclusive mode`, async () => {
      const first = send()
      await waiting(1)
      replies = Promise.all([first, send(), send()])
      await received()
      const fields = { version: 0, readFields: ['firstName', 'lastName'] }
      recordOf(await admin.update(Rule, role.rules[0]?.id ?? 0, fields))
    })
    for (const reply of (await replies) ?? []) {
      expect(recordOf(reply).firstName).toBe('Of')
      expect(reply.text).not.toContain('canary-27')
    }
  })
})

describe('writes that wait for their turn', () => {
  it('write nothing if the rule is gone when it comes', async () => {
    const [one, two] = [recordOf(await contact()), recordOf(await contact())]
    const ask =
      ({ id }: RecordJson) =>
      () =>
        client.update(Contact, id, { version: 0, lastName: 'Changed' })
    const replies = await revokeMeanwhile(`lock table ${contacts} in share mode`, [one, two].map(ask))
    expect(replies.map(shown)).toEqual([unknown, unknown])
    const kept = recordsOf(await admin.find(Contact, '?limit=1000')).filter(({ id }) => id === one.id || id === two.id)
    expect(kept.map(({ version }) => version)).toEqual([0, 0])
  })

  it('are refused behind one that was already running and only waited for a record', async () => {
    const [one, two] = [recordOf(await contact()), recordOf(await contact())]
    const ask =
      ({ id }: RecordJson) =>
      () =>
        client.update(Contact, id, { version: 0, lastName: 'Changed' })
    const lock = `select from ${contacts} where id = ${one.id} for update`
    const [, second] = await revokeMeanwhile(lock, [one, two].map(ask))
    // If the first one takes long, the second does not wait for it: then it began before the rule was deleted.
    const late = await stage.database.query(
      `select from ${contacts} where id = $1 and version > 0 and updated_on > $2::timestamptz + interval '1 ms'`,
      [two.id, revokedOn],
    )
    expect(late).toEqual([])
    const { version } = recordOf(await admin.read(Contact, two.id))
    expect([second?.status, version]).toEqual(version === 0 ? [404, 0] : [200, 1])
  })

  it.each<[string, () => Promise<Reply>]>([
    ['creates', () => contact()],
    ['creates with links, in a transaction', () => contact({ tags: [] })],
    [
      'bulk creates',
      () => client.exchange('POST', `/ws/rest/${Contact}`, { body: { records: [{ firstName: 'B', lastName: 'B' }] } }),
    ],
    [
      'dry runs',
      () =>
        client.exchange('PUT', `/ws/rest/${Contact}?dryRun=true`, {
          body: { data: { firstName: 'D', lastName: 'R' } },
        }),
    ],
  ])('%s as well', async (_, send) => {
    expect((await send()).status).toBe(200)
    const before = await writtenByUser(contacts)
    const replies = await revokeMeanwhile(`lock table ${contacts} in share mode`, [send, send])
    expect(replies.map(shown)).toEqual([unknown, unknown])
    expect(await writtenByUser(contacts)).toBe(before)
  })
})

describe('a transaction under way', () => {
  it('fails if the rights were revoked while it waited for a record', async () => {
    const company = recordOf(await client.create(Company, { name: 'Mine' }))
    let reply: Promise<Reply> | undefined
    await blocking(`select from ${companies} where id = ${company.id} for update`, async () => {
      reply = client.update(Company, company.id, { version: 0, name: 'Changed' })
      await waiting(1)
      expect((await admin.delete(Rule, role.rules[1]?.id ?? 0)).status).toBe(200)
    })
    expect(reply && shown(await reply)).toEqual(unknown)
    expect(recordOf(await admin.read(Company, company.id))).toMatchObject({ version: 0, name: 'Mine' })
  })

  it('grants nothing that the caller lost while it waited', async () => {
    const gift = await makeRole(admin, `gift${count}`, [{ model: Company, ...allActions, condition: own }])
    const keeper = await makeRole(admin, `keeper${count}`, [
      { model: User, read: true, update: true },
      { model: Role, read: true },
    ])
    const friend = await makeUser(admin, `friend${count}`)
    recordOf(await admin.update(User, user.id, { version: 0, roles: [role, keeper].map(({ id }) => ({ id })) }))
    let reply: Promise<Reply> | undefined
    await blocking(`select from record.tabularium_user where id = ${friend.id} for update`, async () => {
      reply = client.update(User, friend.id, { version: 0, roles: [{ id: gift.id }] })
      await waiting(1)
      expect((await admin.delete(Rule, role.rules[1]?.id ?? 0)).status).toBe(200)
    })
    expect(reply && shown(await reply)).toEqual(refusal('not-permitted'))
    const links = await stage.database.query('select from record.tabularium_user_roles_links where source = $1', [
      friend.id,
    ])
    expect(links).toEqual([])
  })

  it('is not affected by changes of the rights of others while it waits', async () => {
    const company = recordOf(await client.create(Company, { name: 'Mine' }))
    let reply: Promise<Reply> | undefined
    await blocking(`select from ${companies} where id = ${company.id} for update`, async () => {
      reply = client.update(Company, company.id, { version: 0, name: 'Changed' })
      await waiting(1)
      await makeUser(admin, `stranger${count}`)
    })
    expect(reply && recordOf(await reply)).toMatchObject({ version: 1, name: 'Changed' })
  })
})
