import { describe, expect, it } from 'vitest'
import { model, series, text } from '../src/index.ts'
import { createStatement } from '../src/statement/create.ts'
import { drawIdsStatement } from '../src/statement/drawIds.ts'
import { openAuthCheck } from '../src/statement/authorization/authCheck.ts'
import { planCreate } from '../src/plan/create.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { using } from './harness/interrupt.ts'
import { Bill, numbered, Order, Receipt } from './harness/numbered.ts'
import { makeRole, makeUser, openSession } from './harness/people.ts'
import { patient } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(numbered, patient)
const [orders, bills, receipts] = [Order.name, Bill.name, Receipt.name]
const year = new Date().getUTCFullYear()
let notes = 0

const nextNote = () => `note ${++notes}`
const create = async (name: string, data: object): Promise<RecordJson> =>
  recordOf(await stage.client.create(name, data))
const newOrder = () => create(orders, { note: nextNote() })
const setCounter = (field: string, last: number, name: string = bills) =>
  stage.database.query(
    `update tabularium.series set last = $2
    where field = $1 and model = (select number from tabularium.models where name = $3)`,
    [field, last, name],
  )

async function clientWith(username: string, rules: readonly object[]): Promise<Client> {
  const role = await makeRole(stage.client, username, rules)
  const { id } = await makeUser(stage.client, username, [role])
  const client = new Client(stage.service.url)
  client.cookie = await openSession(stage.database, id)
  return client
}

describe('a number stays what it is', () => {
  const fault = { number: 'is assigned by the service: leave it out, or send it back unchanged' }

  it('when a record is sent back as it was read', async () => {
    const order = await newOrder()
    const changed = await stage.client.update(orders, order.id, { ...order, note: 'sent back' })
    expect(recordOf(changed)).toMatchObject({ number: order['number'], version: 1, note: 'sent back' })
    const other = await stage.client.update(orders, order.id, { version: 1, number: 'ORD-1', note: 'x' })
    expect(shown(other)).toEqual(refusal('invalid-record', { errors: fault }))
    const none = await stage.client.update(orders, order.id, { version: 1, number: null })
    expect(shown(none)).toEqual(refusal('invalid-record', { errors: fault }))
    expect(recordOf(await stage.client.read(orders, order.id))).toMatchObject({ version: 1, note: 'sent back' })
  })

  it('when changes are merged, in bulk and as a member', async () => {
    const order = await newOrder()
    recordOf(await stage.client.update(orders, order.id, { version: 0 }))
    const merged = await stage.client.exchange('POST', `/ws/rest/${orders}/${order.id}?onConflict=merge`, {
      body: { data: { ...order, note: 'merged' } },
    })
    expect(recordOf(merged)).toMatchObject({ number: order['number'], version: 2, note: 'merged' })
    const records = [{ id: order.id, version: 2, number: 'ORD-1' }]
    const bulk = await stage.client.exchange('POST', `/ws/rest/${orders}`, { body: { records } })
    expect(shown(bulk)).toMatchObject({ status: 400, json: { errors: { '0.number': fault.number } } })
    const bill = await create(bills, { order: { id: order.id } })
    const member = { id: bill.id, version: 0, number: 'INV-1' }
    const reply = await stage.client.update(orders, order.id, { version: 2, bills: [member] })
    expect(shown(reply)).toMatchObject({ status: 400, json: { errors: { 'bills.0.number': fault.number } } })
  })

  it('when an old version is restored', async () => {
    const order = await newOrder()
    recordOf(await stage.client.update(orders, order.id, { version: 0, note: nextNote() }))
    const restored = await stage.client.restore(orders, order.id, { version: 1, toVersion: 0 })
    expect(recordOf(restored)).toMatchObject({ number: order['number'], note: order['note'], version: 2 })
  })

  it('when a deleted record is restored: it gets its old number, and draws none', async () => {
    const [first, second] = [await create(bills, {}), await create(bills, {})]
    expect((await stage.client.delete(bills, first.id, 0)).status).toBe(200)
    const restored = recordOf(await stage.client.restore(bills, first.id, { version: 1, toVersion: 0 }))
    expect(restored['number']).toBe(first['number'])
    const third = await create(bills, {})
    const counts = [first, second, third].map(({ number }) => Number(String(number).slice(-5)))
    expect(counts).toEqual(counts.map((_, index) => (counts[0] ?? 0) + index))
  })

  it('and is in the history from the start', async () => {
    const order = await newOrder()
    const history = recordsOf(await stage.client.exchange('GET', `/ws/rest/${orders}/${order.id}/history`))
    expect(history[0]).toMatchObject({
      changes: expect.objectContaining({ number: { from: null, to: order['number'] } }),
    })
    const old = recordOf(await stage.client.exchange('GET', `/ws/rest/${orders}/${order.id}?version=0`))
    expect(old['number']).toBe(order['number'])
  })
})

