import { job, reaction, reference } from 'tabularium'
import { Customer } from './Customer.ts'
import { mailing, sendMail } from './mail.ts'

/** Welcomes a new customer by mail. */
export const welcome = job({
  name: 'com.example.orders.welcome',
  as: mailing,
  takes: { customer: reference(Customer, { required: true }) },
  timeout: '1m',
  async run({ customer }, records, { key, log }) {
    const to = await records.read(Customer, customer.id, ['name', 'email'])
    const isSent = await sendMail({ to, subject: 'Welcome', text: 'we are glad to have you as a customer.', key })
    if (!isSent) log.info('no mail was sent', { customer: customer.id })
  },
})

/** Greets each customer once there is an address, whichever way it was written: by hand, by a sync or by an import. */
export const greet = reaction({
  name: 'com.example.orders.greet',
  on: Customer,
  when: { created: true, changed: ['email'] },
  as: mailing,
  async run(events, records) {
    const reachable = events.filter(({ before, after }) => after?.email && !before?.email)
    // A reaction must not send mails itself: it may run more than once before its writes are kept.
    await Promise.all(reachable.map(({ id }) => records.later(welcome, { customer: { id } })))
  },
})
