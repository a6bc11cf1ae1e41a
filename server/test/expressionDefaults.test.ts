import { beforeAll, describe, expect, it } from 'vitest'
import {
  boolean,
  choice,
  collection,
  date,
  dateTime,
  decimal,
  expression,
  integer,
  model,
  reference,
  text,
} from '../src/index.ts'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { toModel } from '../src/model/toModel.ts'
import { saveMany, transact, upsertOne } from './harness/actions.ts'
import { type Client, recordOf, type RecordJson, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { useModels } from './harness/useModels.ts'

const Department = model({ name: 'lab.Department', title: 'code', fields: { code: text({ unique: true, max: 9 }) } })
const Person = model({
  name: 'lab.Person',
  title: 'name',
  fields: { name: text({ unique: true, max: 60 }), department: reference(Department) },
})
const Thing = model({
  name: 'lab.Thing',
  title: 'name',
  fields: {
    name: text({ unique: true, max: 60 }),
    days: integer(),
    price: decimal({ precision: 12, scale: 3 }),
    department: reference(Department, { required: true, default: expression('$user.person.department') }),
    loans: collection('lab.Loan', { by: 'thing' }),
  },
})
const Loan = model({
  name: 'lab.Loan',
  title: 'note',
  fields: {
    thing: reference(Thing, { required: true }),
    borrower: reference(Person),
    department: reference(Department, { default: expression('coalesce(borrower.department, thing.department)') }),
    fromOn: date({ required: true, default: '$today' }),
    dueOn: date({ required: true, default: expression('fromOn + days(thing.days)') }),
    remindOn: date({ default: expression('dueOn - 2d') }),
    days: integer({ min: 1, max: 90, default: expression('daysBetween(fromOn, dueOn)') }),
    price: decimal({ precision: 5, scale: 2, default: expression('thing.price * 2') }),
    kind: choice(['short', 'long'], { default: expression("if(days > 10, 'long', 'short')") }),
    isLong: boolean({ default: expression("kind = 'long'") }),
    seenOn: dateTime({ default: expression('$now') }),
    note: text({ max: 10, default: expression('thing.department.code') }),
  },
  checks: [
    {
      name: 'dueLater',
      fields: ['dueOn'],
      holds: { fieldName: 'dueOn', operator: '>=', value: '$record.fromOn' },
      message: 'must not be before it begins',
    },
  ],
})
const models = withBuiltIn([Department, Person, Thing, Loan].map(toModel), { person: reference(Person) })
const stage = useModels(models)

let physics: number
let thing: number
let staff: Client

beforeAll(async () => {
  const { client } = stage
  physics = recordOf(await client.create(Department.name, { code: 'PHY' })).id
  const person = recordOf(await client.create(Person.name, { name: 'Ada', department: { id: physics } })).id
  const { id } = recordOf(
    await client.create(Thing.name, { name: 'cam', days: 14, price: '1.255', department: { id: physics } }),
  )
  thing = id
  const all = { read: true, create: true, update: true, delete: true }
  const role = await makeRole(client, 'staff', [
    { model: Thing.name, ...all },
    { model: Department.name, read: true },
    { model: Loan.name, ...all },
  ])
  const { id: userId } = await makeUser(client, 'ann', [role])
  await client.update('tabularium.User', userId, { version: 0, person: { id: person } })
  staff = await clientOf(stage.service, stage.database, userId)
})

async function lend(fields: object = {}, query = ''): Promise<RecordJson> {
  return recordOf(
    await stage.client.create(Loan.name, { thing: { id: thing }, fromOn: '2031-01-01', ...fields }, query),
  )
}

const refused = (fields: object): Promise<Reply> =>
  stage.client.create(Loan.name, { thing: { id: thing }, fromOn: '2031-01-01', ...fields })

describe('"a default may be an expression: it is computed by the statement for fields that were not sent"', () => {
  it('from other fields, references, defaults of other fields and the time', async () => {
    const before = new Date().toISOString()
    const loan = await lend()
    expect(loan).toMatchObject({
      dueOn: '2031-01-15',
      remindOn: '2031-01-13',
      days: 14,
      price: '2.51',
      kind: 'long',
      isLong: true,
      note: 'PHY',
      department: { id: physics },
    })
    expect(String(loan['seenOn']) >= before).toBe(true)
    const { fromOn, dueOn } = recordOf(await stage.client.create(Loan.name, { thing: { id: thing } }))
    expect(Date.parse(String(dueOn)) - Date.parse(String(fromOn))).toBe(14 * 86_400_000)
  })

  it('what is sent wins, also null', async () => {
    expect(await lend({ dueOn: '2031-01-03', note: null })).toMatchObject({ dueOn: '2031-01-03', days: 2, note: null })
  })

  it('in a dry run, and not in an update', async () => {
    expect(await lend({}, '?dryRun=true')).toMatchObject({ dueOn: '2031-01-15' })
    const { id } = await lend()
    const changed = await stage.client.update(Loan.name, id, { version: 0, fromOn: '2031-01-03' })
    expect(recordOf(changed)).toMatchObject({ fromOn: '2031-01-03', dueOn: '2031-01-15' })
  })

  it('each row of a batch has its own, also with references by key and beside rows that send the field', async () => {
    const short = recordOf(await stage.client.create(Thing.name, { name: 'mic', days: 1, department: { id: physics } }))
    const records = [
      { thing: { name: 'cam' }, fromOn: '2031-01-01' },
      { thing: { name: 'mic' }, fromOn: '2031-01-01' },
      { thing: { id: short.id }, fromOn: '2031-01-01', dueOn: '2031-01-05' },
    ]
    const made = recordsOf(await saveMany(stage.client, Loan, records))
    expect(made.map(({ dueOn }) => dueOn)).toEqual(['2031-01-15', '2031-01-02', '2031-01-05'])
  })

  it('in members, a transaction and an upsert that creates', async () => {
    const sent = { name: 'kit', days: 3, department: { id: physics }, loans: [{ fromOn: '2031-01-01' }] }
    const kit = recordOf(await stage.client.create(Thing.name, sent, '?fields=loans.dueOn'))
    expect(kit['loans']).toMatchObject([{ dueOn: '2031-01-04' }])
    const reply = await transact(stage.client, [
      { create: Thing.name, as: 't', record: { name: 'rig', days: 5, department: { id: physics } } },
      { create: Loan.name, record: { thing: { as: 't' }, fromOn: '2031-01-01' } },
    ])
    expect(recordsOf(reply)[1]).toMatchObject({ dueOn: '2031-01-06' })
    const upserted = await upsertOne(staff, Thing, { name: 'new', days: 1 }, 'name')
    expect(recordOf(upserted)).toMatchObject({ department: { id: physics } })
  })

  it('a restored record has its old values', async () => {
    const { id } = await lend({ dueOn: '2031-01-03', note: null })
    await stage.client.delete(Loan.name, id)
    const back = await stage.client.restore(Loan.name, id, { version: 1, toVersion: 0 })
    expect(recordOf(back)).toMatchObject({ dueOn: '2031-01-03', note: null })
  })
})

describe('a default that has no value, or one that does not fit', () => {
  it('a required field is required', async () => {
    const reply = await stage.client.create(Thing.name, { name: 'none' })
    expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { department: 'is required' } }))
    const { id } = recordOf(await stage.client.create(Thing.name, { name: 'open', department: { id: physics } }))
    const errors = (await refused({ thing: { id } })).json?.errors
    expect(errors).toEqual({ dueOn: 'is required' })
  })

  it.each([
    [{ dueOn: '2031-09-01' }, { days: 'has a default that does not fit: must be at most 90' }],
    [{ dueOn: '2031-01-01' }, { days: 'has a default that does not fit: must be at least 1' }],
    [{ dueOn: '2030-12-31', days: 5 }, { dueOn: 'must not be before it begins' }],
  ])('%j is refused: %j', async (sent, errors) => {
    expect((await refused(sent)).json?.errors).toEqual(errors)
  })

  it('digits that the type does not hold, and dates beyond the calendar', async () => {
    const make = (fields: object) =>
      stage.client.create(Thing.name, { name: `t${Math.random()}`, department: { id: physics }, ...fields })
    const dear = recordOf(await make({ days: 1, price: '999999999.000' }))
    expect((await refused({ thing: { id: dear.id } })).json?.errors).toMatchObject({
      price: expect.stringMatching(/^has a default that does not fit: must have at most 3 digits before the point/),
    })
    const late = { fromOn: '9999-12-31' }
    expect((await refused(late)).json?.errors).toEqual({ dueOn: 'is required' })
  })

  it('of some rows of a batch is told for each', async () => {
    const rows = [{}, { dueOn: '2031-09-01' }, { dueOn: '2032-09-01' }]
    const records = rows.map((row) => ({ thing: { id: thing }, fromOn: '2031-01-01', ...row }))
    const reply = await saveMany(stage.client, Loan, records)
    const fault = 'has a default that does not fit: must be at most 90'
    expect(reply.json?.errors).toEqual({ '1.days': fault, '2.days': fault })
  })
})

describe('rights', () => {
  it('a default is computed with all rights', async () => {
    const made = recordOf(await staff.create(Thing.name, { name: 'mine', days: 2 }))
    expect(made['department']).toMatchObject({ id: physics })
  })

  it('many users at once have their own', async () => {
    const [one, other] = await Promise.all([
      staff.create(Thing.name, { name: 'his', days: 2 }),
      stage.client.create(Thing.name, { name: 'hers', days: 2 }),
    ])
    expect([one.status, other.status]).toEqual([200, 400])
  })

  it('the metadata has the expression and its tree', async () => {
    const { json } = await stage.client.exchange('GET', `/ws/meta/fields/${Loan.name}`)
    const [{ fields }] = (json?.data ?? []) as [{ fields: { name: string; default?: unknown }[] }]
    expect(fields.find(({ name }) => name === 'remindOn')?.default).toMatchObject({
      expression: 'dueOn - 2d',
      tree: { is: 'call', name: '-', type: 'date' },
    })
  })
})
