import { describe, expect, it } from 'vitest'
import { boolean, choice, date, dateTime, decimal, formula, integer, model, text } from '../src/index.ts'
import { type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const Loan = 'org.example.expression.Loan'

const declared = toModels([
  model({
    name: Loan,
    title: 'title',
    list: ['title', 'until'],
    search: ['title'],
    indexes: [['isLong', '-until']],
    fields: {
      firstName: text({ max: 20 }),
      lastName: text({ max: 20 }),
      status: choice(['out', 'back']),
      fromOn: date(),
      dueOn: date(),
      returnedOn: date(),
      beganAt: dateTime(),
      price: decimal({ precision: 8, scale: 2 }),
      title: formula("concat(lastName, ', ', firstName)", text({ max: 30 })),
      key: formula("fold(concat(firstName, ' ', lastName))", text({ max: 60 }), { unique: true }),
      initials: formula('upper(concat(left(firstName, 1), left(lastName, 1)))', text({ max: 2 })),
      until: formula('coalesce(returnedOn, dueOn)', date(), { indexed: true }),
      days: formula('daysBetween(fromOn, until) + 1', integer()),
      isLong: formula("days > 14 and status = 'out'", boolean(), { indexed: true }),
      endsAt: formula('beganAt + 90min', dateTime()),
      later: formula('until + 1000y', date()),
      fee: formula('if(isLong, round(coalesce(price, 0) * 0.01, 2), 0)', decimal({ precision: 8, scale: 2 })),
    },
  }),
])
const stage = useModels(declared)

async function create(fields: object): Promise<RecordJson> {
  return recordOf(await stage.client.create(Loan, fields))
}

async function found(criteria: object[], more: object = {}): Promise<RecordJson[]> {
  return recordsOf(
    await stage.client.exchange('POST', `/ws/rest/${Loan}/search`, { body: { data: { criteria }, ...more } }),
  )
}

describe('a stored formula', () => {
  it('is a text, a date, a number, true or false, or a time, also of other formulas', async () => {
    const made = await create({
      firstName: 'Grace',
      lastName: 'Hopper',
      status: 'out',
      fromOn: '2031-01-01',
      dueOn: '2031-01-20',
      beganAt: '2031-01-01T23:00:00Z',
      price: '200.00',
    })
    expect(made).toMatchObject({
      title: 'Hopper, Grace',
      initials: 'GH',
      until: '2031-01-20',
      days: 20,
      isLong: true,
      endsAt: '2031-01-02T00:30:00.000Z',
      fee: '2.00',
      later: '3031-01-20',
    })
    const { id, version } = made
    const back = recordOf(await stage.client.update(Loan, id, { version, status: 'back', returnedOn: '2031-01-03' }))
    expect(back).toMatchObject({ until: '2031-01-03', days: 3, isLong: false, fee: '0.00' })
  })

  it('follows the rules of missing values', async () => {
    expect(await create({ firstName: 'A' })).toMatchObject({
      title: ', A',
      until: null,
      days: null,
      isLong: null,
      endsAt: null,
      fee: '0.00',
    })
    const last = await create({ firstName: 'B', status: 'back', dueOn: '9999-12-31' })
    expect(last).toMatchObject({ isLong: false, until: '9999-12-31', later: null })
  })

  it('is unique without capitals and accents', async () => {
    await create({ firstName: 'Física', lastName: 'x' })
    const refused = await stage.client.create(Loan, { firstName: 'FISICA', lastName: 'X' })
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({ data: { code: 'not-unique' } })
  })

  it('refuses a text that is too long, and names the field', async () => {
    const refused = await stage.client.create(Loan, { firstName: 'a'.repeat(20), lastName: 'b'.repeat(20) })
    expect(refused.json).toMatchObject({ errors: { title: 'would have more than 30 characters' } })
  })

  it('is searched, sorted by, searched by words and grouped by', async () => {
    const one = await create({
      firstName: 'Ada',
      lastName: 'Lovelace',
      status: 'out',
      fromOn: '2032-01-01',
      dueOn: '2032-03-01',
    })
    const criteria = [
      { fieldName: 'isLong', operator: '=', value: true },
      { fieldName: 'until', operator: '>=', value: '2032-01-01' },
      { fieldName: 'title', operator: 'like', value: '%lace%' },
    ]
    expect((await found(criteria, { sortBy: ['-until', 'title'] })).map(({ id }) => id)).toEqual([one.id])
    const words = await stage.client.exchange('GET', `/ws/rest/${Loan}?q=lovelace`)
    expect(recordsOf(words).map(({ id }) => id)).toEqual([one.id])
  })
})
