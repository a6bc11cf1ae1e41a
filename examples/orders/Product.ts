import { decimal, integer, model, text, type RecordOf } from 'tabularium'

export const Product = model({
  name: 'com.example.orders.Product',
  plural: 'Products',
  title: 'sku',
  icon: 'box',
  list: ['sku', 'name', 'price', 'onHand'],
  pick: ['sku', 'name', 'onHand', 'price'],
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
