import { describe, expect, it } from 'vitest'
import { saveMany, transact, updateMass, upsertOne } from './harness/actions.ts'
import { recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { Booking, Loan, loans, Person, Stay, Thing } from './harness/loans.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(loans)
let made = 0
const fresh = () => `L-${++made}`

const thing = async () => recordOf(await stage.client.create(Thing.name, { name: 'Camera' }))
const person = async () => recordOf(await stage.client.create(Person.name, { name: 'Ada' }))
const row = (of: RecordJson, fromOn: string, toOn: string | null, more: object = {}) => ({
  code: fresh(),
  thing: { id: of.id },
  fromOn,
  toOn,
  ...more,
})
const lend = (of: RecordJson, fromOn: string, toOn: string | null, more: object = {}, query = '') =>
  stage.client.create(Loan.name, row(of, fromOn, toOn, more), query)
const lent = async (...given: Parameters<typeof lend>) => recordOf(await lend(...given))
const change = ({ id, version }: RecordJson, values: object) =>
  stage.client.update(Loan.name, id, { version, ...values })
const restore = ({ id }: RecordJson) => stage.client.restore(Loan.name, id, { version: 1, toVersion: 0 })

/** Code, constraint and errors of a refusal, or the status of a success. */
function told({ status, json }: Reply): unknown {
  const { code, constraint } = (json?.data ?? {}) as { code?: string; constraint?: string }
  return status === 200 ? 200 : [status, code, constraint, json?.errors]
}

const problemsOf = ({ json }: Reply) =>
  ((json?.data ?? {}) as { problems?: readonly Record<string, unknown>[] }).problems ?? []

const out = [409, 'not-unique', 'onceOut', { thing: 'is lent already' }]
const overlaps = [409, 'overlaps', 'oneAtATime', { thing: 'is lent in that time' }]
const full = [409, 'limit-reached', 'twoLoans', { person: 'has two loans already' }]

describe('unique among some records', () => {
  it('refuses a second record that meets the condition, and names the first', async () => {
    const camera = await thing()
    const first = await lent(camera, '2031-01-01', '2031-01-05', { status: 'out' })
    expect(await lend(camera, '2031-02-01', '2031-02-05', { status: 'out' })).toMatchObject({
      status: 409,
      json: {
        status: -1,
        data: {
          code: 'not-unique',
          title: 'Not unique',
          constraint: 'onceOut',
          fields: ['thing'],
          others: [{ id: first.id, version: 0, code: first['code'] }],
          message: `Thing is lent already: ${first['code']}.`,
        },
        errors: { thing: 'is lent already' },
      },
    })
  })

  it('does not count what does not meet the condition, until it does', async () => {
    const camera = await thing()
    const first = await lent(camera, '2031-01-01', '2031-01-05', { status: 'out' })
    const second = await lent(camera, '2031-02-01', '2031-02-05')
    expect(told(await change(second, { status: 'out' }))).toEqual(out)
    expect(told(await stage.client.merge(Loan.name, second.id, { version: 0, status: 'out' }))).toEqual(out)
    recordOf(await change(first, { status: 'back' }))
    recordOf(await change(second, { status: 'out' }))
  })

  it('is no key of an upsert or of a reference', async () => {
    const reply = await upsertOne(stage.client, Loan, { thing: { id: 1 } }, 'thing')
    expect(reply).toMatchObject({ status: 400, json: { data: { code: 'invalid-parameter' } } })
    expect(reply.text).toContain('thing is unique among some records only')
  })

  it('counts a missing value as one with nulls: equal', async () => {
    const booking = (begin: string, seat?: number) =>
      stage.client.create(Booking.name, { room: 'red', begin, end: begin, ...(seat === undefined ? {} : { seat }) })
    recordOf(await booking('2031-01-01T08:00:00Z'))
    recordOf(await booking('2031-01-01T08:00:00Z', 1))
    expect(told(await booking('2031-01-02T08:00:00Z'))).toEqual([
      409,
      'not-unique',
      'onePlace',
      { room: 'is taken', seat: 'is taken' },
    ])
  })
})

describe('periods that must not overlap', () => {
  it('are refused with the constraint, the fields and the other record', async () => {
    const camera = await thing()
    const first = await lent(camera, '2031-01-01', '2031-01-10')
    expect(await lend(camera, '2031-01-05', '2031-01-20')).toMatchObject({
      status: 409,
      json: {
        data: {
          code: 'overlaps',
          title: 'Overlaps',
          constraint: 'oneAtATime',
          fields: ['thing', 'fromOn', 'toOn'],
          others: [{ id: first.id, version: 0, code: first['code'] }],
          message: `Thing is lent in that time: ${first['code']}.`,
        },
        errors: { thing: 'is lent in that time' },
      },
    })
  })

  it('of dates have both days, and those without an end last for ever', async () => {
    const camera = await thing()
    await lent(camera, '2031-01-01', '2031-01-10')
    expect(told(await lend(camera, '2031-01-10', '2031-01-12'))).toEqual(overlaps)
    await lent(camera, '2031-01-11', '2031-01-11')
    await lent(camera, '2031-02-01', null)
    expect(told(await lend(camera, '2099-01-01', '2099-01-02'))).toEqual(overlaps)
  })

  it('of moments end before the next begins', async () => {
    const book = (seat: number, begin: string, end: string) =>
      stage.client.create(Booking.name, {
        room: 'blue',
        seat,
        begin: `2031-01-01T${begin}Z`,
        end: `2031-01-01T${end}Z`,
      })
    recordOf(await book(1, '08:00:00', '09:00:00'))
    recordOf(await book(2, '09:00:00', '10:00:00'))
    expect(told(await book(3, '08:59:59', '09:00:00'))).toEqual([409, 'overlaps', 'oneBooking', { begin: 'is booked' }])
  })

  it('end as soon as the condition does not hold any more', async () => {
    const camera = await thing()
    const first = await lent(camera, '2031-01-01', '2031-01-10')
    recordOf(await change(first, { status: 'cancelled' }))
    await lent(camera, '2031-01-02', '2031-01-08')
    expect(told(await change({ ...first, version: 1 }, { status: 'reserved' }))).toEqual(overlaps)
  })

  it('are asked of an update, of a merge, and of a mass update', async () => {
    const camera = await thing()
    const first = await lent(camera, '2031-01-01', '2031-01-10')
    await lent(camera, '2031-01-15', '2031-01-20')
    expect(told(await change(first, { toOn: '2031-01-15' }))).toEqual(overlaps)
    recordOf(await change(first, { note: 'x' }))
    expect(told(await stage.client.merge(Loan.name, first.id, { version: 0, toOn: '2031-01-16' }))).toEqual(overlaps)
    const criteria = [{ fieldName: 'id', operator: '=', value: first.id }]
    const mass = await updateMass(stage.client, Loan, {
      data: { criteria },
      values: { toOn: '2031-01-17' },
      maxAffected: 1,
    })
    expect(mass.status === 200 ? mass.text : (mass.json?.data as { code: string }).code).toBe('overlaps')
  })

  it('with an end before the beginning are wrong values, and no overlap', async () => {
    const reply = await lend(await thing(), '2031-01-10', '2031-01-01')
    expect(reply).toMatchObject({
      status: 400,
      json: { data: { code: 'invalid-record' }, errors: { toOn: 'must not be before fromOn' } },
    })
  })

  it('can end by a formula, and begin by a default', async () => {
    const stay = (values: object) => stage.client.create(Stay.name, { room: 'attic', ...values })
    const first = recordOf(await stay({ fromOn: '2031-01-01', dueOn: '2031-01-10' }))
    const reply = await stay({ fromOn: '2031-01-10', dueOn: '2031-01-11' })
    expect(told(reply)).toEqual([409, 'overlaps', 'oneGuest', { room: 'has a guest' }])
    expect(reply.json?.data).toMatchObject({ fields: ['room', 'fromOn', 'until'], others: [{ id: first.id }] })
    recordOf(await stage.client.update(Stay.name, first.id, { version: 0, leftOn: '2031-01-05' }))
    recordOf(await stay({ fromOn: '2031-01-06', dueOn: '2031-01-11' }))
    expect((await stay({ fromOn: '2031-02-02', dueOn: '2031-02-01' })).json?.errors).toEqual({
      until: 'must not be before fromOn',
    })
    recordOf(await stay({ dueOn: '2030-12-31' }))
    const now = await stay({ dueOn: '2030-12-31' })
    expect(now.json?.data).toMatchObject({ code: 'overlaps', complete: true, others: [expect.anything()] })
  })

  it('hold for SQL by hand', async () => {
    const camera = await thing()
    const { id } = await lent(camera, '2031-01-01', '2031-01-10')
    await expect(
      stage.database.query(`
        insert into record.loans_loan (id, version, created_on, updated_on, code, thing, status, from_on, to_on)
        select id + 1000000, 0, now(), now(), code || 'x', thing, status, from_on, to_on
        from record.loans_loan where id = ${id}`),
    ).rejects.toThrow(/_overlap_/)
  })
})

describe('at most so many records', () => {
  const two = async () => {
    const who = await person()
    const both = [await thing(), await thing()]
    const mine = { person: { id: who.id } }
    const loans = [
      await lent(both[0] as RecordJson, '2031-01-01', null, mine),
      await lent(both[1] as RecordJson, '2031-01-01', null, mine),
    ]
    return { mine, loans: loans as [RecordJson, RecordJson] }
  }

  it('refuses one more, and shows up to three of them', async () => {
    const { mine, loans: both } = await two()
    const reply = await lend(await thing(), '2031-01-01', null, mine)
    expect(told(reply)).toEqual(full)
    expect(reply.json?.data).toMatchObject({
      title: 'Limit reached',
      fields: ['person'],
      others: both.map(({ id }) => ({ id })),
      message: `Person has two loans already: ${both[0]['code']} and ${both[1]['code']}.`,
    })
    expect(told(await lend(await thing(), '2031-01-01', null, mine, '?dryRun=true'))).toEqual(full)
  })

  it('counts deletes, restores and updates in and out of the condition', async () => {
    const {
      mine,
      loans: [first, second],
    } = await two()
    expect((await stage.client.delete(Loan.name, first.id, 0)).status).toBe(200)
    const third = await lent(await thing(), '2031-01-01', null, mine)
    expect(told(await restore(first))).toEqual(full)
    recordOf(await change(third, { status: 'cancelled' }))
    recordOf(await restore(first))
    expect(told(await change({ ...third, version: 1 }, { status: 'reserved' }))).toEqual(full)
    recordOf(await change(second, { person: null }))
    recordOf(await change({ ...third, version: 1 }, { status: 'reserved' }))
  })

  it('counts what a cascade deletes, and SQL by hand', async () => {
    const {
      mine,
      loans: [first],
    } = await two()
    const { id } = first['thing'] as RecordJson
    expect((await stage.client.delete(Thing.name, id, 0)).status).toBe(200)
    const third = await lent(await thing(), '2031-01-01', null, mine)
    expect(told(await lend(await thing(), '2031-01-01', null, mine))).toEqual(full)
    await stage.database.query(`delete from record.loans_loan where id = ${third.id}`)
    await lent(await thing(), '2031-01-01', null, mine)
    const update = `update record.loans_loan set person = ${mine.person.id} where id = `
    const other = await lent(await thing(), '2031-01-01', null)
    await expect(stage.database.query(`${update}${other.id}`)).rejects.toThrow('There are more than 2 such records.')
  })

  it('can be of all records', async () => {
    const seats = Array.from({ length: 11 }, (_, seat) => ({
      room: `hall ${seat}`,
      seat,
      begin: '2032-01-01T00:00:00Z',
    }))
    const reply = await saveMany(stage.client, Booking, seats)
    expect(reply.json?.data).toMatchObject({ code: 'limit-reached' })
    expect(problemsOf(reply).at(-1)).toMatchObject({ index: 10, constraint: 'tenBookings' })
  })
})

describe('several records in one request', () => {
  it('tells all clashes with records and between rows, dry and real', async () => {
    const [camera, free] = [await thing(), await thing()]
    const first = await lent(camera, '2031-01-01', '2031-01-10')
    const who = { person: { id: (await person()).id } }
    const rows = [
      row(camera, '2031-01-05', '2031-01-06'),
      row(free, '2031-01-05', '2031-01-06'),
      row(free, '2031-01-06', '2031-01-07'),
      row(free, '2031-01-07', '2031-01-08'),
      ...[await thing(), await thing(), await thing()].map((one) => row(one, '2031-01-05', null, who)),
    ]
    const replies = [
      await saveMany(stage.client, Loan, rows, { query: '?dryRun=true' }),
      await saveMany(stage.client, Loan, rows),
    ]
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 400, json: { data: { problemCount: 3, complete: true } } })
      expect(problemsOf(reply)).toEqual([
        {
          index: 0,
          field: 'thing',
          fields: ['thing', 'fromOn', 'toOn'],
          code: 'overlaps',
          constraint: 'oneAtATime',
          message: `Thing is lent in that time: ${first['code']}.`,
          others: [{ id: first.id, version: 0, code: first['code'] }],
        },
        {
          index: 2,
          field: 'thing',
          fields: ['thing', 'fromOn', 'toOn'],
          code: 'overlaps',
          constraint: 'oneAtATime',
          message: 'Thing is lent in that time: record 1 of the request.',
          alsoAt: 1,
        },
        {
          index: 6,
          field: 'person',
          fields: ['person'],
          code: 'limit-reached',
          constraint: 'twoLoans',
          message: 'Person has two loans already: record 4 of the request.',
          alsoAt: 4,
        },
      ])
      expect(reply.json?.errors).toEqual({
        '0.thing': 'is lent in that time',
        '2.thing': 'is lent in that time',
        '6.person': 'has two loans already',
      })
    }
  })

  it('has the code of its problems if all have the same', async () => {
    const camera = await thing()
    await lent(camera, '2031-01-01', '2031-01-10')
    const rows = ['2031-01-02', '2031-01-03'].map((day) => row(camera, day, day))
    const reply = await saveMany(stage.client, Loan, rows)
    expect(reply).toMatchObject({ status: 409, json: { status: -1, data: { code: 'overlaps', problemCount: 2 } } })
    expect(reply.json?.errors).toEqual({ '0.thing': 'is lent in that time', '1.thing': 'is lent in that time' })
  })

  it('passes a place on from one record to another in a transaction', async () => {
    const camera = await thing()
    const first = await lent(camera, '2031-01-01', '2031-01-10', { status: 'out' })
    const reply = await transact(stage.client, [
      { update: Loan.name, record: { id: first.id, version: 0, status: 'cancelled' } },
      { create: Loan.name, record: row(camera, '2031-01-05', '2031-01-06', { status: 'out' }) },
    ])
    expect(reply.status, reply.text).toBe(200)
  })
})

