import { choice, collection, date, model, reference, type RecordOf } from 'tabularium'
import { Customer } from './Customer.ts'

export const Order = model({
  name: 'com.example.orders.Order',
  title: 'status',
  list: ['customer', 'status', 'placedOn', 'dueOn'],
  indexes: [['status', '-placedOn'], ['createdBy']],
  fields: {
    customer: reference(Customer, { required: true }),
    status: choice(['draft', 'placed', 'shipped', 'void'], { default: 'draft' }),
    placedOn: date(),
    dueOn: date(),
    lines: collection('com.example.orders.Line', { by: 'order' }),
    openedOn: date(),
    owner: reference('tabularium.User'),
  },
})

export type Order = RecordOf<typeof Order>