describe('a number is text', () => {
  it('for criteria, sorts and words', async () => {
    const [first, second] = [await newOrder(), await newOrder()]
    const search = async (body: object) =>
      recordsOf(await stage.client.exchange('POST', `/ws/rest/${orders}/search`, { body })).map(({ id }) => id)
    const criteria = (operator: string, value: unknown) => ({ criteria: [{ fieldName: 'number', operator, value }] })
    expect(await search({ data: criteria('=', first['number']) })).toEqual([first.id])
    expect(await search({ data: criteria('>=', first['number']), sortBy: ['-number'] })).toEqual([second.id, first.id])
    expect(await search({ data: {}, q: String(second['number']) })).toEqual([second.id])
  })
})

describe('rights', () => {
  it('who may create gets a number, and sees it only if they may read it', async () => {
    const rule = { model: bills, create: true, read: true, readFields: ['amount'], writeFields: ['amount'] }
    const client = await clientWith('blind', [rule])
    const before = await create(bills, {})
    const made = recordOf(await client.create(bills, { amount: '5' }))
    expect(made).not.toHaveProperty('number')
    const read = recordOf(await stage.client.read(bills, made.id))
    expect(Number(String(read['number']).slice(-5))).toBe(Number(String(before['number']).slice(-5)) + 1)
    const sent = await client.create(bills, { amount: '5', number: 'INV-1' })
    expect(shown(sent)).toMatchObject({ json: { errors: { number: expect.stringContaining('is not a field of') } } })
    client.close()
  })

  it('who may not write the field may still send it back, and learns nothing about others', async () => {
    const rule = { model: orders, read: true, update: true, writeFields: ['note'] }
    const client = await clientWith('clerk', [rule])
    const order = recordOf(await client.read(orders, (await newOrder()).id))
    expect(recordOf(await client.update(orders, order.id, { ...order, note: nextNote() }))).toMatchObject({
      version: 1,
    })
    expect((await client.update(orders, order.id, { version: 1, number: 'ORD-1' })).status).toBe(400)
    client.close()
  })
})

describe('two transactions that draw from several series in opposite order', () => {
  it('all succeed, and leave no hole', async () => {
    const count = (table: string, field: string) =>
      stage.database.query<{ n: number; last: number }>(
        `select count(*)::int as n, max(substring(${field} from '\\d+$')::int) as last from record.${table}`,
      )
    const before = [await count('org_example_books_bill', 'number'), await count('org_example_books_receipt', 'total')]
    const start = performance.now()
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 2 === 0
          ? stage.client.create(bills, { receipts: [{}, {}] })
          : stage.client.create(receipts, { bills: [{}, {}] }),
      ),
    )
    expect(replies.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
    const after = [await count('org_example_books_bill', 'number'), await count('org_example_books_receipt', 'total')]
    for (const [index, [now]] of after.entries()) {
      const [was] = before[index] ?? []
      expect(now?.n).toBe((was?.n ?? 0) + 36)
      expect(now?.last).toBe((was?.last ?? 0) + 36)
    }
    // PostgreSQL finds a deadlock only after a second.
    expect(performance.now() - start).toBeLessThan(30_000)
  })
})

