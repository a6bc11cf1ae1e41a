import { choice, model, text } from '../../src/index.ts'

/** A ticket with a status that is often counted. */
export const Ticket = model({
  name: 'org.example.bench.Ticket',
  title: 'subject',
  fields: {
    subject: text({ max: 100 }),
    status: choice(['open', 'waiting', 'solved', 'closed'], { indexed: true }),
  },
})
