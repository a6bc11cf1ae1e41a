import { choice, collection, date, model, reference, rollup, series, type RecordOf } from 'tabularium'
import { Customer } from './Customer.ts'

export const Order = model({
  name: 'com.example.orders.Order',
  plural: 'Orders',
  title: 'number',
  icon: 'receipt',
  list: ['number', 'customer', 'status', 'placedOn', 'dueOn', 'total'],
  sortBy: ['-createdOn', '-number'],
  indexes: [['-createdOn', '-number'], ['status', '-placedOn'], ['createdBy']],
  group: 'Sales',
  sections: [
    { label: 'Order', fields: ['number', 'customer', 'status', 'owner'] },
    { label: 'Dates', fields: ['openedOn', 'placedOn', 'dueOn'] },
    { label: 'Lines', fields: ['lines', 'lineCount', 'total'] },
  ],
  fields: {
    number: series('ORD-{year}-{number:5}'),
    customer: reference(Customer, { required: true }),
    status: choice(['draft', 'placed', 'shipped', 'void'], { default: 'draft' }),
    placedOn: date(),
    dueOn: date(),
    lines: collection('com.example.orders.Line', { by: 'order' }),
    total: rollup<string>('sum', 'lines.amount', { view: 'money' }),
    lineCount: rollup('count', 'lines'),
    openedOn: date({ default: '$today' }),
    owner: reference('tabularium.User', { default: '$user' }),
  },
  checks: [
    {
      name: 'dueLater',
      fields: ['dueOn'],
      holds: { fieldName: 'dueOn', operator: '>=', value: '$record.placedOn' },
      message: 'must not be before Placed on',
    },
  ],
  views: {
    open: {
      where: { fieldName: 'status', operator: 'in', value: ['draft', 'placed'] },
      sortBy: ['dueOn'],
    },
    overdue: {
      where: {
        criteria: [
          { fieldName: 'status', operator: '=', value: 'placed' },
          { fieldName: 'dueOn', operator: '<', value: '$today' },
        ],
      },
      sortBy: ['dueOn'],
      groupBy: ['customer'],
      footer: { total: 'sum' },
    },
    pipeline: { layout: 'board', by: 'status', card: ['customer', 'dueOn', 'total'], sum: 'total' },
    due: {
      label: 'Due dates',
      layout: 'calendar',
      from: 'dueOn',
      color: 'status',
      colors: [
        {
          where: {
            criteria: [
              { fieldName: 'status', operator: '=', value: 'placed' },
              { fieldName: 'dueOn', operator: '<', value: '$today' },
            ],
          },
          color: 'red',
        },
      ],
    },
  },
  transitions: { status: { draft: ['placed', 'void'], placed: ['shipped', 'void'] } },
})

export type Order = RecordOf<typeof Order>
