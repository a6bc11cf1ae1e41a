import { integer, model, reference, text } from '../../src/index.ts'
import { toModels } from './everyType.ts'

/** A product whose stock never gets below 0. */
export const Product = model({
  name: 'stock.Product',
  title: 'sku',
  fields: { sku: text({ required: true, unique: true }), onHand: integer({ required: true, min: 0, default: 0 }) },
})

/** The record of a move of stock from one product to another. */
export const Move = model({
  name: 'stock.Move',
  title: 'quantity',
  fields: {
    from: reference(Product, { required: true }),
    to: reference(Product, { required: true }),
    quantity: integer({ required: true, min: 1 }),
  },
})

/** Products and moves between them. */
export const stock = toModels([Product, Move])
