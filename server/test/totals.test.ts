import { beforeAll, describe, expect, it } from 'vitest'
import type { Model } from '../src/model/Model.ts'
import type { Models } from '../src/model/Models.ts'
import { loadModels } from '../src/model/loadModels.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { countRecords } from '../src/schema/compareRegistry.ts'
import { foldStatement } from '../src/statement/journal/counts.ts'
import { findStatement } from '../src/statement/find.ts'
import { openAuthCheck } from '../src/statement/authorization/authCheck.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { contactsFolder } from './harness/commandLine.ts'
import { Company, Contact, Tag } from './harness/contract.ts'
import { createDatabase } from './harness/database.ts'
import { until } from './harness/poll.ts'
import { randomFrom } from './harness/random.ts'
import { startService } from './harness/service.ts'
import { useService } from './harness/useService.ts'

// Only the tests fold.
const stage = useService({ foldInterval: '1m', maxLimit: '100000' })
const table = 'record.com_example_contacts_tag'
const seed = 20260131
let models: Models
let model: Model

beforeAll(async () => {
  models = await loadModels(contactsFolder)
  model = models.get(Tag)
})

async function fold(): Promise<void> {
  await stage.database.query(foldStatement.toText())
}

async function number(text: string): Promise<number> {
  const [row] = await stage.database.query<{ n: number }>(`select (${text})::int as n`)
  return row?.n ?? Number.NaN
}

const pending = () => number('select count(*) from tabularium.count_deltas')
const counted = () => number(`select count(*) from ${table}`)

/** The total and the ids of a page as the service answers them. */
async function page(
  name: string,
  offset: number,
  limit: number,
  more = '',
): Promise<{ total: unknown; ids: number[] }> {
  const reply = await stage.client.find(name, `?offset=${offset}&limit=${limit}${more}`)
  return { total: reply.json?.total, ids: recordsOf(reply).map(({ id }) => id) }
}

/** All ids in their order, counted and sorted by PostgreSQL itself. */
async function allIds(): Promise<number[]> {
  const rows = await stage.database.query<{ id: string }>(`select id from ${table} order by id`)
  return rows.map(({ id }) => Number(id))
}

/** The pages that are not those which skipping row by row would give. */
async function wrongPages(offsets: readonly number[]): Promise<object[]> {
  const ids = await allIds()
  const wrong: object[] = []
  for (const [index, offset] of offsets.entries()) {
    const limit = [1, 3, 40, 1_500][index % 4] ?? 1
    const truth = { total: ids.length, ids: ids.slice(offset, offset + limit) }
    for (const more of ['', '&fields=name']) {
      const found = await page(Tag, offset, limit, more)
      if (JSON.stringify(found) !== JSON.stringify(truth)) wrong.push({ offset, limit, more, found, truth })
    }
  }
  return wrong
}

