import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { integer } from '../src/model/field/integer.ts'
import { series } from '../src/model/field/series.ts'
import { text } from '../src/model/field/text.ts'
import { tableName } from '../src/model/names.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { planSearchAll } from '../src/plan/searchAll.ts'
import { searchAllStatement } from '../src/statement/searchAll.ts'
import { type Client, recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { clientOf, makeRole, makeUser, User } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Order = model({
  name: 'org.example.shop.Order',
  title: 'number',
  list: ['number', 'reference', 'note'],
  fields: {
    number: series('ORD-{year}-{number:5}'),
    reference: text({ unique: true, max: 40 }),
    note: text(),
    pin: text({ secret: true }),
    pieces: integer(),
  },
})
const Customer = model({
  name: 'org.example.shop.Customer',
  title: 'name',
  search: ['name'],
  fields: { name: text({ required: true, max: 100 }) },
})
/** More records than are read as a whole. */
const Parcel = model({
  name: 'org.example.shop.Parcel',
  title: 'label',
  fields: { label: text({ max: 40, unique: true }), content: text({ max: 40 }) },
})
/** Nothing of it can be typed. */
const Count = model({ name: 'org.example.shop.Count', title: 'pieces', fields: { pieces: integer() } })

const models = toModels([Order, Customer, Parcel, Count])
const stage = useModels(models)
const year = new Date().getUTCFullYear()
const parcels = 120_000
let connection: pg.Client
let orders: { id: number }[] = []

beforeAll(async () => {
  const records = Array.from({ length: 45 }, (_, n) => ({ reference: `PO/${n + 100}`, note: 'fragile' }))
  orders = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Order.name}`, { body: { records } }))
  await stage.client.create(Customer.name, { name: 'Order of Malta' })
  connection = new pg.Client({
    connectionString: stage.database.url,
    options: '-c plan_cache_mode=force_generic_plan -c jit=off',
  })
  await connection.connect()
  const table = tableName(models.get(Parcel.name)).toText()
  await connection.query(`insert into ${table} (id, version, created_on, updated_on, label, content)
    select n, 0, now(), now(), 'PA-' || lpad(n::text, 7, '0'), 'Content ' || n
    from generate_series(1, ${parcels}) as n`)
  await connection.query(`vacuum (analyze) ${table}`)
}, 60_000)

afterAll(() => connection.end())

const search = (client: Client, q: string) => client.exchange('GET', `/ws/search?q=${encodeURIComponent(q)}`)
const titles = (reply: Awaited<ReturnType<typeof search>>) =>
  (recordsOf(reply) as unknown as { records: Record<string, unknown>[] }[]).flatMap(({ records }) =>
    records.map(({ id: _, version: __, ...title }) => Object.values(title)[0]),
  )

describe('a model that declares no search fields', () => {
  it('is searched by its title, numbers and unique texts, in lists and in all models', async () => {
    const { id } = orders[41] ?? { id: 0 }
    const found = { id, version: 0, number: `ORD-${year}-00042` }
    expect(shown(await search(stage.client, '00042'))).toEqual(
      success([{ model: Order.name, records: [found], more: false }]),
    )
    expect(recordsOf(await stage.client.find(Order.name, '?q=00042&fields=number'))).toEqual([found])
    expect(recordsOf(await stage.client.find(Order.name, '?q=141%20ORD&fields=number'))).toEqual([found])
    expect(recordsOf(await stage.client.find(Order.name, '?q=fragile'))).toEqual([])
    const { json } = await stage.client.exchange('GET', `/ws/meta/fields/${Order.name}`)
    expect(json?.data).toMatchObject([{ search: ['number', 'reference'] }])
  })

  it('shows first what begins with the text, in capitals or not', async () => {
    await stage.client.create(Order.name, { reference: `${year}` })
    const first = recordOf(await stage.client.create(Order.name, { reference: 'LATE-1' }))
    const early = recordOf(await stage.client.create(Order.name, { reference: 'x late-1' }))
    expect(titles(await search(stage.client, 'late-1'))).toEqual([first.id, early.id].map(numberOf))
    expect(titles(await search(stage.client, String(year)))[0]).toBe(`ORD-${year}-00046`)
    expect(titles(await search(stage.client, 'order'))).toEqual(['Order of Malta'])
  })

  it('refuses q if it has no such text, and says how to', async () => {
    const reply = await stage.client.find(Count.name, '?q=x')
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    expect(reply.text).toContain('search: [...]')
    expect(recordsOf(await stage.client.find(User, '?q=adm&fields=username'))).toMatchObject([{ username: 'admin' }])
    expect(titles(await search(stage.client, 'admin'))).toEqual([])
  })

  it('is searched only by fields that the caller reads in every record, and in records that they see', async () => {
    const some = { fieldName: 'pieces', operator: '=', value: 7 }
    const { id: byNumber } = await makeRole(stage.client, 'by number', [
      { model: Order.name, read: true, readFields: ['number', 'note'] },
      { model: Order.name, read: true, condition: some },
    ])
    const { id: few } = await makeRole(stage.client, 'few', [{ model: Order.name, read: true, condition: some }])
    const { id: notes } = await makeRole(stage.client, 'notes', [
      { model: Order.name, read: true, readFields: ['note'] },
    ])
    const clientWith = async (role: number) => {
      const { id } = await makeUser(stage.client, `user-${role}`, [{ id: role }])
      return clientOf(stage.service, stage.database, id)
    }
    const seven = recordOf(await stage.client.create(Order.name, { reference: 'PO/777', pieces: 7 }))
    const [reader, narrow, blind] = [await clientWith(byNumber), await clientWith(few), await clientWith(notes)]
    expect(titles(await search(reader, '00042'))).toEqual([`ORD-${year}-00042`])
    expect(titles(await search(reader, 'PO/141'))).toEqual([])
    expect(recordsOf(await reader.find(Order.name, '?q=PO/777'))).toEqual([])
    expect(titles(await search(narrow, '00042'))).toEqual([])
    expect(titles(await search(narrow, 'PO/'))).toEqual([numberOf(seven.id)])
    expect(titles(await search(blind, '00042'))).toEqual([])
    expect(shown(await blind.find(Order.name, '?q=00042'))).toEqual(refusal('invalid-parameter'))
    const { json } = await blind.exchange('GET', `/ws/meta/fields/${Order.name}`)
    expect((json?.data as object[])[0]).not.toHaveProperty('search')
    for (const client of [reader, narrow, blind]) client.close()
  })
})

describe('a table that is too large to be read as a whole', () => {
  it('is searched by the beginning of values that have an index', async () => {
    expect(titles(await search(stage.client, 'pa-0119999'))).toEqual(['PA-0119999'])
    expect(titles(await search(stage.client, 'PA-00'))).toHaveLength(5)
    expect(titles(await search(stage.client, '0119999'))).toEqual([])
    expect(recordsOf(await stage.client.find(Parcel.name, '?q=0119999&fields=label'))).toHaveLength(1)
  })

  it.each(['PA-0119999', 'PA-', '0119999', 'nowhere'])('and reads few of its records for %s', async (q) => {
    expect(await rowsRead(q)).toBeLessThan(50)
  })
})

function numberOf(id: number): string {
  return `ORD-${year}-${String(id - (orders[0]?.id ?? 0) + 1).padStart(5, '0')}`
}

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** How many rows of the large table a search reads, by the generic plan. */
async function rowsRead(q: string): Promise<number> {
  const authorization = serviceAuthorization(models)
  const statement = searchAllStatement(planSearchAll(q, authorization), authorization, models).toQuery()
  await connection.query(`prepare searched as ${statement.text}`)
  const given = statement.values.map((value) =>
    Array.isArray(value) ? `'{${value.join()}}'` : pg.escapeLiteral(String(value)),
  )
  const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) execute searched(${given.join()})`,
  )
  await connection.query('deallocate searched')
  const count = (node: PlanNode): number => {
    const isHere = node['Relation Name'] === 'org_example_shop_parcel'
    const own = isHere ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0
    return (node.Plans ?? []).reduce((sum, part) => sum + count(part), own)
  }
  const [explained] = rows
  if (!explained) throw new Error('There is no plan.')
  return count(explained['QUERY PLAN'][0].Plan)
}
