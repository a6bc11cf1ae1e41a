import { decimal, integer, model, text } from '../../src/index.ts'

/** The product of the orders example, which another system sends again and again. */
export const Product = model({
  name: 'org.example.bench.Product',
  title: 'sku',
  search: ['sku', 'name'],
  fields: {
    sku: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 200 }),
    price: decimal({ precision: 10, scale: 2, required: true, min: 0 }),
    onHand: integer({ required: true, min: 0, default: 0 }),
  },
})
