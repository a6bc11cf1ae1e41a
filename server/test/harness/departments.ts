import { choice, collection, date, integer, model, reference, series, text } from '../../src/index.ts'
import { toModels } from './everyType.ts'

export const Department = model({
  name: 'org.example.parts.Department',
  title: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 30 }),
    slips: collection('org.example.parts.Slip', { by: 'department' }),
  },
})

/** Equipment keeps its number if it moves to another department. */
export const Item = model({
  name: 'org.example.parts.Item',
  title: 'number',
  fields: {
    number: series('{department.code}-{number:4}', { per: ['department'], moves: true }),
    department: reference(Department, { required: true }),
    label: text({ max: 50, unique: true }),
  },
})

/** Slips are numbered by department and year, without a gap. */
export const Slip = model({
  name: 'org.example.parts.Slip',
  title: 'number',
  fields: {
    number: series('{department.code}/{issuedOn.year}/{number:3}', {
      per: ['department', 'issuedOn.year'],
      gapless: true,
    }),
    department: reference(Department, { required: true }),
    issuedOn: date({ required: true }),
    amount: integer({ min: 1 }),
    note: text({ max: 50, unique: true }),
  },
})

/** An invoice gets its number when it is issued. */
export const Invoice = model({
  name: 'org.example.parts.Invoice',
  title: 'subject',
  fields: {
    number: series('INV-{issuedOn.year}-{kind}-{number:5}', {
      gapless: true,
      when: { fieldName: 'status', operator: '=', value: 'issued' },
    }),
    subject: text({ required: true, max: 50 }),
    kind: choice(['goods', 'work'], { required: true, default: 'goods' }),
    status: choice(['draft', 'issued', 'paid'], { required: true, default: 'draft' }),
    issuedOn: date(),
  },
})

export const departments = toModels([Department, Item, Slip, Invoice])
