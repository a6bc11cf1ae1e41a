import { Client as Connection } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyOf, saveMany } from '../harness/actions.ts'
import { type RecordJson, recordOf, recordsOf } from '../harness/client.ts'
import { Contact, Tag } from '../harness/contract.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, startService } from '../harness/service.ts'
import { timed } from '../harness/timed.ts'
import { useService } from '../harness/useService.ts'

/** Statements that wait for a lock fail after 1.2 s. */
const stage = useService({ statementTimeout: '2s', maxBulk: '5000' })
const table = 'record.com_example_contacts_contact'
const path = `/ws/rest/${Contact}`
const many = Array.from({ length: 24 }, (_, n) => n)
/** How long records are changed beside one that is locked: longer than two statements wait for it. */
const duration = sizeOf({ inCi: 3_000, long: 5_000 })
let blocker: Connection

beforeAll(async () => {
  blocker = new Connection({ connectionString: stage.database.url })
  await blocker.connect()
})

afterAll(async () => {
  await blocker.end()
})

async function create(lastName: string, count = many.length, client = stage.client): Promise<RecordJson[]> {
  const people = Array.from({ length: count }, (_, n) => ({ firstName: `${n}`, lastName }))
  return recordsOf(await saveMany(client, Contact, people))
}

describe('requests that share a statement each get their own answer', () => {
  it('a write with a key stores it when others have none', async () => {
    const send = (n: number) =>
      stage.client.exchange('PUT', path, {
        body: { data: { firstName: `${n}`, lastName: 'Keyed' } },
        headers: n % 2 === 0 ? {} : { 'idempotency-key': `neighbour-${n}` },
      })
    const first = await Promise.all(many.map(send))
    const again = await Promise.all(many.map(send))
    for (const n of many) {
      const [one, other] = [first[n], again[n]].map((reply) => reply && recordOf(reply).id)
      expect(one === other, `${n}`).toBe(n % 2 === 1)
    }
  })

  it('reads with different fields, and finds of different length', async () => {
    const records = await create('Read')
    const replies = await Promise.all(
      records.flatMap(({ id }) => [
        stage.client.exchange('GET', `${path}/${id}?fields=firstName`),
        stage.client.exchange('GET', `${path}/${id}?fields=lastName`),
        stage.client.exchange('GET', `${path}/${id}`),
      ]),
    )
    const shapes = replies.map((reply) => Object.keys(recordOf(reply)).length)
    expect(new Set(shapes.filter((_, n) => n % 3 === 2)).size).toBe(1)
    for (const [n, reply] of replies.entries()) {
      const record = recordOf(reply)
      expect(record.id).toBe(records[Math.floor(n / 3)]?.id)
      if (n % 3 < 2)
        expect(Object.keys(record).sort()).toEqual(['id', n % 3 === 0 ? 'firstName' : 'lastName', 'version'].sort())
    }
    const pages = await Promise.all(many.map((n) => stage.client.exchange('GET', `${path}?limit=${(n % 6) + 3}`)))
    expect(pages.map((page) => recordsOf(page).length)).toEqual(many.map((n) => (n % 6) + 3))
  })

  it('an update and the restore of another record have the right operation in the journal', async () => {
    const [restored, updated] = [await create('Restored'), await create('Updated')]
    const change = { version: 0, lastName: 'Changed' }
    await Promise.all(restored.map(({ id }) => stage.client.update(Contact, id, change)))
    let going = true
    // With the same fields as a restore: all of them.
    const updates = updated.map(async (record) => {
      for (let version = 0; going || version === 0; version++)
        recordOf(await stage.client.update(Contact, record.id, { ...record, version, lastName: `${version}` }))
    })
    const message = { body: { data: { version: 1, toVersion: 0 } } }
    for (const { id } of restored) recordOf(await stage.client.exchange('POST', `${path}/${id}/restore`, message))
    going = false
    await Promise.all(updates)
    const operations = async ({ id }: RecordJson) =>
      (await historyOf(stage.client, Contact, id)).map(({ operation }) => operation)
    for (const record of restored) expect(await operations(record)).toEqual(['restore', 'update', 'create'])
    for (const record of updated) expect(new Set(await operations(record))).toEqual(new Set(['update', 'create']))
  })

  it('the links of one new record are journaled when others have none', async () => {
    const tag = recordOf(await stage.client.create(Tag, { name: 'Neighbour' }))
    const people = many.map((n) => ({
      firstName: `${n}`,
      lastName: 'Linked',
      ...(n % 2 ? { tags: [{ id: tag.id }] } : {}),
    }))
    const records = recordsOf(await saveMany(stage.client, Contact, people))
    for (const [n, { id }] of records.entries()) {
      const [entry] = await historyOf(stage.client, Contact, id)
      expect(JSON.stringify(entry).includes('"tags"'), `${n}`).toBe(n % 2 === 1)
    }
  })

  it('a bulk call gets as many ids as it has records, also if others draw ids at once', async () => {
    // So much at once may take longer than the others wait for locks.
    const service = await startService(stage.database.url, {
      maxBulk: '5000',
      statementTimeout: '60s',
      queueTimeout: '60s',
      requestTimeout: '2m',
    })
    const client = await loggedIn(service, 32)
    const bulk = Array.from({ length: 1_100 }, (_, n) => ({ firstName: `${n}`, lastName: 'Bulk' }))
    await create('First', 10, client)
    const bulks = Array.from({ length: 6 }, () => saveMany(client, Contact, bulk))
    const [saved] = await Promise.all([Promise.all(bulks), ...many.map(() => create('Beside', 40, client))])
    expect(saved.map((reply) => recordsOf(reply).length)).toEqual(bulks.map(() => 1_100))
    client.close()
    await service.stop()
  })
})

