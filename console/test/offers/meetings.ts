import { choice, links, model, reference, text } from 'tabularium'

/** Whom people meet. */
export const Company = model({
  name: 'com.example.offers.Company',
  plural: 'Companies',
  title: 'name',
  fields: { name: text({ required: true, max: 100 }), rating: text({ max: 10 }) },
})

/** A person of a company. */
export const Person = model({
  name: 'com.example.offers.Person',
  plural: 'People',
  title: 'name',
  search: ['name', 'email'],
  pick: ['name', 'email'],
  fields: {
    name: text({ required: true, max: 100 }),
    email: text({ required: true, max: 100, format: 'email', unique: true }),
    company: reference(Company),
    note: text({ max: 100 }),
  },
})

const ofCompany = { fieldName: 'company', operator: '=', value: '$source.company' }

/** A form whose pickers offer the people of its company. */
export const Meeting = model({
  name: 'com.example.offers.Meeting',
  plural: 'Meetings',
  title: 'subject',
  list: ['subject', 'company', 'host'],
  fields: {
    subject: text({ required: true, max: 100 }),
    kind: choice(['visit', 'call'], { required: true, default: 'visit' }),
    company: reference(Company, { where: { fieldName: 'rating', operator: 'notNull' } }),
    host: reference(Person, { where: ofCompany }),
    guests: links(Person, { where: ofCompany }),
  },
})
