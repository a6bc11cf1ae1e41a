import { boolean, choice, date, dateTime, decimal, integer, links, model, reference, text } from 'tabularium'
import { Tag } from '../../../examples/contacts/Tag.ts'
import { Customer } from '../../../examples/orders/Customer.ts'

// The forms of the examples beside one of our own: a folder is loaded by what its files export.
export { Company } from '../../../examples/contacts/Company.ts'
export { Contact } from '../../../examples/contacts/Contact.ts'
export { Interaction } from '../../../examples/contacts/Interaction.ts'
export { Invoice } from '../../../examples/orders/Invoice.ts'
export { Line } from '../../../examples/orders/Line.ts'
export { Order } from '../../../examples/orders/Order.ts'
export { Product } from '../../../examples/orders/Product.ts'
export { Customer, Tag }

/** A form of twelve fields, of every type that people fill in. */
export const Sheet = model({
  name: 'com.example.forms.Sheet',
  title: 'name',
  fields: {
    name: text({ required: true }),
    count: integer(),
    rate: decimal({ precision: 8, scale: 2 }),
    color: choice(['red', 'green', 'blue']),
    isOpen: boolean(),
    isPaid: boolean({ required: true, default: false }),
    madeOn: date(),
    seenOn: dateTime(),
    customer: reference(Customer),
    tags: links(Tag),
    weight: integer({ required: true }),
    remarks: text({ multiline: true }),
  },
})
