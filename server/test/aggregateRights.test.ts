import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from '../src/command/doctor/examine.ts'
import type { Finding } from '../src/command/doctor/Finding.ts'
import { model } from '../src/model/declare.ts'
import { choice } from '../src/model/field/choice.ts'
import { decimal } from '../src/model/field/decimal.ts'
import { formula } from '../src/model/field/formula.ts'
import { integer } from '../src/model/field/integer.ts'
import { reference } from '../src/model/field/reference.ts'
import { rollup } from '../src/model/field/rollup.ts'
import { text } from '../src/model/field/text.ts'
import { collection } from '../src/model/relation/collection.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { Database } from '../src/postgres/Database.ts'
import { sql } from '../src/sql/sql.ts'
import { pathOf, saveMany } from './harness/actions.ts'
import { Client, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { makeRole, makeUser, openSession } from './harness/people.ts'
import { startService } from './harness/service.ts'
import { until } from './harness/poll.ts'
import { useModels } from './harness/useModels.ts'

const Shop = model({ name: 'till.Shop', title: 'name', fields: { name: text(), region: text() } })
const Bill = model({
  name: 'till.Bill',
  title: 'note',
  fields: {
    note: text(),
    state: choice(['open', 'paid']),
    shop: reference(Shop),
    tip: decimal({ precision: 10, scale: 2 }),
    lines: collection('till.Line', { by: 'bill' }),
    total: rollup('sum', 'lines.amount'),
  },
})
const Line = model({
  name: 'till.Line',
  title: 'name',
  fields: {
    name: text(),
    bill: reference(Bill),
    quantity: integer(),
    price: decimal({ precision: 10, scale: 2 }),
    amount: formula('quantity * price', decimal({ precision: 14, scale: 2 })),
  },
})
const models = toModels([Shop, Bill, Line])
const stage = useModels(models)
let clerk: Client

beforeAll(async () => {
  const [near, far] = recordsOf(
    await saveMany(stage.client, Shop, [
      { name: 'Near', region: 'N' },
      { name: 'Far', region: 'F' },
    ]),
  )
  const bills = recordsOf(
    await saveMany(stage.client, Bill, [
      { note: 'a', state: 'open', shop: { id: near?.id }, tip: '1.00' },
      { note: 'b', state: 'open', shop: { id: far?.id }, tip: '2.00' },
      { note: 'c', state: 'paid', shop: { id: far?.id }, tip: '400.00' },
    ]),
  )
  const line = (bill: number, name: string, price: string) => ({
    name,
    bill: { id: bills[bill]?.id },
    quantity: 2,
    price,
  })
  const lines = [line(0, 'seen', '1.50'), line(0, 'hidden', '50.00'), line(1, 'seen', '2.00'), line(2, 'seen', '9.00')]
  recordsOf(await saveMany(stage.client, Line, lines))
  const role = await makeRole(stage.client, 'clerk', [
    {
      model: Shop.name,
      read: true,
      condition: { fieldName: 'region', operator: '=', value: 'N' },
      readFields: ['name'],
    },
    {
      model: Bill.name,
      read: true,
      condition: { fieldName: 'state', operator: '=', value: 'open' },
      readFields: ['note', 'state', 'shop', 'lines', 'total'],
    },
    { model: Line.name, read: true, condition: { fieldName: 'name', operator: '=', value: 'seen' } },
  ])
  const { id } = await makeUser(stage.client, 'clerk', [role])
  clerk = new Client(stage.service.url)
  clerk.cookie = await openSession(stage.database, id)
})

afterAll(() => clerk.close())

async function ask(body: object, client = clerk, of: { name: string } = Bill): Promise<unknown> {
  return (await client.exchange('POST', pathOf(of, 'aggregate'), { body })).json?.data
}

describe('what a caller may not see', () => {
  it('is in no count, group or sum: records', async () => {
    expect(await ask({ groupBy: ['state'], count: true })).toEqual([{ group: { state: 'open' }, count: 2 }])
    expect(await ask({ groupBy: ['state'], count: true }, stage.client)).toHaveLength(2)
  })

  it('is in no sum: members of a rollup', async () => {
    expect(await ask({ groupBy: ['state'], sum: ['total'] })).toEqual([
      { group: { state: 'open' }, sum: { total: '7.00' } },
    ])
    expect(await ask({ groupBy: ['state'], sum: ['total'], sortBy: ['-sum.total'] }, stage.client)).toEqual([
      { group: { state: 'open' }, sum: { total: '107.00' } },
      { group: { state: 'paid' }, sum: { total: '18.00' } },
    ])
    expect(await ask({ sum: ['amount'], count: true }, clerk, Line)).toEqual([
      { group: {}, count: 3, sum: { amount: '25.00' } },
    ])
  })

  it('does not exist: a field', async () => {
    for (const body of [
      { sum: ['tip'] },
      { groupBy: ['tip'] },
      { countDistinct: ['tip'] },
      { groupBy: ['shop.region'] },
    ]) {
      const reply = await clerk.exchange('POST', pathOf(Bill, 'aggregate'), { body: { count: true, ...body } })
      expect(shown(reply)).toEqual(refusal('invalid-parameter'))
      expect(reply.text).toContain('There is no field')
    }
  })

  it('is an id alone: the record that a group refers to', async () => {
    const groups = await ask({ groupBy: ['shop', 'shop.name'], count: true })
    expect(groups).toEqual([
      { group: { shop: { id: 1, name: 'Near' }, 'shop.name': 'Near' }, count: 1 },
      { group: { shop: { id: 2 }, 'shop.name': null }, count: 1 },
    ])
    expect(await ask({ groupBy: ['shop'], count: true, sortBy: ['-shop'], limit: 1 }, stage.client)).toEqual([
      { group: { shop: { id: 2, name: 'Far' } }, count: 2 },
    ])
  })

  it('is the model itself, for those who may not read it', async () => {
    const { id } = await makeUser(stage.client, 'stranger')
    const stranger = new Client(stage.service.url)
    stranger.cookie = await openSession(stage.database, id)
    const reply = await stranger.exchange('POST', pathOf(Bill, 'aggregate'), { body: { count: true } })
    expect(shown(reply)).toEqual(refusal('unknown-model'))
    stranger.close()
    const anonymous = await stage.client.exchange('POST', pathOf(Bill, 'aggregate'), {
      body: { count: true },
      cookie: null,
    })
    expect(anonymous.status).toBe(401)
  })
})

describe('an aggregate that takes too long', () => {
  it('ends at its own time limit, with advice, and leaves the connection usable', async () => {
    const service = await startService(stage.database.url, { aggregateTimeout: '1s', poolSize: '3' }, models)
    const client = new Client(service.url)
    client.cookie = stage.client.cookie
    await stage.database.query('begin')
    await stage.database.query('lock table record.till_line in access exclusive mode')
    const slow = await client.exchange('POST', pathOf(Line, 'aggregate'), { body: { sum: ['quantity'] } })
    await stage.database.query('rollback')
    expect(slow.status).toBe(503)
    expect(slow.text).toContain('The aggregate could not be answered within 1 s. Narrow it by criteria')
    for (let round = 0; round < 5; round++)
      expect(await ask({ count: true }, client, Line)).toEqual([{ group: {}, count: 4 }])
    const [row] = await stage.database.query(
      `select count(*)::int as open
       from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(row?.['open']).toBe(0)
    client.close()
    await service.stop()
  })

  it('may take longer than other statements', async () => {
    const database = new Database({
      url: stage.database.url,
      poolSize: 1,
      preparedStatements: true,
      connectTimeout: 5_000,
      queueTimeout: 5_000,
      statementTimeout: 300,
    })
    const slow = sql`select pg_sleep(0.6)::text, current_setting('plan_cache_mode')`.named('slow')
    const setting = sql`select current_setting('statement_timeout'), current_setting('plan_cache_mode')`.named('now')
    await expect(database.run(slow, 'read')).rejects.toMatchObject({ code: 'unavailable' })
    expect(await database.run(slow, 'read', { timeout: 5_000 })).toEqual([['', 'force_custom_plan']])
    await expect(database.run(slow, 'read', { timeout: 400 })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await database.run(setting, 'read')).toEqual([['300ms', 'force_generic_plan']])
    database.close()
  })
})

describe('doctor', () => {
  it('names aggregates that read a whole table, with the index that would help', async () => {
    const service = await startService(stage.database.url, {}, models)
    const client = new Client(service.url)
    client.cookie = stage.client.cookie
    await stage.database.query('delete from tabularium.searches')
    await stage.database.query(
      `insert into record.till_shop (id, version, created_on, updated_on, name, region)
       select 1000 + i, 0, now(), now(), md5(i::text), (i % 7)::text from generate_series(1, 20000) i`,
    )
    await ask({ groupBy: ['region'], count: true }, client, Shop)
    await ask({ groupBy: ['shop.region'], count: true }, client, Bill)
    client.close()
    await service.stop()
    await stage.database.query('vacuum analyze record.till_shop')
    expect(await findByRegion()).toEqual([
      {
        check: 'searches',
        what: expect.stringContaining('till.Shop: count by region: reads all of till.Shop (about 20,0'),
        why: expect.stringContaining('aggregate timeout'),
        advice: [expect.stringContaining('In till.Shop declare region with indexed: true')],
      },
    ])
  })

  it('is content with that index', async () => {
    await stage.database.query('create index on record.till_shop (region)')
    // An index alone is read if the table is vacuumed, which waits for the transactions of others.
    await until('the index is used', async () => {
      await stage.database.query('vacuum (analyze, disable_page_skipping) record.till_shop')
      return (await findByRegion()).length === 0
    })
  })
})

/** The findings about the aggregate of shops by their region. */
async function findByRegion(): Promise<Finding[]> {
  const connection = await Connection.open(stage.database.url)
  const options = { rows: 10_000, recount: false, fix: false }
  const { findings } = await examine((statement) => connection.query(statement), models, options)
  await connection.close()
  return findings.filter(({ what }) => what.includes('till.Shop: count by region'))
}
