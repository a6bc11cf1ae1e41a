import { beforeAll, describe, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { boolean } from '../src/model/field/boolean.ts'
import { choice } from '../src/model/field/choice.ts'
import { date } from '../src/model/field/date.ts'
import { dateTime } from '../src/model/field/dateTime.ts'
import { decimal } from '../src/model/field/decimal.ts'
import { integer } from '../src/model/field/integer.ts'
import { json } from '../src/model/field/json.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { collection } from '../src/model/relation/collection.ts'
import { pathOf, removeAll, saveMany } from './harness/actions.ts'
import { Client, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { startService } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

const Customer = model({
  name: 'report.Customer',
  title: 'name',
  fields: { name: text(), country: text({ max: 2 }), sales: collection('report.Sale', { by: 'customer' }) },
})
const Sale = model({
  name: 'report.Sale',
  title: 'note',
  search: ['note'],
  fields: {
    note: text(),
    status: choice(['draft', 'placed', 'void'], { indexed: true }),
    customer: reference(Customer),
    placedOn: date(),
    seenAt: dateTime(),
    amount: decimal({ precision: 12, scale: 2 }),
    weight: decimal({ precision: 30, scale: 2 }),
    pieces: integer(),
    paid: boolean(),
    extra: json(),
    pin: text({ secret: true }),
  },
})
const models = toModels([Customer, Sale])
const stage = useModels(models)

const sales = [
  {
    note: 'pen',
    status: 'draft',
    customer: 1,
    placedOn: '2025-12-29',
    seenAt: '2026-01-31T23:30:00Z',
    amount: '10.00',
    pieces: 1,
    paid: true,
  },
  {
    note: 'ink',
    status: 'placed',
    customer: 1,
    placedOn: '2026-01-01',
    seenAt: '2026-02-01T08:00:00Z',
    amount: '20.50',
    pieces: 2,
    paid: false,
  },
  {
    note: 'cap',
    status: 'placed',
    customer: 2,
    placedOn: '2026-11-15',
    seenAt: '2026-10-25T00:30:00Z',
    amount: null,
    pieces: 3,
    paid: null,
  },
  { note: 'pad', status: null, customer: null, placedOn: null, seenAt: null, amount: '0.01', pieces: null, paid: true },
]

beforeAll(async () => {
  const made = recordsOf(
    await saveMany(stage.client, Customer, [
      { name: 'Acme', country: 'FR' },
      { name: 'Bolt', country: 'DE' },
    ]),
  )
  const records = sales.map(({ customer, ...sale }) => ({
    ...sale,
    customer: customer === null ? null : { id: made[customer - 1]?.id },
  }))
  recordsOf(await saveMany(stage.client, Sale, records))
})

function ask(body: object, client: Client = stage.client): Promise<Reply> {
  return client.exchange('POST', pathOf(Sale, 'aggregate'), { body })
}

/** The groups of an aggregate, and how many there are. */
async function groupsOf(body: object): Promise<[unknown, unknown]> {
  const { json: answered } = await ask(body)
  return [answered?.total, answered?.data]
}

async function messageOf(body: object): Promise<string> {
  const reply = await ask(body)
  expect(shown(reply)).toEqual(refusal('invalid-parameter'))
  return (reply.json?.data as { message: string }).message
}

describe('the answer', () => {
  it('has the groups, the figures that were asked for, and the number of groups', async () => {
    const reply = await ask({ groupBy: ['status'], count: true, sum: ['amount'], sortBy: ['-sum.amount'], limit: 2 })
    expect(reply.text).toBe(
      '{"status":0,"offset":0,"total":3,"data":[' +
        '{"group":{"status":"placed"},"count":2,"sum":{"amount":"20.50"}},' +
        '{"group":{"status":"draft"},"count":1,"sum":{"amount":"10.00"}}]}',
    )
  })

  it('is in the order of the groups, missing values last, unless another order is asked for', async () => {
    expect(await groupsOf({ groupBy: ['status'] })).toEqual([
      3,
      [{ group: { status: 'draft' } }, { group: { status: 'placed' } }, { group: { status: null } }],
    ])
    expect(await groupsOf({ groupBy: ['status'], sortBy: ['-status'], offset: 1, limit: 1 })).toEqual([
      3,
      [{ group: { status: 'draft' } }],
    ])
    const byCount = await groupsOf({ groupBy: ['paid'], count: true, sortBy: ['count'] })
    expect(byCount[1]).toEqual([
      { group: { paid: false }, count: 1 },
      { group: { paid: null }, count: 1 },
      { group: { paid: true }, count: 2 },
    ])
  })

  it('is one group without groupBy, also over nothing: a sum is 0 then, and the rest is missing', async () => {
    const measures = {
      count: true,
      sum: ['amount', 'pieces'],
      avg: ['amount', 'pieces'],
      min: ['amount', 'placedOn', 'note', 'seenAt'],
      max: ['pieces', 'status'],
      countDistinct: ['customer', 'paid', 'pieces'],
    }
    expect(await groupsOf(measures)).toEqual([
      1,
      [
        {
          group: {},
          count: 4,
          sum: { amount: '30.51', pieces: 6 },
          avg: { amount: '10.170000', pieces: '2.0000' },
          min: { amount: '0.01', placedOn: '2025-12-29', note: 'cap', seenAt: '2026-01-31T23:30:00.000Z' },
          max: { pieces: 3, status: 'placed' },
          countDistinct: { customer: 2, paid: 2, pieces: 3 },
        },
      ],
    ])
    const nothing = { data: { criteria: [{ fieldName: 'note', operator: '=', value: 'none' }] } }
    expect(await groupsOf({ ...nothing, ...measures })).toEqual([
      1,
      [
        {
          group: {},
          count: 0,
          sum: { amount: '0.00', pieces: 0 },
          avg: { amount: null, pieces: null },
          min: { amount: null, placedOn: null, note: null, seenAt: null },
          max: { pieces: null, status: null },
          countDistinct: { customer: 0, paid: 0, pieces: 0 },
        },
      ],
    ])
    expect(await groupsOf({ ...nothing, groupBy: ['status'], count: true })).toEqual([0, []])
  })

  it('has exact averages, however large the numbers are', async () => {
    const records = [1, 1, 2].map((cents) => ({ note: 'avg', weight: `1000000000000000.0${cents}` }))
    const made = recordsOf(await saveMany(stage.client, Sale, records))
    const data = { criteria: [{ fieldName: 'note', operator: '=', value: 'avg' }] }
    const [, groups] = await groupsOf({ data, avg: ['weight'] })
    expect(groups).toEqual([{ group: {}, avg: { weight: '1000000000000000.013333' } }])
    await removeAll(
      stage.client,
      Sale,
      made.map(({ id, version }) => ({ id, version })),
    )
  })

  it('shows a reference with its id and title, and follows references', async () => {
    const [, groups] = await groupsOf({ groupBy: ['customer', 'customer.country'], count: true })
    expect(groups).toEqual([
      { group: { customer: { id: 1, name: 'Acme' }, 'customer.country': 'FR' }, count: 2 },
      { group: { customer: { id: 2, name: 'Bolt' }, 'customer.country': 'DE' }, count: 1 },
      { group: { customer: null, 'customer.country': null }, count: 1 },
    ])
    const [, authors] = await groupsOf({ groupBy: ['createdBy'], count: true })
    expect(authors).toEqual([{ group: { createdBy: { id: 1, username: 'admin', name: 'admin' } }, count: 4 }])
  })

  it('takes criteria and words as a search does', async () => {
    const data = { criteria: [{ fieldName: 'customer.country', operator: '=', value: 'FR' }] }
    expect(await groupsOf({ data, count: true })).toEqual([1, [{ group: {}, count: 2 }]])
    expect(await groupsOf({ data, q: 'IN', count: true })).toEqual([1, [{ group: {}, count: 1 }]])
  })
})

describe('periods', () => {
  it.each<[string, string[]]>([
    ['day', ['2025-12-29', '2026-01-01', '2026-11-15']],
    ['week', ['2026-W01', '2026-W46']],
    ['month', ['2025-12', '2026-01', '2026-11']],
    ['quarter', ['2025-Q4', '2026-Q1', '2026-Q4']],
    ['year', ['2025', '2026']],
  ])('a date by %s', async (by, expected) => {
    const { json: answered } = await ask({ groupBy: [{ fieldName: 'placedOn', by }], count: true })
    const names = (answered?.data as { group: { placedOn: string | null } }[]).map(({ group }) => group.placedOn)
    expect(names).toEqual([...expected, null])
  })

  it('a time has its day in UTC, or in the time zone that is asked for, with its daylight saving time', async () => {
    const monthsIn = async (timeZone?: string, by = 'month') => {
      const { json: answered } = await ask({
        groupBy: [{ fieldName: 'seenAt', by, ...(timeZone ? { timeZone } : {}) }],
      })
      return (answered?.data as { group: { seenAt: string | null } }[]).map(({ group }) => group.seenAt)
    }
    expect(await monthsIn()).toEqual(['2026-01', '2026-02', '2026-10', null])
    expect(await monthsIn('Europe/Paris')).toEqual(['2026-02', '2026-10', null])
    expect(await monthsIn('America/New_York', 'day')).toEqual(['2026-01-31', '2026-02-01', '2026-10-24', null])
    expect(await monthsIn('Etc/GMT+12', 'day')).toEqual(['2026-01-31', '2026-10-24', null])
  })
})

describe('limits', () => {
  it('counts all records at once from the stored counts, in the snapshot of the statement', async () => {
    expect(await groupsOf({ count: true })).toEqual([1, [{ group: {}, count: 4 }]])
    const [more] = recordsOf(await saveMany(stage.client, Sale, [{ note: 'more' }]))
    expect(await groupsOf({ count: true })).toEqual([1, [{ group: {}, count: 5 }]])
    expect((await removeAll(stage.client, Sale, [{ id: more?.id, version: 0 }])).status).toBe(200)
    expect(await groupsOf({ count: true })).toEqual([1, [{ group: {}, count: 4 }]])
    expect(await groupsOf({ count: true, limit: 0 })).toEqual([1, []])
  })

  it('refuses an answer that is too large, and answers the same groups page by page', async () => {
    const notes = Array.from({ length: 100 }, (_, index) => ({ note: `${index}`.padEnd(1_000, 'x') }))
    const made = recordsOf(await saveMany(stage.client, Sale, notes))
    const service = await startService(stage.database.url, { answerLimit: '64KiB' }, models)
    const client = new Client(service.url)
    client.cookie = stage.client.cookie
    const large = await ask({ groupBy: ['note'], limit: 200 }, client)
    expect(shown(large)).toEqual(refusal('invalid-parameter'))
    expect(large.text).toContain('larger than 64 KiB: ask for fewer groups')
    const page = await ask({ groupBy: ['note'], limit: 20, offset: 80 }, client)
    expect([page.json?.total, recordsOf(page).length]).toEqual([104, 20])
    client.close()
    await service.stop()
    const targets = made.map(({ id, version }) => ({ id, version }))
    expect((await removeAll(stage.client, Sale, targets)).status).toBe(200)
  })
})

describe('what is refused, by name and with advice', () => {
  it.each<[string, object, string]>([
    ['nothing to compute', {}, 'Ask for something'],
    ['an unknown field', { sum: ['amont'] }, 'Did you mean "amount"?'],
    ['an unknown member', { count: true, median: ['amount'] }, 'has no member "median"'],
    ['an unknown group', { groupBy: ['stat'] }, 'There is no field "stat"'],
    [
      'an unknown member of a group',
      { groupBy: [{ fieldName: 'placedOn', per: 'month' }] },
      'A group has no member "per"',
    ],
    ['a sum of text', { sum: ['note'] }, 'The function sum is for numbers, and note is of type text.'],
    ['an average of dates', { avg: ['placedOn'] }, 'is for numbers'],
    ['the least of references', { min: ['customer'] }, 'is for numbers, dates and text'],
    ['different values of json', { countDistinct: ['extra'] }, 'whose values can be compared'],
    ['json as a group', { groupBy: ['extra'] }, 'group by another field'],
    ['a secret as a group', { groupBy: ['pin'] }, 'There is no field "pin"'],
    ['a secret that is counted', { countDistinct: ['pin'] }, 'There is no field "pin"'],
    ['a collection', { groupBy: ['customer.sales'] }, 'aggregate report.Sale by its reference instead'],
    ['a field of a collection', { sum: ['customer.sales.amount'] }, 'leads to many records'],
    [
      'an unknown period',
      { groupBy: [{ fieldName: 'placedOn', by: 'decade' }] },
      'Use day, week, month, quarter, year.',
    ],
    ['a period of text', { groupBy: [{ fieldName: 'note', by: 'day' }] }, 'The member by is for dates'],
    [
      'a time zone of a date',
      { groupBy: [{ fieldName: 'placedOn', by: 'day', timeZone: 'UTC' }] },
      'takes no timeZone',
    ],
    ['a time zone without a period', { groupBy: [{ fieldName: 'seenAt', timeZone: 'UTC' }] }, 'a timeZone without by'],
    ['an unknown time zone', zone('Europe/Pariss'), 'Did you mean "Europe/Paris"?'],
    ['an abbreviation', zone('CET'), 'There is no time zone "CET"'],
    ['an offset', zone('+01:00'), 'There is no time zone'],
    ['what only PostgreSQL takes for a zone', zone('X/5'), 'There is no time zone'],
    ['SQL for a zone', zone("UTC'; drop table x; --"), 'There is no time zone'],
    ['a group twice', { groupBy: ['status', 'status'] }, 'has the name status twice'],
    ['a sum twice', { sum: ['amount', 'amount'] }, 'The list sum has the name amount twice'],
    ['another order', { groupBy: ['status'], sortBy: ['paid'] }, 'This aggregate has status.'],
    [
      'an order by a sum that was not asked for',
      { count: true, sum: ['amount'], sortBy: ['-sum.pieces'] },
      'sum.amount',
    ],
    ['an order by count without count', { groupBy: ['status'], sortBy: ['-count'] }, 'cannot be sorted by "count"'],
    ['nine groups', { groupBy: Array.from({ length: 9 }, () => 'status') }, 'at most 8'],
    ['33 figures', { sum: Array.from({ length: 33 }, () => 'amount') }, 'at most 32'],
    ['a limit beyond the maximum', { count: true, limit: 1_001 }, 'at most 1000'],
    ['a count that is no truth', { count: 1 }, 'must be true or false'],
    ['a list that is none', { sum: 'amount' }, 'must be an array of field names'],
    [
      'criteria that fit no search',
      { data: { criteria: [{ fieldName: 'x', operator: '=' }] }, count: true },
      'There is no field "x"',
    ],
  ])('%s', async (_, body, message) => {
    expect(await messageOf(body)).toContain(message)
  })

  it('a sum that no JSON number can hold', async () => {
    const most = Number.MAX_SAFE_INTEGER
    const made = recordsOf(
      await saveMany(stage.client, Sale, [
        { note: 'big', pieces: most },
        { note: 'big', pieces: most },
      ]),
    )
    const data = { criteria: [{ fieldName: 'note', operator: '=', value: 'big' }] }
    expect(await messageOf({ data, sum: ['pieces'] })).toContain('declare the field as a decimal')
    expect(await groupsOf({ data, avg: ['pieces'], max: ['pieces'] })).toEqual([
      1,
      [{ group: {}, avg: { pieces: `${most}.0000` }, max: { pieces: most } }],
    ])
    const targets = made.map(({ id, version }) => ({ id, version }))
    expect((await removeAll(stage.client, Sale, targets)).status).toBe(200)
  })
})

function zone(timeZone: string): object {
  return { groupBy: [{ fieldName: 'seenAt', by: 'day', timeZone }] }
}
