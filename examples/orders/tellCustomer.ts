import { job, reference } from 'tabularium'
import { Customer } from './Customer.ts'
import { mailing, sendMail } from './mail.ts'
import { Order } from './Order.ts'

/** Tells a customer by mail that an order is on its way. */
export const tellCustomer = job({
  name: 'com.example.orders.tellCustomer',
  as: mailing,
  takes: { order: reference(Order, { required: true }) },
  timeout: '1m',
  async run({ order }, records, { key, log }) {
    const { number, customer } = await records.read(Order, order.id, ['number', 'customer'])
    const to = await records.read(Customer, customer.id, ['name', 'email'])
    const subject = `Your order ${number} is on its way`
    const isSent = await sendMail({ to, subject, text: `we have shipped your order ${number} today.`, key })
    if (!isSent) log.info('no mail was sent', { order: number })
  },
})
