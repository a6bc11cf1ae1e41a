import { expect, it } from 'vitest'
import {
  choice,
  collection,
  computed,
  date,
  decimal,
  formula,
  integer,
  model,
  reference,
  rollup,
  text,
} from '../../../server/src/index.ts'
import { describeModels } from '../../test/describeModels.ts'
import { de } from '../i18n/de/de.ts'
import { en } from '../i18n/en/en.ts'
import { describeOptions } from './describeOptions.ts'
import { kindOf } from './kinds.ts'

const Line = model({
  name: 'test.Line',
  title: 'quantity',
  fields: {
    order: reference('test.Order', { required: true, onDelete: 'cascade' }),
    quantity: integer({ required: true, min: 1 }),
    price: decimal({ precision: 10, scale: 2, view: 'money' }),
    doneOn: date(),
    amount: formula('quantity * price', decimal({ precision: 14, scale: 2 })),
  },
})
const Order = model({
  name: 'test.Order',
  title: 'number',
  fields: {
    number: text({ unique: true, max: 40 }),
    status: choice([{ value: 'draft', label: 'Draft' }, 'placed', { value: 'old', retired: true }], {
      default: 'draft',
    }),
    openedOn: date({ default: '$today' }),
    name: computed('{number} of {openedOn}'),
    lines: collection('test.Line', { by: 'order' }),
    total: rollup('sum', 'lines.price'),
    most: rollup('max', 'lines.quantity'),
    last: rollup('max', 'lines.doneOn'),
    lineCount: rollup('count', 'lines'),
  },
})
const models = describeModels(Line, Order)
const fieldOf = (model: string, name: string) => {
  const found = models.find((each) => each.name === model)?.fields.find((field) => field.name === name)
  if (!found) throw new Error(`${name} is not described.`)
  return found
}

it.each([
  ['test.Order', 'number', 'unique · at most 40'],
  ['test.Order', 'status', 'one of Draft, placed · no longer in use: old · begins as Draft'],
  ['test.Order', 'openedOn', 'begins as $today'],
  ['test.Order', 'name', '= {number} of {openedOn}'],
  ['test.Order', 'lines', 'by order'],
  ['test.Order', 'total', 'sum of lines.price'],
  ['test.Line', 'order', 'required · deleted with what it refers to'],
  ['test.Line', 'quantity', 'required · at least 1'],
  ['test.Line', 'price', '10 digits, 2 of them behind the point · shown as money'],
  ['test.Line', 'amount', '= quantity * price'],
])('the options of %s.%s are %s', (model, name, said) => {
  expect(describeOptions(fieldOf(model, name), en)).toBe(said)
})

it('are told in the language of the console', () => {
  expect(describeOptions(fieldOf('test.Line', 'quantity'), de)).toBe('Pflichtfeld · mindestens 1')
})

it('numbers stand at the end, also those that are computed from others', () => {
  const aligned = models
    .flatMap(({ name, fields }) => (name.startsWith('test.') ? fields : []))
    .filter((field) => kindOf(field).aligned === 'end')
  expect(aligned.map(({ name }) => name)).toEqual(['quantity', 'price', 'amount', 'total', 'most', 'lineCount'])
})
