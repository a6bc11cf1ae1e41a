import { Client as Connection } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireAt } from '../../src/failure/invariant.ts'
import { saveMany } from '../harness/actions.ts'
import { Client, type RecordJson, recordOf, recordsOf, type Reply } from '../harness/client.ts'
import { Loan, loans, Person, Thing } from '../harness/loans.ts'
import { allActions, makeRole, makeUser, openSession } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { timed } from '../harness/timed.ts'
import { useModels } from '../harness/useModels.ts'

/** A statement that waits for a key fails after 0.6 of its timeout; the request goes on waiting for its turn. */
const stage = useModels(loans, { statementTimeout: '2s', requestTimeout: '20s', maxRequests: '2000', poolSize: '10' })
/** More than a group of writes holds. They share the processor with the test. */
const crowd = sizeOf({ inCi: 120, long: 600 })
/** What others keep of their speed. The long form measures it, on a machine that does nothing else. */
const share = sizeOf({ inCi: 1 / 3, long: 0.8 })
let blocker: Connection
let users: { mallory: Client; quiet: Client }
let made = 0

beforeAll(async () => {
  blocker = new Connection({ connectionString: stage.database.url })
  await blocker.connect()
  const role = await makeRole(stage.client, 'all', [{ model: '*', ...allActions }])
  const clientOf = async (name: string, connections: number) => {
    const client = new Client(stage.service.url, connections)
    client.cookie = await openSession(stage.database, (await makeUser(stage.client, name, [role])).id)
    return client
  }
  users = { mallory: await clientOf('mallory', crowd), quiet: await clientOf('quiet', 4) }
})

afterAll(async () => {
  for (const client of Object.values(users)) client.close()
  await blocker.end()
})

const things = async (count: number) =>
  recordsOf(
    await saveMany(
      stage.client,
      Thing,
      Array.from({ length: count }, () => ({ name: 'Camera' })),
    ),
  )
const lend = (client: Client, thing: RecordJson, more: object = {}) =>
  client.create(Loan.name, {
    code: `K-${++made}`,
    thing: { id: thing.id },
    fromOn: '2031-01-01',
    toOn: '2031-01-10',
    ...more,
  })

/** Work while somebody else has lent the thing, and has not committed yet. */
async function whileLent<T>({ id }: RecordJson, work: () => Promise<T>): Promise<T> {
  await blocker.query(`begin; insert into record.loans_loan
    (id, version, created_on, updated_on, code, thing, status, from_on, to_on)
    values (${9_000_000 + id}, 0, now(), now(), 'held ${id}', ${id}, 'reserved', '2031-01-05', '2031-01-06')`)
  try {
    return await work()
  } finally {
    await blocker.query('rollback')
  }
}

/** Waits until at least one request waits for the open transaction. */
const untilWaiting = () =>
  until('a write waits', async () => {
    const rows = await stage.database.query('select from pg_locks where not granted')
    return rows.length > 0
  })

function codesOf(replies: readonly Reply[]): Record<string, number> {
  const codes = replies.map(({ status, json }) => (status === 200 ? 'ok' : (json?.data as { code: string }).code))
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))
}

/** Lends a thing. On a busy machine the crowd as such may overload the service: then nothing was written. */
async function lendInTime(client: Client, thing: RecordJson): Promise<Reply> {
  let reply = await lend(client, thing)
  for (let tried = 1; reply.status === 503 && tried < 20; tried++) reply = await lend(client, thing)
  return reply
}

/** Lends each of the things, four at a time; returns how long that took. */
async function lendAll(client: Client, all: readonly RecordJson[]): Promise<number> {
  const begin = performance.now()
  for (let index = 0; index < all.length; index += 4) {
    const replies = await Promise.all(all.slice(index, index + 4).map((one) => lendInTime(client, one)))
    for (const { status, text } of replies) expect(status, text).toBe(200)
  }
  return performance.now() - begin
}

describe('one key of a condition over records', () => {
  it('that many requests of one user wait for does not hold up another user', timed, async () => {
    const each = sizeOf({ inCi: 40, long: 300 })
    const [key, ...others] = await things(3 * each + 1)
    const alone = await lendAll(users.quiet, others.slice(0, each))
    const { beside, replies } = await whileLent(requireAt([key], 0) as RecordJson, async () => {
      const waiting = Promise.all(Array.from({ length: crowd }, () => lend(users.mallory, key as RecordJson)))
      await untilWaiting()
      // The crowd arrives meanwhile.
      await lendAll(users.quiet, others.slice(each, 2 * each))
      const time = await lendAll(users.quiet, others.slice(2 * each))
      return { beside: time, replies: waiting }
    })
    console.log(`other keys: ${(alone / beside).toFixed(2)} of the speed without the crowd`)
    expect(beside).toBeLessThan(Math.max(alone / share, sizeOf({ inCi: 1_500, long: 0 })))
    const { ok = 0, ...refused } = codesOf(await replies)
    expect(ok).toBeLessThanOrEqual(1)
    expect(Object.keys(refused).filter((code) => !['overlaps', 'unavailable', 'overloaded'].includes(code))).toEqual([])
  })

  it('that is held longer than a statement may wait ends in 503, and nothing was written', async () => {
    const [key] = await things(1)
    const reply = await whileLent(key as RecordJson, () => lend(users.quiet, key as RecordJson))
    expect(reply).toMatchObject({ status: 503, json: { data: { code: 'unavailable', outcome: 'not-applied' } } })
    expect((await lend(users.quiet, key as RecordJson)).status).toBe(200)
  })

  it('of a limit ends the same way', async () => {
    const person = recordOf(await stage.client.create(Person.name, { name: 'Ada' }))
    const [one, two, three] = await things(3)
    const mine = { person: { id: person.id } }
    await lend(users.quiet, one as RecordJson, mine)
    await blocker.query(`begin; update record.loans_loan set person = ${person.id} where id = (
      select min(id) from record.loans_loan where person is null)`)
    const held = await lend(users.quiet, two as RecordJson, mine)
    await blocker.query('rollback')
    expect(held).toMatchObject({ status: 503, json: { data: { code: 'unavailable', outcome: 'not-applied' } } })
    expect((await lend(users.quiet, two as RecordJson, mine)).status).toBe(200)
    expect(codesOf([await lend(users.quiet, three as RecordJson, mine)])).toEqual({ 'limit-reached': 1 })
  })
})
