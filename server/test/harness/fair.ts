import { model } from '../../src/model/declare.ts'
import { boolean } from '../../src/model/field/boolean.ts'
import { choice } from '../../src/model/field/choice.ts'
import { computed } from '../../src/model/field/computed.ts'
import { date } from '../../src/model/field/date.ts'
import { dateTime } from '../../src/model/field/dateTime.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { toModels } from './everyType.ts'

const is = (fieldName: string, operator: string, value?: unknown) => ({
  fieldName,
  operator,
  ...(value === undefined ? {} : { value }),
})

export const Hall = model({
  name: 'org.example.fair.Hall',
  title: 'name',
  fields: { name: text({ required: true, max: 50 }), seats: integer(), open: boolean() },
})

/** A model with every kind of check: over its own fields, with a condition, of another record, of the past, of time. */
export const Show = model({
  name: 'org.example.fair.Show',
  title: 'name',
  fields: {
    name: text({ required: true, max: 50 }),
    startsOn: date(),
    endsOn: date(),
    seats: integer(),
    price: decimal({ precision: 8, scale: 2 }),
    status: choice(['draft', 'open', 'sold out', 'over, done'], { default: 'draft' }),
    announcedOn: dateTime(),
    hall: reference(Hall),
    label: computed('{name}[ ({status})]'),
    secretLimit: integer(),
    acts: collection('org.example.fair.Act', { by: 'show' }),
  },
  checks: [
    {
      name: 'endsLater',
      fields: ['endsOn'],
      holds: is('endsOn', '>=', '$record.startsOn'),
      message: 'must not be before the start',
    },
    {
      name: 'openWithDates',
      fields: ['startsOn', 'endsOn'],
      when: is('status', '=', 'open'),
      holds: { criteria: [is('startsOn', 'notNull'), is('endsOn', 'notNull')] },
      message: 'is needed before the status can be open',
    },
    {
      name: 'fitsHall',
      fields: ['seats', 'hall'],
      holds: { operator: 'or', criteria: [is('hall.seats', '>=', '$record.seats'), is('hall.open', '=', true)] },
      message: 'must fit the hall',
    },
    {
      name: 'neverFewer',
      fields: ['seats'],
      when: is('status', '!=', 'draft'),
      holds: is('seats', '>=', '$before.seats'),
      message: 'must not become fewer after the draft',
    },
    {
      name: 'notInFuture',
      fields: ['announcedOn'],
      holds: is('announcedOn', '<=', '$now'),
      message: 'must not be in the future',
    },
    {
      name: 'noX',
      fields: ['name'],
      holds: is('label', 'notLike', 'X%'),
      message: 'must not begin with X',
    },
    {
      name: 'belowLimit',
      fields: ['seats'],
      holds: is('seats', '<=', '$record.secretLimit'),
      message: 'must not be more than secretLimit',
    },
  ],
  transitions: { status: { draft: ['open'], open: ['sold out', 'over, done'], 'sold out': ['open', 'over, done'] } },
})

export const Act = model({
  name: 'org.example.fair.Act',
  title: 'name',
  fields: {
    name: text({ required: true }),
    show: reference(Show, { required: true, onDelete: 'cascade' }),
    minutes: integer(),
    most: integer(),
  },
  checks: [
    {
      name: 'notTooLong',
      fields: ['minutes', 'most'],
      holds: is('minutes', '<=', '$record.most'),
      message: 'must not take longer than most',
    },
  ],
})

/** The models of a fair, whose shows have checks and transitions. */
export const fair = toModels([Hall, Show, Act])
