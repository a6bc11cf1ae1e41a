import { describe, expect, it } from 'vitest'
import { type RecordJson, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { Bill, numbered, Order, Receipt } from './harness/numbered.ts'
import { patient } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(numbered, patient)
const [orders, bills, receipts] = [Order.name, Bill.name, Receipt.name]
const year = new Date().getUTCFullYear()
let notes = 0

const nextNote = () => `note ${++notes}`
const create = async (model: string, data: object): Promise<RecordJson> =>
  recordOf(await stage.client.create(model, data))
const newOrder = () => create(orders, { note: nextNote() })
const bulk = (model: string, records: object[], query = ''): Promise<Reply> =>
  stage.client.exchange('POST', `/ws/rest/${model}${query}`, { body: { records } })

/** The count in a number. */
function countOf(record: RecordJson | undefined): number {
  return Number(/\d+$/.exec(String(record?.['number']))?.[0])
}

/** The bills in the table have the numbers from 1 on. Returns how many there are. */
async function expectNoHole(): Promise<number> {
  const rows = await stage.database.query<{ number: string }>(
    'select number from record.org_example_books_bill order by length(number), number',
  )
  const due = rows.map((_, index) => `INV-${year}-${String(index + 1).padStart(5, '0')}`)
  expect(rows.map(({ number }) => number)).toEqual(due)
  return rows.length
}

describe('each create gets the next number', () => {
  it('of a plain series', async () => {
    const [first, second] = [await newOrder(), await newOrder()]
    expect(first['number']).toMatch(new RegExp(`^ORD-${year}-\\d{5}$`))
    expect(countOf(second)).toBe(countOf(first) + 1)
  })

  it('of a gapless one, and of several in one record', async () => {
    const order = { id: (await newOrder()).id }
    const [first, second] = [await create(bills, { order }), await create(bills, { order })]
    expect(first['number']).toBe(`INV-${year}-00001`)
    expect(second['number']).toBe(`INV-${year}-00002`)
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const receipt = await create(receipts, { note: nextNote() })
    expect(receipt).toMatchObject({ daily: `${today}/1`, serial: 'R001', total: 'T1' })
  })

  it('in bulk, in the order of the request', async () => {
    const before = await expectNoHole()
    const order = { id: (await newOrder()).id }
    const replies = [
      await bulk(
        bills,
        Array.from({ length: 5 }, () => ({ order })),
      ),
      await bulk(
        orders,
        Array.from({ length: 5 }, () => ({ note: nextNote() })),
      ),
    ]
    for (const reply of replies) {
      const counts = recordsOf(reply).map(countOf)
      expect(counts).toEqual(counts.map((_, index) => countOf(recordsOf(reply)[0]) + index))
    }
    expect(await expectNoHole()).toBe(before + 5)
  })

  it('as a member of another record', async () => {
    const before = await expectNoHole()
    const order = await create(orders, { note: nextNote(), bills: [{ amount: '1' }, { amount: '2' }] })
    const read = recordOf(
      await stage.client.exchange('GET', `/ws/rest/${orders}/${order.id}?fields=bills.number,bills.amount`),
    )
    expect(read['bills']).toMatchObject([
      { number: `INV-${year}-${String(before + 1).padStart(5, '0')}`, amount: '1.00' },
      { number: `INV-${year}-${String(before + 2).padStart(5, '0')}`, amount: '2.00' },
    ])
    await expectNoHole()
  })

  it('with more digits than its template has, if it must', async () => {
    await stage.database.query(`update tabularium.series set last = 99998 where field = 'total'`)
    const [first, second] = [await create(receipts, {}), await create(receipts, {})]
    expect([first['total'], second['total']]).toEqual(['T99999', 'T100000'])
    await stage.database.query(`update tabularium.series set last = 999 where field = 'serial'`)
    const reply = await bulk(
      receipts,
      Array.from({ length: 1_000 }, () => ({})),
    )
    expect(recordsOf(reply).at(-1)?.['serial']).toMatch(/^R\d{4}$/)
  })
})

describe('a number that is sent is refused', () => {
  const fault = { number: 'is assigned by the service: leave it out' }
  const sent = { note: 'sent', number: 'ORD-1' }

  it('in a create, alone, in bulk and as a member', async () => {
    expect(shown(await stage.client.create(orders, sent))).toEqual(refusal('invalid-record', { errors: fault }))
    const many = shown(await bulk(orders, [{ note: 'a' }, sent]))
    expect(many).toEqual(refusal('invalid-record', { errors: { '1.number': fault.number } }))
    const member = await stage.client.create(orders, { note: 'a', bills: [{ number: 'INV-1' }] })
    expect(shown(member)).toEqual(refusal('invalid-record', { errors: { 'bills.0.number': fault.number } }))
    expect((await stage.client.create(orders, { note: 'null', number: null })).status).toBe(400)
  })

  it('in a change of all records that meet a condition', async () => {
    const body = { data: {}, values: { number: 'ORD-1' }, maxAffected: 100 }
    const reply = await stage.client.exchange('POST', `/ws/rest/${orders}/updateMass`, { body })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: fault }))
  })
})

describe('a gapless number is never left out', () => {
  it('when creates that arrive together are refused', async () => {
    const before = await expectNoHole()
    const order = { id: (await newOrder()).id }
    await create(bills, { order, code: 'taken' })
    const refused = [{ order: { id: 999_999 } }, { order, code: 'taken' }, { amount: 'much' }]
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        stage.client.create(bills, index % 4 === 0 ? (refused[(index / 4) % 3] ?? {}) : { order }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(90)
    expect(new Set(statuses)).toEqual(new Set([200, 400, 409]))
    expect(await expectNoHole()).toBe(before + 91)
  })

  it('when a bulk call, a transaction or a dry run writes nothing', async () => {
    const before = await expectNoHole()
    const order = { id: (await newOrder()).id }
    expect((await bulk(bills, [{ order }, { order: { id: 999_999 } }])).status).toBe(400)
    expect((await bulk(bills, [{ order }, { order, code: 'taken' }])).status).toBe(409)
    expect((await stage.client.create(orders, { note: nextNote(), bills: [{}, { code: 'taken' }] })).status).toBe(409)
    const dry = await bulk(bills, [{ order }, { order }], '?dryRun=true')
    expect(recordsOf(dry).map(countOf)).toEqual([before + 1, before + 2])
    expect(countOf(await create(bills, { order }))).toBe(before + 1)
    expect(await expectNoHole()).toBe(before + 1)
  })

  it('when a request is repeated with its key', async () => {
    const before = await expectNoHole()
    const order = { id: (await newOrder()).id }
    const request = { headers: { 'idempotency-key': 'series-1' }, body: { data: { order } } }
    const send = () => stage.client.exchange('PUT', `/ws/rest/${bills}`, request)
    const replies = await Promise.all(Array.from({ length: 8 }, send))
    expect(new Set(replies.map(({ status }) => status)).has(200)).toBe(true)
    expect(countOf(recordOf(await send()))).toBe(before + 1)
    expect(await expectNoHole()).toBe(before + 1)
  })
})
