import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { action, integer, job, role } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { claimJobsStatement } from '../src/statement/service/claimJobs.ts'
import type { Client } from './harness/client.ts'
import { openWork, type OpenWork } from './harness/openWork.ts'
import { clientOf, makeUser } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { stock } from './harness/stock.ts'
import { useLogic } from './harness/useLogic.ts'

/** The senders of the jobs that have begun, in that order, and what lets each of them end. */
let begun: number[] = []
let gates: (() => void)[] = []
let isOpen = true

const note = job({
  name: 'stock.note',
  as: 'noters',
  takes: { sender: integer({ required: true }) },
  run: async ({ sender }) => {
    begun.push(sender)
    if (!isOpen) await new Promise<void>((resolve) => gates.push(resolve))
  },
})
const send = action({
  name: 'stock.send',
  takes: { count: integer({ required: true }) },
  run: async ({ count }, records) => {
    await Promise.all(Array.from({ length: count }, () => records.later(note, { sender: 0 })))
    return {}
  },
})
const roles = [toRole(role({ name: 'noters', rules: [] }), 'test.ts')]
const declarations = [note, send].map((declaration) => ({ file: 'test.ts', declaration: declaration as never }))
const { logic } = loadLogic(declarations, { models: stock, roles })
const stage = useLogic({ models: stock, roles, logic }, { work: 'false' })
const users: number[] = []
let work: OpenWork | undefined

beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) {
    const { id } = await makeUser(stage.client, name, [], { admin: true })
    users.push(id)
  }
})
beforeEach(async () => {
  begun = []
  gates = []
  isOpen = true
  await stage.database.query('delete from record.tabularium_job')
})
afterEach(async () => {
  for (const gate of gates) gate()
  await work?.close()
  work = undefined
})

/** Adds waiting jobs of a user, by SQL, since there are many; `due` is when they are tried again. */
function addJobs(count: number, user: number | null, due = 'null'): Promise<unknown> {
  return stage.database.query(
    `insert into record.tabularium_job (id, version, created_on, created_by, updated_on, updated_by, name, kind, state,
      input, due_on)
    select nextval('record.tabularium_job_ids'), 0, now(), $1::bigint, now(), $1::bigint, '${note.name}', 'job',
      'waiting', jsonb_build_object('sender', coalesce($1::bigint, 0)), ${due}
    from generate_series(1, $2::bigint)`,
    [user, count],
  )
}

function open(maxJobs: number): OpenWork {
  work = openWork(stage.database.url, stock, [note, send], { roles, maxJobs })
  return work
}

describe('jobs of several senders', () => {
  it('are taken in turn, however many of one wait, and of each the oldest first', async () => {
    const [one = 0, two = 0, three = 0] = users
    await addJobs(300, one)
    await addJobs(2, three)
    await addJobs(2, two)
    await addJobs(1, null)
    await open(1).settle()
    expect(begun).toHaveLength(305)
    expect(begun.slice(0, 9)).toEqual([0, one, two, three, one, two, three, one, one])
  })

  it('are taken in turn also if those of one fail again and again', async () => {
    const [one = 0, two = 0] = users
    await addJobs(50, one, "now() - interval '1 minute'")
    await addJobs(2, two)
    await open(1).settle()
    expect(begun.slice(0, 4)).toEqual([one, two, one, two])
  })

  it('share the places of a process, and one alone has them all', async () => {
    const [one = 0, two = 0, three = 0] = users
    isOpen = false
    const { work: process } = open(6)
    await addJobs(20, one)
    process.start()
    await until('one user has all places', () => begun.length === 6)
    await addJobs(20, two)
    await addJobs(20, three)
    for (const gate of gates.splice(0)) gate()
    await until('the places are taken again', () => begun.length === 12)
    expect(begun.slice(6).sort()).toEqual([one, one, two, two, three, three].sort())
  })

  it('go to the sender of whom fewest run', async () => {
    const [one = 0, two = 0] = users
    isOpen = false
    const { work: process } = open(3)
    await addJobs(20, one)
    process.start()
    await until('one user has all places', () => begun.length === 3)
    await addJobs(1, two)
    gates.shift()?.()
    await until('a place is taken again', () => begun.length === 4)
    expect(begun).toEqual([one, one, one, two])
  })
})

it('taking a job costs the same with 50,000 jobs that wait as with 50', async () => {
  const [one = 0, two = 0] = users
  const names = ['job stock.note']
  const { text, values } = claimJobsStatement({ names, running: [], limit: 8, lease: 30_000, after: -1 }).toQuery()
  const connection = new pg.Client({ connectionString: stage.database.url })
  await connection.connect()
  /** How many pages of the database one claim reads. */
  const pagesRead = async () => {
    await connection.query('analyze record.tabularium_job')
    await connection.query('begin')
    const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    await connection.query('rollback')
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  try {
    await addJobs(50, one)
    await addJobs(1, two)
    const few = await pagesRead()
    await addJobs(49_950, one)
    const many = await pagesRead()
    expect(few).toBeGreaterThan(20)
    expect(many / few).toBeLessThan(3)
  } finally {
    await connection.end()
  }
})

describe('a user of whom 10,000 jobs wait', () => {
  const sendJobs = (client: Client, count: number) =>
    client.exchange('POST', `/ws/action/${send.name}`, { body: { data: { count } } })

  it('can send no more, and others can', async () => {
    const [one = 0, two = 0] = users
    const [full, free] = await Promise.all(users.slice(0, 2).map((id) => clientOf(stage.service, stage.database, id)))
    if (!full || !free) throw new Error('There are two clients.')
    await addJobs(9_990, one)
    expect((await sendJobs(full, 10)).status).toBe(200)
    const refused = await sendJobs(full, 5)
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('30')
    expect(refused.json).toMatchObject({
      data: {
        code: 'unavailable',
        outcome: 'not-applied',
        message: expect.stringContaining('More than 9995 jobs that you sent wait to be run'),
      },
    })
    expect((await sendJobs(free, 5)).status).toBe(200)
    const count = (user: number) =>
      stage.database.query('select count(*)::int from record.tabularium_job where created_by = $1', [user])
    expect([await count(one), await count(two)]).toEqual([[{ count: 10_000 }], [{ count: 5 }]])
    full.close()
    free.close()
  })
})
