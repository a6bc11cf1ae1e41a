import { choice, dateTime, model, reference, text, type RecordOf } from 'tabularium'
import { Contact } from './Contact.ts'

export const Interaction = model({
  name: 'com.example.contacts.Interaction',
  plural: 'Interactions',
  title: 'subject',
  icon: 'message-square',
  list: ['contact', 'kind', 'happenedOn', 'subject'],
  search: ['subject'],
  indexes: [['contact', '-happenedOn']],
  group: 'Customers',
  fields: {
    contact: reference(Contact, { required: true, onDelete: 'cascade' }),
    kind: choice(['call', 'mail', 'meeting', 'note'], { required: true, default: 'note' }),
    happenedOn: dateTime({ required: true }),
    subject: text({ max: 200 }),
    notes: text({ multiline: true, max: 10_000, view: 'markdown' }),
  },
})

export type Interaction = RecordOf<typeof Interaction>
