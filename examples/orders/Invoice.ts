import { date, decimal, model, reference, type RecordOf } from 'tabularium'
import { Order } from './Order.ts'

export const Invoice = model({
  name: 'com.example.orders.Invoice',
  title: 'issuedOn',
  list: ['order', 'amount', 'issuedOn'],
  indexes: [['-issuedOn']],
  fields: {
    order: reference(Order, { required: true }),
    amount: decimal({ precision: 14, scale: 2, required: true }),
    issuedOn: date({ required: true }),
  },
})

export type Invoice = RecordOf<typeof Invoice>
