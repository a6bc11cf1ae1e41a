import { choice, date, decimal, model, text } from '../../src/index.ts'

const fields = {
  subject: text({ required: true, max: 100 }),
  status: choice(['open', 'paid', 'void'], { default: 'open' }),
  price: decimal({ precision: 10, scale: 2, required: true }),
  discount: decimal({ precision: 10, scale: 2 }),
  placedOn: date(),
  dueOn: date(),
  paidOn: date(),
}

/** A payment without checks. */
export const Unchecked = model({ name: 'org.example.bench.Unchecked', title: 'subject', fields })

/** The same with five checks: four over its own columns, which are CHECK constraints too, and one over time. */
export const Checked = model({
  name: 'org.example.bench.Checked',
  title: 'subject',
  fields,
  checks: [
    {
      name: 'dueLater',
      fields: ['dueOn'],
      when: { fieldName: 'status', operator: '!=', value: 'void' },
      holds: { fieldName: 'dueOn', operator: '>=', value: '$record.placedOn' },
      message: 'must not be before the day of the order',
    },
    {
      name: 'smallDiscount',
      fields: ['discount'],
      holds: { fieldName: 'discount', operator: '<=', value: '$record.price' },
      message: 'must not be more than the price',
    },
    {
      name: 'paidWithDay',
      fields: ['paidOn'],
      when: { fieldName: 'status', operator: '=', value: 'paid' },
      holds: { fieldName: 'paidOn', operator: 'notNull' },
      message: 'is needed for what is paid',
    },
    {
      name: 'priced',
      fields: ['price'],
      holds: { fieldName: 'price', operator: 'between', value: '0.01', value2: '100000' },
      message: 'must be between 0.01 and 100000',
    },
    {
      name: 'placedAlready',
      fields: ['placedOn'],
      holds: { fieldName: 'placedOn', operator: '<=', value: '$today' },
      message: 'must not be in the future',
    },
  ],
})
