import { mail, reference, role } from 'tabularium'
import { Customer } from './Customer.ts'
import { Order } from './Order.ts'

/** Reads what the mails to customers tell. */
export const mailing = role({
  name: 'mailing',
  help: 'Reads orders and the addresses of their customers, for the mails to customers.',
  rules: [
    { model: Order, read: true, readFields: ['number', 'customer', 'status'] },
    { model: Customer, read: true, readFields: ['name', 'email'] },
  ],
})

/** Tells a customer that an order is on its way. The first line is the subject. */
export const tellCustomer = mail({
  name: 'com.example.orders.tellCustomer',
  as: mailing,
  takes: { order: reference(Order, { required: true }) },
  to: 'order.customer.email',
  text: `Your order {order.number} is on its way

Dear {order.customer.name},

we have shipped your order {order.number} today.
`,
})
