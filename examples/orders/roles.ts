import { role } from 'tabularium'
import { Customer } from './Customer.ts'
import { Invoice } from './Invoice.ts'
import { Line } from './Line.ts'
import { Order } from './Order.ts'
import { Product } from './Product.ts'

/** Works with the orders that the user has created, and can't see others or any invoice. */
export const sales = role({
  name: 'sales',
  help: 'Reads products; reads and writes customers; reads and writes their own orders with their lines.',
  rules: [
    { model: Product, read: true },
    { model: Customer, read: true, create: true, update: true },
    {
      model: Order,
      read: true,
      create: true,
      update: true,
      delete: true,
      condition: { fieldName: 'createdBy', operator: '=', value: '$user.id' },
    },
    {
      model: Line,
      read: true,
      create: true,
      update: true,
      delete: true,
      condition: { fieldName: 'order.createdBy', operator: '=', value: '$user.id' },
    },
  ],
})

/** What the action `ship` may do with records. No user needs this role: being allowed to run the action is enough. */
export const fulfilment = role({
  name: 'fulfilment',
  help: 'The rights of the action ship: reads orders with their lines, changes orders and the stock.',
  rules: [
    { model: Order, read: true, update: true },
    { model: Line, read: true },
    { model: Product, read: true, update: true },
  ],
})

/** Reads all orders, counts the stock, and ships placed orders. */
export const warehouse = role({
  name: 'warehouse',
  help: 'Reads customers, orders and lines; ships placed orders; changes how many of a product are on hand.',
  rules: [
    { model: Customer, read: true },
    { model: Order, read: true },
    { model: Line, read: true },
    { model: Product, read: true, update: true, writeFields: ['onHand'] },
    {
      model: Order,
      update: true,
      condition: { fieldName: 'status', operator: 'in', value: ['placed', 'shipped'] },
      writeFields: ['status'],
    },
  ],
  actions: ['com.example.orders.ship'],
})

/** Reads everything and writes invoices, which are never deleted. */
export const accounting = role({
  name: 'accounting',
  help: 'Reads customers, products, orders and lines; reads, creates and corrects invoices.',
  rules: [
    { model: Customer, read: true },
    { model: Product, read: true },
    { model: Order, read: true },
    { model: Line, read: true },
    { model: Invoice, read: true, create: true, update: true },
  ],
})
