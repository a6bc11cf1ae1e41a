import { job, reference, role } from 'tabularium'
import { Customer } from './Customer.ts'
import { Order } from './Order.ts'

/** Reads what the mails to customers tell. */
export const mailing = role({
  name: 'mailing',
  help: 'Reads orders and the addresses of their customers, for the mails that tell of a shipment.',
  rules: [
    { model: Order, read: true, readFields: ['number', 'customer', 'status'] },
    { model: Customer, read: true, readFields: ['name', 'email'] },
  ],
})

/**
 * Tells a customer by mail that an order is on its way. The mail server is the variable SMTP_URL, such as
 * smtp://user:password@mail.example.com:587; without it there is a line in the log instead. It needs npm install
 * nodemailer.
 */
export const tellCustomer = job({
  name: 'com.example.orders.tellCustomer',
  as: 'mailing',
  takes: { order: reference(Order, { required: true }) },
  timeout: '1m',
  async run({ order }, records, { key, log }) {
    const { number, customer } = await records.read(Order, order.id, ['number', 'customer'])
    const { name, email } = await records.read(Customer, customer.id, ['name', 'email'])
    const server = process.env['SMTP_URL']
    if (email === null || server === undefined) return log.info('no mail was sent', { order: number })
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(server)
    await transport.sendMail({
      from: 'orders@example.com',
      to: { name, address: email },
      subject: `Your order ${number} is on its way`,
      text: `Dear ${name},\n\nwe have shipped your order ${number} today.\n`,
      // The same at every try: mail programs show a message that arrives twice once.
      messageId: `<${key.replaceAll('/', '.')}@example.com>`,
    })
    transport.close()
  },
})
