import { model } from '../../src/model/declare.ts'
import { boolean } from '../../src/model/field/boolean.ts'
import { dateTime } from '../../src/model/field/dateTime.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { integer } from '../../src/model/field/integer.ts'
import { json } from '../../src/model/field/json.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { toModels } from './everyType.ts'

// A store whose records can be named by unique fields.

export const Customer = model({
  name: 'store.Customer',
  title: 'name',
  fields: {
    code: text({ required: true, unique: true, max: 20, tidy: ['trim', 'upper'] }),
    name: text({ required: true }),
    email: text({ format: 'email', unique: true }),
    vip: boolean({ default: false }),
    secretNote: text({ secret: true }),
  },
})

export const Tag = model({ name: 'store.Tag', title: 'name', fields: { name: text({ required: true, unique: true }) } })

export const Product = model({
  name: 'store.Product',
  title: 'sku',
  fields: {
    sku: text({ required: true, unique: true }),
    name: text(),
    price: decimal({ precision: 10, scale: 2 }),
    stock: integer({ default: 0 }),
    seenOn: dateTime(),
    extra: json(),
    maker: reference(Customer),
    tags: links(Tag),
  },
})

export const Order = model({
  name: 'store.Order',
  title: 'number',
  fields: {
    number: integer({ required: true, unique: true }),
    customer: reference(Customer, { required: true }),
    payer: reference(Customer),
    note: text(),
    tags: links(Tag),
    lines: collection('store.Line', { by: 'order' }),
  },
})

export const Line = model({
  name: 'store.Line',
  title: 'quantity',
  unique: [['order', 'product']],
  fields: {
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    product: reference(Product, { required: true }),
    quantity: integer({ required: true }),
  },
})

export const Delivery = model({
  name: 'store.Delivery',
  title: 'note',
  fields: { line: reference(Line), note: text() },
})

export const store = toModels([Customer, Tag, Product, Order, Line, Delivery])