describe('a record that another transaction locks', () => {
  /** Updates records repeatedly, and returns how long each update took, and which failed. */
  async function change(records: RecordJson[], field: string, milliseconds: number) {
    const end = performance.now() + milliseconds
    const took: number[] = []
    const failed: unknown[] = []
    const work = async (record: RecordJson) => {
      let { version } = record
      while (performance.now() < end) {
        const start = performance.now()
        const reply = await stage.client.update(Contact, record.id, { version, [field]: `${start}` })
        took.push(performance.now() - start)
        if (reply.status === 200) version = recordOf(reply).version
        else failed.push(reply.json)
      }
      return { ...record, version }
    }
    const after = await Promise.all(records.map(work))
    return { after, failed, median: took.toSorted((a, b) => a - b)[took.length >> 1] ?? 0 }
  }

  it('makes no change of another record fail, and hardly any wait', timed, async () => {
    const [held, ...others] = await create('Held', 17)
    if (!held) throw new Error('There is a record.')
    const free = await change(others, 'notes', duration / 3)
    await blocker.query('begin')
    await blocker.query(`select id from ${table} where id = $1 for update`, [held.id])
    let going = true
    const statuses = new Set<number>()
    const stuck = (async () => {
      while (going) statuses.add((await stage.client.update(Contact, held.id, { version: 0, notes: 'stuck' })).status)
    })()
    const beside = await change(free.after, 'notes', duration)
    await until('the locked one failed', () => statuses.has(503))
    going = false
    await blocker.query('rollback')
    await stuck
    expect(beside.failed).toEqual([])
    expect(beside.median).toBeLessThan(free.median * 2 + 100)
    // Only the locked record fails, until it is free again.
    expect([...statuses].toSorted()).toEqual([200, 503].filter((status) => statuses.has(status)))
    expect(statuses).toContain(503)
  })

  it('fails alone: others in the same statement succeed', async () => {
    const records = await create('Group')
    // Several, since one may be sent before the others arrive.
    const isHeld = (n: number) => n % 6 === 5
    const held = records.filter((_, n) => isHeld(n)).map(({ id }) => id)
    await blocker.query('begin')
    await blocker.query(`select id from ${table} where id = any($1) for update`, [held])
    const change = { version: 0, notes: 'x' }
    const replies = await Promise.all(records.map(({ id }) => stage.client.update(Contact, id, change)))
    await blocker.query('rollback')
    expect(replies.map(({ status }) => status)).toEqual(many.map((n) => (isHeld(n) ? 503 : 200)))
    expect(replies[5]?.json?.data).toMatchObject({ outcome: 'not-applied' })
  })
})