describe('the period', () => {
  it('has a count of its own', async () => {
    for (const name of [orders, bills, receipts]) await create(name, {})
    const [row] = await stage.database.query<{ periods: string[] }>(
      `select array_agg(period order by period) as periods from tabularium.series where field in ('number', 'daily')`,
    )
    const today = new Date().toISOString().slice(0, 10)
    expect(new Set(row?.periods)).toEqual(new Set([`${year}`, today]))
    await stage.database.query(
      `update tabularium.series set period = '1999', last = 70000
      where field = 'number' and model = (select number from tabularium.models where name = $1)`,
      [bills],
    )
    await stage.database.query('truncate record.org_example_books_bill, record.org_example_books_receipt')
    expect(await create(bills, {})).toMatchObject({ number: `INV-${year}-00001` })
  })

  it('that has ended takes no number that was drawn ahead: the statement draws another', async () => {
    const context = { authorization: serviceAuthorization(numbered), requestId: 'test', dryRun: false }
    const order = numbered.get(orders)
    const rows = await using(stage.database.url, async (connection) => {
      const plans = [1, 2, 3].map(() => planCreate({ note: nextNote() }, order, numbered, context))
      const ids = (await connection.query(drawIdsStatement(order, 3))).map(({ nextval }) => Number(nextval))
      const numbers = [`${year - 1}`, `${year}`, `${year - 1}`].map((period) => [{ period, number: 88_888 }])
      const items = plans.map((plan, index) => ({ plan, id: ids[index] ?? 0, numbers: numbers[index] }))
      await connection.query(createStatement.toSql(items, numbered, openAuthCheck))
      return stage.database.query<{ number: string }>(
        'select number from record.org_example_books_order where id = any($1) order by id',
        [ids],
      )
    })
    const counts = rows.map(({ number }) => Number(number.slice(-5)))
    expect(counts[1]).toBe(88_888)
    expect(counts[2]).toBe((counts[0] ?? 0) + 1)
    expect(rows.every(({ number }) => number.startsWith(`ORD-${year}-`))).toBe(true)
    await stage.database.query(`delete from record.org_example_books_order where number like '%88888'`)
  })
})

describe('a counter that is behind its records', () => {
  const behind = (name: string) =>
    refusal('unavailable', {
      data: { outcome: 'not-applied', message: expect.stringContaining(`The series of ${name} gives out numbers`) },
    })

  it('makes a plain series draw other numbers', async () => {
    const made = await stage.client.exchange('POST', `/ws/rest/${orders}`, {
      body: { records: Array.from({ length: 50 }, () => ({ note: nextNote() })) },
    })
    const last = Number(String(recordsOf(made).at(-1)?.['number']).slice(-5))
    await setCounter('number', last - 40, orders)
    await stage.serve(numbered)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => stage.client.create(orders, { note: nextNote() })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map((reply) => recordOf(reply)['number'])).size).toBe(20)
    await setCounter('number', last - 40, orders)
    await stage.serve(numbered)
    const whole = await stage.client.create(orders, { note: nextNote(), bills: [{}] })
    expect(whole.status).toBe(200)
  })

  it('makes a gapless series fail with advice, until the operator sets it', async () => {
    const bill = await create(bills, {})
    const last = Number(String(bill['number']).slice(-5))
    await setCounter('number', last - 1)
    expect(shown(await stage.client.create(bills, {}))).toEqual(behind(bills))
    const many = await stage.client.exchange('POST', `/ws/rest/${bills}`, { body: { records: [{}, {}] } })
    expect(shown(many)).toMatchObject({ status: 503 })
    await setCounter('number', last)
    expect(await create(bills, {})).toMatchObject({ number: `INV-${year}-${String(last + 1).padStart(5, '0')}` })
  })
})

describe('migrate', () => {
  const name = 'org.example.books.Note'
  const notesWith = (fields: object) =>
    toModels([model({ name, title: 'text', fields: { text: text({ max: 50 }), ...fields } })])

  it('gives old records no number, counts on after a rename, and keeps the counter of a dropped field', async () => {
    await stage.serve(notesWith({}))
    const old = await create(name, { text: 'old' })
    await stage.serve(notesWith({ code: series('N{number}', { gapless: true }) }))
    expect(recordOf(await stage.client.read(name, old.id))).toMatchObject({ code: null })
    const changed = await stage.client.update(name, old.id, { version: 0, code: null, text: 'still none' })
    expect(recordOf(changed)).toMatchObject({ code: null, version: 1 })
    expect(await create(name, {})).toMatchObject({ code: 'N1' })
    await stage.serve(notesWith({ number: series('N{number}', { gapless: true, was: 'code' }) }))
    expect(await create(name, {})).toMatchObject({ number: 'N2' })
    await stage.serve(notesWith({ number: series('N{number:3}') }))
    expect(await create(name, {})).toMatchObject({ number: 'N003' })
    await stage.serve(notesWith({}))
    await stage.serve(notesWith({ number: series('N{number:3}') }))
    expect(await create(name, {})).toMatchObject({ number: 'N004' })
    await stage.serve(notesWith({ number: text({ max: 20 }) }))
    expect(await create(name, { number: 'mine' })).toMatchObject({ number: 'mine' })
  })
})
