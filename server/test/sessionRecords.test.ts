import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, Client, recordsOf } from './harness/client.ts'
import { until } from './harness/poll.ts'
import { runCommand } from './harness/runCommand.ts'
import { startService } from './harness/service.ts'
import { addUser } from './harness/users.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const [Session, User] = ['tabularium.Session', 'tabularium.User']
let userId: number

beforeAll(async () => {
  userId = await addUser(stage.database, 'grace', { isAdmin: true })
})

interface Entry {
  record: number
  version: number
  operation: string
  author: number | null
  request: string
  changes: Record<string, unknown>
}

/** The journal of a model since an entry, oldest first. */
async function journalSince(model: string, start: number): Promise<Entry[]> {
  const rows = await stage.database.query<Entry>(
    `select record::int, version::int, operation::text, author::int, request_id as request, changes
    from tabularium.journal join tabularium.models on models.number = journal.model and models.name = $1
    order by transaction::text::bigint`,
    [model],
  )
  return rows.slice(start)
}

/** The total of find, the rows of the table, and whether each block of the counts is right. */
async function totals(model: string): Promise<{ told: unknown; counted: number | undefined }> {
  const table = model === Session ? 'record.tabularium_session' : 'record.tabularium_user'
  const [row] = await stage.database.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return { told: (await stage.client.find(model, '?limit=0')).json?.total, counted: row?.n }
}

async function expectExact(): Promise<void> {
  for (const model of [Session, User]) {
    const { told, counted } = await totals(model)
    expect(told).toBe(counted)
  }
}

describe('a session is a record', () => {
  it('whose login and logout are in the journal, by its user, without its secret', async () => {
    const { length } = await journalSince(Session, 0)
    const client = new Client(stage.service.url)
    const headers = { 'user-agent': `Tester/1.0 ${'x'.repeat(400)}` }
    const reply = await client.exchange('POST', '/callback', {
      body: { ...admin, username: 'grace' },
      headers: { ...headers, 'x-request-id': 'log-in-of-grace' },
    })
    expect(reply.status).toBe(200)
    await expectExact()
    const cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    await client.exchange('GET', '/logout', { cookie, headers: { 'x-request-id': 'log-out-of-grace' } })
    await expectExact()
    const [opened, closed, ...others] = await journalSince(Session, length)
    expect(others).toEqual([])
    const agent = headers['user-agent'].slice(0, 300)
    expect(opened).toEqual({
      record: opened?.record,
      version: 0,
      operation: 'c',
      author: userId,
      request: 'log-in-of-grace',
      changes: {
        user: [null, userId],
        tokenHash: null,
        usedOn: [null, expect.any(String)],
        agent: [null, agent],
        method: [null, 'password'],
        factors: expect.anything(),
        confirmedOn: [null, expect.any(String)],
        network: [null, '127.0.0.1'],
      },
    })
    expect(closed).toMatchObject({
      record: opened?.record,
      version: 1,
      operation: 'd',
      author: userId,
      request: 'log-out-of-grace',
      changes: { user: [userId, null], tokenHash: null, agent: [agent, null] },
    })
  })

  it('that is shown without its secret', async () => {
    const [shown] = recordsOf(await stage.client.find(Session, '?limit=1'))
    expect(shown).toMatchObject({ user: { username: expect.any(String) }, usedOn: expect.any(String) })
    const record = await stage.client.read(Session, shown?.id ?? 0)
    expect(record.text).not.toContain('tokenHash')
  })

  it('that is deleted some time after its end, with journal and counts', async () => {
    const client = new Client(stage.service.url)
    await client.login({ ...admin, username: 'grace' })
    const [old] = await stage.database.query<{ id: number }>(
      `update record.tabularium_session set used_on = now() - interval '1 day' where "user" = $1 returning id::int`,
      [userId],
    )
    const { length } = await journalSince(Session, 0)
    const other = await startService(stage.database.url)
    await until('the session is swept out', async () => {
      const rows = await stage.database.query('select from record.tabularium_session where id = $1', [old?.id])
      return rows.length === 0
    })
    await other.stop()
    expect(await journalSince(Session, length)).toMatchObject([
      { record: old?.id, version: 1, operation: 'd', author: null, request: 'housekeeping' },
    ])
    await expectExact()
  })
})

describe('commands about users', () => {
  const env = () => ({ DATABASE_URL: stage.database.url })
  let start: number

  beforeAll(async () => {
    start = (await journalSince(User, 0)).length
    await runCommand(['user', 'add', 'kay', '--password-stdin'], env(), admin.password)
    const client = new Client(stage.service.url)
    await client.login({ ...admin, username: 'kay' })
    await runCommand(['user', 'disable', 'kay'], env())
    await runCommand(['user', 'enable', 'kay'], env())
    await runCommand(['user', 'password', 'kay', '--password-stdin'], env(), 'another-long-password')
    client.close()
  })
  afterAll(expectExact)

  it('leave versions and a journal, in which nobody is the author', async () => {
    const entries = await journalSince(User, start)
    const command = { record: entries[0]?.record, author: null, request: 'command' }
    expect(entries).toEqual([
      {
        ...command,
        version: 0,
        operation: 'c',
        changes: {
          username: [null, 'kay'],
          name: [null, 'kay'],
          password: null,
          admin: [null, false],
          disabled: [null, false],
          kind: [null, 'person'],
          provisioned: [null, false],
        },
      },
      { ...command, version: 1, operation: 'u', changes: { disabled: [false, true] } },
      { ...command, version: 2, operation: 'u', changes: { disabled: [true, false] } },
      { ...command, version: 3, operation: 'u', changes: { password: null } },
    ])
    const ended = (await journalSince(Session, 0)).filter(({ request }) => request === 'command')
    expect(ended).toMatchObject([{ operation: 'd', author: null, version: 1 }])
  })

  it('cannot disable the last administrator, and say what to do', async () => {
    await runCommand(['user', 'disable', 'grace'], env())
    await expect(runCommand(['user', 'disable', admin.username], env())).rejects.toThrow(
      'No administrator would be left who can log in. Make somebody else an administrator first.',
    )
    expect((await stage.client.find(User)).status).toBe(200)
  })
})