describe('the total', () => {
  it('is exact while changes wait to be folded, after the fold, and between the two', async () => {
    const total = async () => (await page(Company, 0, 0)).total
    const create = async (n: number) => {
      const replies = Array.from({ length: n }, (_, i) => stage.client.create(Company, { name: `Company ${i}` }))
      return (await Promise.all(replies)).map((reply) => recordOf(reply).id)
    }
    expect(await total()).toBe(0)
    const first = await create(30)
    expect(await pending()).toBeGreaterThan(0)
    expect(await total()).toBe(30)
    await fold()
    expect(await pending()).toBe(0)
    expect(await total()).toBe(30)
    await create(12)
    for (const id of first.slice(0, 5)) expect((await stage.client.delete(Company, id)).status).toBe(200)
    expect(await total()).toBe(37)
    await fold()
    await fold()
    expect(await total()).toBe(37)
    expect((await page(Company, 0, 100)).ids).toHaveLength(37)
  })

  it('counts what happened, and nothing that was refused', async () => {
    const total = async () => (await page(Contact, 0, 0)).total
    const { id } = recordOf(await stage.client.create(Contact, { firstName: 'A', lastName: 'B' }))
    const before = await total()
    await stage.client.create(Contact, { firstName: 'A' })
    await stage.client.create(Contact, { firstName: 'A', lastName: 'B', company: { id: 999_999 } })
    await stage.client.update(Contact, id, { version: 0, firstName: 'C' })
    await stage.client.delete(Contact, id, 0)
    expect(await total()).toBe(before)
    await stage.client.delete(Contact, id)
    await stage.client.delete(Contact, id)
    expect(await total()).toBe(Number(before) - 1)
    await stage.client.restore(Contact, id, { version: 2, toVersion: 0 })
    await stage.client.restore(Contact, id, { version: 2, toVersion: 0 })
    expect(await total()).toBe(before)
  })

  it('does not count records that were written with SQL, as documented', async () => {
    const { total } = await page(Company, 0, 0)
    await stage.database.query(
      `insert into record.com_example_contacts_company (id, version, created_on, updated_on, name)
        values (900000, 0, now(), now(), 'By hand')`,
    )
    expect((await page(Company, 0, 0)).total).toBe(total)
    await stage.database.query('delete from record.com_example_contacts_company where id = 900000')
  })

  it('is shown with its lag on the health port, and folded by any process', async () => {
    recordOf(await stage.client.create(Company, { name: 'Pending' }))
    const status = async (url: string) => (await (await fetch(`${url}/status`)).json()) as { fold: object }
    expect(await status(stage.service.healthUrl)).toEqual({
      draining: false,
      fold: { pending: await pending(), lastRun: null },
      requests: expect.any(Object),
      work: expect.any(Object),
    })
    const other = await startService(stage.database.url, { foldInterval: '50ms' })
    await until('the other process has folded', async () => (await pending()) === 0)
    expect(await status(other.healthUrl)).toEqual({
      draining: false,
      fold: { pending: 0, lastRun: expect.any(Number) },
      requests: expect.any(Object),
      work: expect.any(Object),
    })
    await other.stop()
  })
})

