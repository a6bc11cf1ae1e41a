import { collection, model, text, type RecordOf } from 'tabularium'

export const Customer = model({
  name: 'com.example.orders.Customer',
  plural: 'Customers',
  title: 'name',
  icon: 'building',
  list: ['code', 'name', 'country'],
  search: { fields: ['code', 'name'], accents: false },
  group: 'Sales',
  fields: {
    code: text({ required: true, unique: true, max: 20, tidy: ['trim', 'upper'] }),
    name: text({ required: true, max: 200, indexed: true }),
    email: text({ format: 'email', unique: true, max: 254, tidy: ['trim', 'lower'], label: 'E-mail' }),
    country: text({ pattern: '[A-Z]{2}', help: 'Two letters, as in ISO 3166-1' }),
    orders: collection('com.example.orders.Order', { by: 'customer' }),
  },
})

export type Customer = RecordOf<typeof Customer>
