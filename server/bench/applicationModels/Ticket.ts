import { choice, decimal, model, text } from '../../src/index.ts'

/** A ticket with a status that is often counted, and an amount that is summed. */
export const Ticket = model({
  name: 'org.example.bench.Ticket',
  title: 'subject',
  fields: {
    subject: text({ max: 100 }),
    status: choice(['open', 'waiting', 'solved', 'closed'], { indexed: true }),
    amount: decimal({ precision: 12, scale: 2 }),
  },
})
