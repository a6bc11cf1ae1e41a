import {
  boolean,
  choice,
  collection,
  computed,
  date,
  dateTime,
  decimal,
  json,
  links,
  model,
  reference,
  text,
  type RecordOf,
} from 'tabularium'
import { Company } from './Company.ts'
import { Tag } from './Tag.ts'

export const Contact = model({
  name: 'com.example.contacts.Contact',
  plural: 'Contacts',
  title: 'fullName',
  icon: 'contact',
  list: ['fullName', 'email'],
  search: ['fullName', 'email'],
  indexes: [['lastName', 'firstName'], ['-createdOn'], ['createdBy']],
  group: 'Customers',
  sections: [
    { label: 'Person', fields: ['firstName', 'lastName', 'fullName', 'email', 'phone', 'birthDate'] },
    { label: 'Business', fields: ['company', 'status', 'credit', 'vip', 'tags'] },
    { label: 'Activity', fields: ['lastContactedOn', 'interactions', 'notes'] },
  ],
  fields: {
    firstName: text({ required: true, max: 100 }),
    lastName: text({ required: true, max: 100 }),
    fullName: computed('{firstName} {lastName}'),
    email: text({ format: 'email', label: 'E-mail' }),
    phone: text({
      max: 40,
      pattern: '\\+?[0-9 ()/-]+',
      help: 'With the country code, such as +33 1 23 45 67 89',
      view: 'phone',
    }),
    status: choice(['lead', 'customer', 'former'], { default: 'lead', indexed: true }),
    credit: decimal({ precision: 12, scale: 2, view: 'money' }),
    birthDate: date(),
    vip: boolean({ label: 'VIP' }),
    company: reference(Company),
    tags: links(Tag),
    interactions: collection('com.example.contacts.Interaction', { by: 'contact', edit: 'list' }),
    lastContactedOn: dateTime(),
    preferences: json({ help: 'Settings that applications store for this contact' }),
    notes: text({ multiline: true, max: 10_000, view: 'markdown' }),
  },
})

export type Contact = RecordOf<typeof Contact>
