import { expect, it } from 'vitest'
import { action, choice, date, integer, links, model, refuse, role, text } from '../src/index.ts'
import { loadLogic } from '../src/logic/loadLogic.ts'
import { toRole } from '../src/model/role.ts'
import { recordOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useLogic } from './harness/useLogic.ts'

const Loan = model({
  name: 'desk.Loan',
  title: 'number',
  fields: {
    number: text({ required: true }),
    status: choice(['reserved', 'out', 'back'], { required: true, default: 'reserved' }),
    returnedOn: date(),
  },
})
const lending = role({ name: 'lending', rules: [{ model: Loan, read: true, update: true }] })
const giveBack = action({
  name: 'desk.giveBack',
  on: Loan,
  as: 'lending',
  takes: { loans: links(Loan, { required: true, max: 100 }), returnedOn: date({ required: true, default: '$today' }) },
  gives: { count: integer({ required: true }) },
  // Begin and end are no calls: 100 records are read by one statement, and changed by one.
  statements: 2,
  async run({ loans, returnedOn }, records) {
    const found = await records.readAll(Loan, loans, ['status'])
    const wrong = found.flatMap(({ status }, index) => (status === 'out' ? [] : [[`loans.${index}`, `is ${status}`]]))
    if (wrong.length > 0) throw refuse('not-out', 'Some are not out.', Object.fromEntries(wrong))
    await records.updateAll(found.map((loan) => [loan, { status: 'back', returnedOn }] as const))
    return { count: found.length }
  },
})
const desk = role({ name: 'desk', rules: [{ model: Loan, read: true }], actions: [giveBack] })
const models = toModels([Loan])
const roles = [toRole(lending, 'a.ts'), toRole(desk, 'a.ts')]
const { logic } = loadLogic([{ file: 'a.ts', declaration: giveBack }], { models, roles })
const stage = useLogic({ models, roles, logic }, { work: 'false' })

const newLoan = async (status: string) => recordOf(await stage.client.create(Loan.name, { number: 'L', status }))
const read = async ({ id }: { readonly id: number }) => recordOf(await stage.client.read(Loan.name, id))
const act = async (loans: unknown) =>
  (await stage.as('desk')).exchange('POST', '/ws/action/desk.giveBack', {
    body: { data: { loans, returnedOn: '2026-01-31' } },
  })

it('runs for many records, all or none, and names the records that are wrong by their place', async () => {
  const [out, reserved] = [await newLoan('out'), await newLoan('reserved')]
  const refused = await act([{ id: out.id }, { id: reserved.id }])
  expect([refused.status, refused.json?.errors]).toEqual([422, { 'loans.1': 'is reserved' }])
  expect(await read(out)).toMatchObject({ status: 'out', version: 0 })
  const done = await act([{ id: out.id }])
  expect(done.json?.data).toEqual([{ count: 1 }])
  expect(await read(out)).toMatchObject({ status: 'back', returnedOn: '2026-01-31', version: 1 })
})

it('reads and changes a hundred records by one statement each', async () => {
  const loans = await Promise.all(Array.from({ length: 100 }, () => newLoan('out')))
  expect((await act(loans.map(({ id }) => ({ id })))).json?.data).toEqual([{ count: 100 }])
})

it('needs at least one record, and takes no more than its declaration says', async () => {
  const errorsOf = async (loans: unknown) => (await act(loans)).json?.errors
  expect(await errorsOf([])).toEqual({ loans: 'is required: send at least one record' })
  expect(await errorsOf(null)).toEqual({ loans: 'is required: send at least one record' })
  const many = Array.from({ length: 101 }, () => ({ id: 1 }))
  expect(await errorsOf(many)).toEqual({ loans: 'must be an array of at most 100 records' })
})

it('is described as one of many records', async () => {
  const [described] = (await stage.client.exchange('GET', '/ws/meta/actions')).json?.data as Record<string, unknown>[]
  expect(described).toMatchObject({
    on: 'desk.Loan',
    many: true,
    takes: expect.arrayContaining([expect.objectContaining({ name: 'loans', required: true, max: 100 })]),
  })
})
