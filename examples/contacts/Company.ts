import { collection, integer, model, text, type RecordOf } from 'tabularium'

export const Company = model({
  name: 'com.example.contacts.Company',
  plural: 'Companies',
  title: 'name',
  icon: 'building-2',
  list: ['name', 'country'],
  search: ['name'],
  group: 'Customers',
  fields: {
    name: text({ required: true, max: 200, indexed: true }),
    website: text({ format: 'url', max: 500 }),
    country: text({ pattern: '[A-Z]{2}', help: 'Two letters, as in ISO 3166-1' }),
    employees: integer({ min: 0 }),
    contacts: collection('com.example.contacts.Contact', { by: 'company' }),
  },
})

export type Company = RecordOf<typeof Company>
