import { date, decimal, model, reference, series, type RecordOf } from 'tabularium'
import { Order } from './Order.ts'

export const Invoice = model({
  name: 'com.example.orders.Invoice',
  plural: 'Invoices',
  title: 'number',
  icon: 'file-text',
  list: ['number', 'order', 'amount', 'issuedOn'],
  indexes: [['-issuedOn']],
  group: 'Accounting',
  fields: {
    number: series('INV-{year}-{number:5}', { gapless: true }),
    order: reference(Order, { required: true }),
    amount: decimal({ precision: 14, scale: 2, required: true, view: 'money' }),
    issuedOn: date({ required: true, default: '$today' }),
  },
})

export type Invoice = RecordOf<typeof Invoice>