describe('an undo that others do not allow any more', () => {
  const undo = (reply: Reply, data: object) => {
    const { changeSet } = reply.json as unknown as { changeSet: number }
    return stage.client.exchange('POST', `/ws/changes/sets/${changeSet}/undo`, { body: { data } })
  }

  it('tells the clashes, and skips them if asked to', async () => {
    const [camera, free] = [await thing(), await thing()]
    const both = [await lent(camera, '2031-01-01', '2031-01-10'), await lent(free, '2031-01-01', '2031-01-10')]
    const cancelled = await saveMany(
      stage.client,
      Loan,
      both.map(({ id, version }) => ({ id, version, status: 'cancelled' })),
    )
    await lent(camera, '2031-01-05', '2031-01-06')
    const clash = {
      model: Loan.name,
      id: both[0]?.id,
      version: 1,
      reason: 'refused',
      code: 'overlaps',
      message: 'Thing is lent in that time.',
      errors: { thing: 'is lent in that time' },
      fields: ['thing', 'fromOn', 'toOn'],
      constraint: 'oneAtATime',
    }
    const refused = await undo(cancelled, {})
    expect(refused).toMatchObject({
      status: 409,
      json: { data: { code: 'not-undoable', clashes: [clash], clashing: 1, undoable: 1 } },
    })
    const skipped = await undo(cancelled, { onConflict: 'skip' })
    expect(skipped).toMatchObject({ status: 200, json: { undone: 1, clashes: [clash], clashing: 1 } })
  })
})

describe('the metadata of conditions over records', () => {
  it('has their kinds, names, fields and messages', async () => {
    const { constraints, rules } = recordOf(await stage.client.exchange('GET', `/ws/meta/fields/${Loan.name}`))
    expect(constraints).toEqual([
      {
        kind: 'unique',
        name: 'onceOut',
        fields: ['thing'],
        where: { fieldName: 'status', operator: '=', value: 'out' },
        message: 'is lent already',
      },
      {
        kind: 'noOverlap',
        name: 'oneAtATime',
        fields: ['thing', 'fromOn', 'toOn'],
        where: { fieldName: 'status', operator: '!=', value: 'cancelled' },
        message: 'is lent in that time',
      },
      {
        kind: 'atMost',
        name: 'twoLoans',
        fields: ['person'],
        where: { fieldName: 'status', operator: 'in', value: ['reserved', 'out'] },
        message: 'has two loans already',
      },
    ])
    expect(rules).toContainEqual({ kind: 'unique', name: 'onceOut' })
  })
})
