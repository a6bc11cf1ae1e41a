import { decimal, integer, model, text, type RecordOf } from 'tabularium'

export const Product = model({
  name: 'com.example.orders.Product',
  title: 'sku',
  list: ['sku', 'name', 'price', 'onHand'],
  search: ['sku', 'name'],
  group: 'Stock',
  fields: {
    sku: text({ required: true, unique: true, max: 40, label: 'SKU' }),
    name: text({ required: true, max: 200 }),
    price: decimal({ precision: 10, scale: 2, required: true, min: 0, view: 'money' }),
    onHand: integer({ required: true, min: 0, default: 0 }),
  },
})

export type Product = RecordOf<typeof Product>