describe('pages of a table with gaps of every size', () => {
  const random = randomFrom(seed)
  const whole = (below: number) => Math.floor(random() * below)

  beforeAll(async () => {
    // Dense at first, then thin, over all levels of blocks: 2^10, 2^20 and 2^30 ids, and past them.
    const ids = [
      ...Array.from({ length: 2_600 }, (_, n) => n + 1),
      ...Array.from({ length: 1_200 }, () => 3_000 + whole(60_000)),
      ...Array.from({ length: 900 }, () => 2 ** 20 + whole(5 * 2 ** 20)),
      ...Array.from({ length: 700 }, () => 2 ** 30 + whole(4 * 2 ** 30)),
      ...Array.from({ length: 300 }, () => 2 ** 42 + whole(2 ** 12)),
    ]
    await stage.database.query(
      `insert into ${table} (id, version, created_on, updated_on, name)
      select id, 0, now(), now(), 'tag ' || id from unnest($1::bigint[]) as id on conflict do nothing`,
      [ids],
    )
    await stage.database.query(`select setval('${table}_ids', ${2 ** 43})`)
    await stage.database.query(countRecords(model).toText())
  })

  it('are those that skipping row by row would give, wherever they begin', async () => {
    const n = await counted()
    const edges = [0, 1, 1_023, 1_024, 1_025, 1_026, 2_047, 2_048, 2_049, 2_599, 2_600, 2_601, n - 2, n - 1, n, n + 5]
    expect(await wrongPages([...edges, ...Array.from({ length: 60 }, () => whole(n))])).toEqual([])
  })

  it('also while creates and deletes wait to be folded, when half of them are folded, and when all are', async () => {
    for (let round = 0; round < 3; round++) {
      const ids = await allIds()
      const gone = ids.filter(() => random() < 0.02)
      const deleted = await Promise.all(gone.map((id) => stage.client.delete(Tag, id)))
      expect(deleted.filter(({ status }) => status !== 200)).toEqual([])
      const made = Array.from({ length: 40 }, (_, n) => stage.client.create(Tag, { name: `new ${round} ${n}` }))
      expect((await Promise.all(made)).filter(({ status }) => status !== 200)).toEqual([])
      const n = await counted()
      expect(await wrongPages(Array.from({ length: 12 }, () => whole(n)))).toEqual([])
      if (round > 0) await fold()
      expect(await wrongPages(Array.from({ length: 12 }, () => whole(n)))).toEqual([])
    }
  })

  it('also if whole blocks have become empty', async () => {
    const ids = await allIds()
    const gone = ids.filter((id) => id >= 1_024 && id < 2_048)
    await Promise.all(gone.map((id) => stage.client.delete(Tag, id)))
    const offsets = [1_020, 1_023, 1_024, 1_025, 1_026, 1_300, ids.length - gone.length - 1]
    expect(await wrongPages(offsets)).toEqual([])
    await fold()
    expect(await wrongPages(offsets)).toEqual([])
  })

  it('past the end are empty, with the total', async () => {
    const n = await counted()
    for (const offset of [n, n + 1, n + 10_000, Number.MAX_SAFE_INTEGER])
      for (const more of ['', '&fields=name']) expect(await page(Tag, offset, 10, more)).toEqual({ total: n, ids: [] })
  })

  it('agree with a count in the same snapshot, while others create, delete, fail and fold', async () => {
    const end = new AbortController()
    const traffic = Array.from({ length: 4 }, async (_, client) => {
      for (let n = 0; !end.signal.aborted; n++) {
        const { id } = recordOf(await stage.client.create(Tag, { name: `load ${client} ${n}` }))
        await stage.client.create(Tag, { name: `load ${client} ${n}` })
        if (n % 3 > 0) await stage.client.delete(Tag, id)
      }
    })
    const folder = await startService(stage.database.url, { foldInterval: '50ms' })
    const differences: object[] = []
    for (let look = 0; look < 100; look++) differences.push(...(await compareOnce(whole(6_000))))
    end.abort()
    await Promise.all(traffic)
    await folder.stop()
    expect(differences).toEqual([])
  })

  /** Asks the service's own statement, and PostgreSQL for the truth, in one snapshot. */
  async function compareOnce(offset: number): Promise<object[]> {
    const limit = 5
    const find = findStatement
      .toSql(
        [{ operation: 'find', model, authorization: serviceAuthorization(models), offset, limit }],
        models,
        openAuthCheck,
      )
      .toQuery()
    await stage.database.query('begin isolation level repeatable read read only')
    const [row] = await stage.database.query<{ c2: string; c3: string | null }>(find.text, find.values)
    const n = await counted()
    const ids = await stage.database.query<{ id: string }>(
      `select id from ${table} order by id offset ${offset} limit ${limit}`,
    )
    await stage.database.query('commit')
    const told: { id: number }[] = JSON.parse(`[${row?.c3 ?? ''}]`)
    const found = { total: Number(row?.c2), ids: told.map(({ id }) => id) }
    const truth = { total: n, ids: ids.map(({ id }) => Number(id)) }
    return JSON.stringify(found) === JSON.stringify(truth) ? [] : [{ offset, found, truth }]
  }
})

describe('a fold', () => {
  it('is done by one process at a time; one that is killed in the middle changes nothing', async () => {
    const database = await createDatabase()
    await database.query(
      `insert into tabularium.count_deltas values (101, 0, 1), (101, 0, 1), (101, 5000, 1), (102, 0, -1)`,
    )
    await database.query('begin')
    await database.query(foldStatement.toText())
    const second = await startService(database.url, { foldInterval: '50ms' })
    await until('the other process has tried', async () => {
      const { fold: told } = (await (await fetch(`${second.healthUrl}/status`)).json()) as {
        fold: { lastRun: unknown }
      }
      return told.lastRun !== null
    })
    await second.stop()
    await database.query('rollback')
    expect(await database.query('select count(*)::int as n from tabularium.count_deltas')).toEqual([{ n: 4 }])
    await database.query(foldStatement.toText())
    expect(await database.query('select count(*)::int as n from tabularium.count_deltas')).toEqual([{ n: 0 }])
    expect(
      await database.query(
        'select model, block::int, records::int from tabularium.counts where level = 1 and model > 100 order by 1, 2',
      ),
    ).toEqual([
      { model: 101, block: 0, records: 2 },
      { model: 101, block: 5000, records: 1 },
      { model: 102, block: 0, records: -1 },
    ])
    expect(
      await database.query(
        'select distinct model, sum(records)::int from tabularium.counts where model > 100 group by model, level',
      ),
    ).toEqual([
      { model: 101, sum: 3 },
      { model: 102, sum: -1 },
    ])
    await database.drop()
  })
})
