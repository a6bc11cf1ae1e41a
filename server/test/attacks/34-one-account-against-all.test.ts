import { Client as Connection } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type Reply } from '../harness/client.ts'
import { Contact, refusal, shown } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { allActions, makeRole, makeUser, openSession } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { type Flags, loggedIn, startService, type TestService } from '../harness/service.ts'

const Interaction = 'com.example.contacts.Interaction'
let database: TestDatabase
let locking: Connection

beforeAll(async () => {
  database = await createDatabase()
  locking = new Connection({ connectionString: database.url })
  await locking.connect()
})

afterAll(async () => {
  await locking.end()
  await database.drop()
})

/** A service with two users who may do everything, and a record that both have read before. */
async function withUsers(
  flags: Flags,
  work: (users: { mallory: Client; quiet: Client; id: number; service: TestService }) => Promise<void>,
): Promise<void> {
  const service = await startService(database.url, flags)
  const admin = await loggedIn(service)
  const role = await makeRole(admin, `all ${Object.keys(flags).join()}`, [{ model: '*', ...allActions }])
  const { id } = recordOf(await admin.create(Contact, { firstName: 'Ada', lastName: 'Lovelace' }))
  const clients: Client[] = []
  for (const name of ['mallory', 'quiet']) {
    const user = await makeUser(admin, `${name}-${id}`, [role])
    const client = new Client(service.url, 40)
    client.cookie = await openSession(database, user.id)
    expect((await client.read(Contact, id)).status).toBe(200)
    clients.push(client)
  }
  const [mallory = admin, quiet = admin] = clients
  try {
    await work({ mallory, quiet, id, service })
  } finally {
    for (const client of [...clients, admin]) client.close()
    await service.stop()
  }
}

/** Searches that wait for a lock; no two of them share a statement. Returns their answers when the lock is released. */
async function whileSearching(client: Client, count: number, work: () => Promise<void>): Promise<Reply[]> {
  const where = encodeURIComponent(JSON.stringify({ fieldName: 'subject', operator: 'like', value: '%x%' }))
  await locking.query('begin; lock table record.com_example_contacts_interaction')
  const searches = Promise.all(
    Array.from({ length: count }, (_, n) => client.find(Interaction, `?limit=${n + 1}&where=${where}`)),
  )
  try {
    await until('some of them wait', async () => {
      const [row] = await database.query<{ waiting: string }>(
        `select count(*) as waiting from pg_locks where not granted and database = (select oid from pg_database
          where datname = $1)`,
        [database.name],
      )
      return Number(row?.waiting) >= Math.min(count, 4)
    })
    await work()
  } finally {
    await locking.query('rollback')
  }
  return searches
}

describe('a user with more slow searches than there are connections', () => {
  it('leaves connections for the reads, writes and searches of another', () =>
    withUsers({ poolSize: '10', statementTimeout: '30s', requestTimeout: '60s' }, async ({ mallory, quiet, id }) => {
      await whileSearching(mallory, 20, async () => {
        const begun = performance.now()
        const replies = [
          await quiet.read(Contact, id),
          await quiet.update(Contact, id, { version: 0, firstName: 'Augusta' }),
          await quiet.find(Contact, '?q=Augusta'),
          await quiet.find(Contact, '?limit=1'),
        ]
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
        // Not when the searches end, which is after 30 s.
        expect(performance.now() - begun).toBeLessThan(15_000)
      })
    }))

  it('does not fill the capacity for another, and is refused when the other arrives', () =>
    withUsers({ poolSize: '10', maxRequests: '9' }, async ({ mallory, quiet, id }) => {
      const waiting: Promise<Reply>[] = []
      const answers = await whileSearching(mallory, 9, async () => {
        await until('the room is full', async () => (await mallory.read(Contact, id)).status === 503)
        expect((await quiet.read(Contact, id)).status).toBe(200)
        const held = quiet.find(Interaction, '?limit=1')
        await until('both are there', async () => {
          const refused = await mallory.read(Contact, id)
          expect(shown(refused)).toEqual(refusal('unavailable'))
          return refused.text.includes('your share')
        })
        expect((await quiet.read(Contact, id)).status).toBe(200)
        waiting.push(held)
      })
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200])
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(3)
    }))
})
