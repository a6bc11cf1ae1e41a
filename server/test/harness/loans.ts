import { choice, date, dateTime, formula, integer, model, reference, text } from '../../src/index.ts'
import { toModels } from './everyType.ts'

// A desk that lends: conditions over records of every kind.

export const Thing = model({ name: 'loans.Thing', title: 'name', fields: { name: text({ required: true }) } })

export const Person = model({
  name: 'loans.Person',
  title: 'name',
  fields: { name: text({ required: true }), email: text({ unique: true, max: 100 }) },
})

const isOut = { fieldName: 'status', operator: '=', value: 'out' } as const
const isOpen = { fieldName: 'status', operator: 'in', value: ['reserved', 'out'] } as const
const isKept = { fieldName: 'status', operator: '!=', value: 'cancelled' } as const

/** What `Loan` declares, so that a test can change some of it. */
export const conditions = {
  unique: [{ name: 'onceOut', fields: ['thing'], where: isOut, message: 'is lent already' }],
  noOverlap: [
    { name: 'oneAtATime', by: ['thing'], from: 'fromOn', to: 'toOn', where: isKept, message: 'is lent in that time' },
  ],
  atMost: [{ name: 'twoLoans', count: 2, by: ['person'], where: isOpen, message: 'has two loans already' }],
} as const

export const loanFields = {
  code: text({ required: true, unique: true, max: 40 }),
  thing: reference(Thing, { required: true, onDelete: 'cascade' }),
  person: reference(Person),
  status: choice(['reserved', 'out', 'back', 'cancelled'], { required: true, default: 'reserved' }),
  fromOn: date({ required: true, default: '$today' }),
  toOn: date(),
  note: text({ max: 200 }),
}

export const Loan = model({ name: 'loans.Loan', title: 'code', fields: loanFields, ...conditions })

/** A room is booked by moments: the end of one may be the beginning of the next. */
export const Booking = model({
  name: 'loans.Booking',
  title: 'room',
  noOverlap: [
    { name: 'oneBooking', by: ['room'], from: 'begin', to: 'end', message: 'is booked', errorFields: ['begin'] },
  ],
  unique: [{ name: 'onePlace', fields: ['room', 'seat'], nulls: 'equal', message: 'is taken' }],
  atMost: [{ name: 'tenBookings', count: 10, message: 'can be booked ten times' }],
  fields: {
    room: text({ required: true, max: 40 }),
    seat: integer(),
    begin: dateTime({ required: true }),
    end: dateTime(),
  },
})

/** A stay ends when the guest left, or else when the room is due: the end is computed. */
export const Stay = model({
  name: 'loans.Stay',
  title: 'room',
  noOverlap: [{ name: 'oneGuest', by: ['room'], from: 'fromOn', to: 'until', message: 'has a guest' }],
  fields: {
    room: text({ required: true, max: 40 }),
    fromOn: date({ required: true, default: '$today' }),
    dueOn: date({ required: true }),
    leftOn: date(),
    until: formula('coalesce(leftOn, dueOn)', date()),
  },
})

export const loans = toModels([Thing, Person, Loan, Booking, Stay])
