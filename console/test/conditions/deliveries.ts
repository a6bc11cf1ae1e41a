import { boolean, choice, collection, date, model, reference, text } from 'tabularium'

/** Who is delivered to. */
export const Customer = model({
  name: 'com.example.conditions.Customer',
  title: 'name',
  list: ['name', 'isVip'],
  fields: { name: text({ required: true, max: 100 }), isVip: boolean({ required: true, default: false }) },
})

/** A form whose fields depend on others. */
export const Delivery = model({
  name: 'com.example.conditions.Delivery',
  plural: 'Deliveries',
  title: 'name',
  sections: [
    { label: 'Delivery', fields: ['name', 'kind', 'status', 'customer', 'gift'], columns: 4 },
    {
      label: 'Address',
      fields: [
        { name: 'street', width: 12 },
        { name: 'postcode', width: 2 },
        { name: 'city', width: 10 },
      ],
      when: "kind = 'home'",
    },
    { label: 'Days', fields: ['placedOn', 'comeOn'], columns: 2 },
  ],
  fields: {
    name: text({ required: true, max: 100 }),
    kind: choice(['shop', 'home'], { required: true, default: 'shop' }),
    status: choice(['draft', 'placed'], { required: true, default: 'draft' }),
    customer: reference(Customer),
    gift: text({ max: 100, when: 'customer.isVip' }),
    street: text({ max: 100, requiredWhen: "kind = 'home'" }),
    postcode: text({ max: 10 }),
    city: text({ max: 100 }),
    placedOn: date({ requiredWhen: "status = 'placed'" }),
    comeOn: date({ when: { fieldName: 'status', operator: '=', value: 'placed' } }),
    visits: collection('com.example.conditions.Visit', { by: 'delivery', edit: 'list', when: "status = 'placed'" }),
  },
})

/** A try to deliver. */
export const Visit = model({
  name: 'com.example.conditions.Visit',
  title: 'note',
  list: ['note', 'triedOn'],
  fields: {
    delivery: reference(Delivery, { required: true, onDelete: 'cascade' }),
    note: text({ required: true, max: 100 }),
    triedOn: date(),
  },
})

/** A form in tabs. */
export const Plant = model({
  name: 'com.example.conditions.Plant',
  plural: 'Plants',
  title: 'name',
  sections: [
    { label: 'Plant', fields: ['name'] },
    { label: 'Site', fields: ['street'] },
    { label: 'Output', fields: ['output'], tab: true },
    { label: 'People', fields: ['head'] },
    { label: 'Papers', fields: ['paper'] },
    { label: 'Money', fields: ['price'], tab: true },
    { label: 'Rest', fields: ['color'] },
  ],
  fields: {
    name: text({ required: true, max: 100 }),
    street: text({ max: 100 }),
    output: text({ required: true, max: 10 }),
    head: text({ max: 100 }),
    paper: text({ max: 100 }),
    price: text({ max: 100 }),
    color: text({ max: 100 }),
    note: text({ max: 100 }),
  },
})
