import { choice, decimal, model, reference, text } from 'tabularium'

export const Team = model({
  name: 'org.example.bench.Team',
  title: 'name',
  fields: { name: text({ required: true, max: 100 }) },
})

/** The model of the rules benchmark, with an index for users who see only what they created. */
export const Ticket = model({
  name: 'org.example.bench.Ticket',
  title: 'subject',
  list: ['subject', 'status', 'team', 'amount'],
  indexes: [['createdBy']],
  fields: {
    subject: text({ required: true, max: 200 }),
    status: choice(['open', 'closed'], { default: 'open' }),
    team: reference(Team),
    amount: decimal({ precision: 12, scale: 2 }),
    notes: text({ max: 1_000 }),
  },
})
