import { dashboard } from 'tabularium'
import { Customer } from './Customer.ts'
import { Order } from './Order.ts'

const isPlaced = { fieldName: 'status', operator: '=', value: 'placed' } as const

/** What begins the day of those who sell: what is open, what is late, and how the year goes. */
export const selling = dashboard({
  name: 'com.example.orders.selling',
  label: 'Sales',
  roles: ['sales'],
  tiles: [
    { figure: 'count', of: Order, where: isPlaced, label: 'Open orders', width: 4 },
    {
      figure: 'sum.total',
      of: Order,
      where: { criteria: [isPlaced, { fieldName: 'dueOn', operator: '<', value: '$today' }] },
      label: 'Overdue',
      width: 4,
    },
    { figure: 'sum.total', of: Order, compare: 'placedOn:month', label: 'This month', width: 4 },
    { chart: 'placedOn:month~sum.total', of: Order, label: 'Placed by month', width: 6, height: 2 },
    {
      groupBy: ['customer'],
      count: true,
      sum: ['total'],
      rows: 5,
      of: Order,
      where: isPlaced,
      label: 'Open by customer',
    },
    {
      rows: 5,
      of: Order,
      where: isPlaced,
      sortBy: ['dueOn'],
      fields: ['number', 'customer', 'dueOn'],
      label: 'Due next',
    },
    { new: [Order, Customer], views: ['com.example.orders.Order.overdue', 'com.example.orders.Order.pipeline'] },
  ],
})
