import { mail, reaction, reference } from 'tabularium'
import { Customer } from './Customer.ts'
import { mailing } from './tellCustomer.ts'

/** Welcomes a new customer. */
export const welcome = mail({
  name: 'com.example.orders.welcome',
  as: mailing,
  takes: { customer: reference(Customer, { required: true }) },
  to: 'customer.email',
  text: `Welcome

Dear {customer.name},

we are glad to have you as a customer.
`,
})

/** Greets each customer once there is an address, whichever way it was written: by hand, by a sync or by an import. */
export const greet = reaction({
  name: 'com.example.orders.greet',
  on: Customer,
  when: { created: true, changed: ['email'] },
  as: mailing,
  async run(events, records) {
    const reachable = events.filter(({ before, after }) => after?.email && !before?.email)
    await Promise.all(reachable.map(({ id }) => records.later(welcome, { customer: { id } })))
  },
})
