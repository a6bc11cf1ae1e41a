import { choice, currency, date, dateTime, decimal, model, reference, role, text } from 'tabularium'

/** Somebody who buys. */
export const Buyer = model({
  name: 'com.example.sales.Buyer',
  plural: 'Buyers',
  title: 'name',
  fields: { name: text({ required: true, max: 60 }) },
})

/** Something that was sold, or will be. */
export const Sale = model({
  name: 'com.example.sales.Sale',
  label: 'Sale',
  plural: 'Sales',
  title: 'number',
  list: ['number', 'buyer', 'status', 'placedOn', 'paid', 'total'],
  fields: {
    number: text({ required: true, max: 20 }),
    buyer: reference(Buyer),
    status: choice(
      [
        { value: 'draft', label: 'Draft', color: 'gray' },
        { value: 'placed', label: 'Placed', color: 'blue' },
        { value: 'shipped', label: 'Shipped', color: 'green' },
        { value: 'void', label: 'Void', color: 'red' },
      ],
      { default: 'draft' },
    ),
    placedOn: date(),
    seenOn: dateTime(),
    total: decimal({ precision: 12, scale: 2, view: 'money', currency: 'EUR' }),
    paidIn: currency(),
    paid: decimal({ precision: 12, scale: 2, view: 'money', currency: { field: 'paidIn' } }),
    secret: text({ max: 20 }),
  },
  transitions: { status: { draft: ['placed', 'void'], placed: ['shipped', 'void'] } },
})

/** Who sees everything but one field. */
export const clerk = role({
  name: 'clerk',
  rules: [
    { model: 'com.example.sales.Sale', read: true, update: true, hideFields: ['secret'] },
    { model: 'com.example.sales.Buyer', read: true },
  ],
})
