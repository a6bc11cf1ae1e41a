import type { Shown } from '../../../client/src/types/Shown.ts'
import { type Same, same } from '../../../client/test/types/expect.ts'
import {
  action,
  choice,
  collection,
  date,
  dateTime,
  integer,
  job,
  links,
  model,
  reference,
  type RecordRead,
  type Records,
  refuse,
  schedule,
  text,
} from 'tabularium'

// What logic reads and writes has the types of the declarations, without a cast. The compiler runs these tests.

const Department = model({
  name: 'test.desk.Department',
  title: 'code',
  fields: { code: text({ required: true, unique: true }), head: reference('test.desk.Person') },
})
const Person = model({
  name: 'test.desk.Person',
  title: 'name',
  fields: {
    name: text({ required: true }),
    email: text(),
    pin: text({ secret: true }),
    department: reference(Department, { required: true }),
    loans: collection('test.desk.Loan', { by: 'borrower' }),
    account: reference('tabularium.User'),
  },
})
const Loan = model({
  name: 'test.desk.Loan',
  title: 'status',
  fields: {
    status: choice(['reserved', 'out', 'back'], { required: true, default: 'reserved' }),
    borrower: reference(Person, { required: true }),
    witness: reference(Person),
    returnedOn: date(),
    remindedOn: dateTime(),
    items: links(Department),
  },
})
declare module 'tabularium' {
  interface NamedModels {
    'test.desk.Loan': typeof Loan
  }
}
type Models = { Department: typeof Department; Person: typeof Person; Loan: typeof Loan }

declare const records: Records

/** Paths over references and relations have the types that a client has for the same path. */
export async function reading() {
  const loan = await records.read(Loan, 1, ['status', 'borrower.email', 'borrower.department.code', 'witness.name'])
  same<Same<typeof loan.status, 'reserved' | 'out' | 'back'>>()
  same<Same<typeof loan.borrower.email, string | null | undefined>>()
  same<Same<NonNullable<typeof loan.borrower.department>['code'], string | undefined>>()
  same<Same<NonNullable<typeof loan.witness>['name'], string | undefined>>()
  type Path = 'borrower.email' | 'borrower.department.code' | 'items' | 'createdBy'
  const both: Shown<Models, typeof Loan, Path> = await records.read(Loan, loan, [
    'borrower.email',
    'borrower.department.code',
    'items',
    'createdBy',
  ])
  const other: Omit<RecordRead<typeof Loan, Path>, '~model'> = both
  void other
  const [person] = await records.search(Person, { fields: ['loans.status', 'account.username'], hold: true })
  same<Same<NonNullable<typeof person>['loans'][number]['status'], 'reserved' | 'out' | 'back'>>()
  const whole = await records.read(Person, { id: 1 })
  same<Same<typeof whole.email, string | null>>()
  // @ts-expect-error: there is no such field
  await records.read(Loan, 1, ['state'])
  // @ts-expect-error: there is no such field behind the reference
  await records.read(Loan, 1, ['borrower.mail'])
  // @ts-expect-error: a secret is never shown
  await records.read(Loan, 1, ['borrower.pin'])
  // @ts-expect-error: it was not read
  void loan.returnedOn
}

/** A record stands for a reference to it, and a `Date` for a time. */
export async function writing() {
  const person = await records.read(Person, 1, ['department.head'])
  const loan = await records.create(Loan, { borrower: person, remindedOn: new Date(), items: [person.department] })
  await records.update(loan, { witness: loan.borrower, returnedOn: null })
  await records.updateAll([[loan, { status: 'back', returnedOn: '2026-01-31' }] as const])
  // @ts-expect-error: a day is a text
  await records.update(loan, { returnedOn: new Date() })
  // @ts-expect-error: there is no such status
  await records.update(loan, { status: 'gone' })
  // @ts-expect-error: the borrower is required
  await records.create(Loan, {})
}

export const remind = job({
  name: 'test.desk.remind',
  takes: { loan: reference(Loan, { required: true }), at: dateTime() },
  run: async ({ at }) => same<Same<typeof at, string | null>>(),
})

/** The input of logic is typed by `takes`, and its output is checked by `gives`. */
export const lend = action({
  name: 'test.desk.lend',
  takes: { borrower: reference(Person, { required: true }), dueOn: date() },
  gives: { loan: reference(Loan, { required: true }) },
  async run({ borrower, dueOn }, own) {
    same<Same<typeof dueOn, string | null>>()
    const loan = await own.create(Loan, { borrower, ...(dueOn === null ? {} : { returnedOn: dueOn }), status: 'out' })
    await own.later(remind, { loan, at: new Date(0) })
    return { loan }
  },
})

export const giveBack = action({
  name: 'test.desk.giveBack',
  on: Loan,
  takes: { loans: links(Loan), returnedOn: date({ required: true, default: '$today' }) },
  gives: { count: integer({ required: true }) },
  async run({ loans, returnedOn }, own) {
    const found = await own.readAll(Loan, loans, ['status', 'borrower.email'])
    const wrong = found.flatMap((loan, index) =>
      loan.status === 'out' ? [] : [[`loans.${index}`, 'is not out'] as const],
    )
    if (wrong.length > 0) throw refuse('not-out', 'Some are not out.', Object.fromEntries(wrong))
    await own.updateAll(found.map((loan) => [loan, { status: 'back', returnedOn }] as const))
    return { count: found.length }
  },
})

export const remindAll = schedule({
  name: 'test.desk.remindAll',
  at: '08:00 UTC',
  as: 'reminding',
  async run(own) {
    const late = await own.search(Loan, { where: { fieldName: 'status', operator: '=', value: 'out' }, limit: 500 })
    await Promise.all(late.map((loan) => own.later(remind, { loan })))
  },
})
