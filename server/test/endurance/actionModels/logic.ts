import { action, integer, job, model, reference, role, text } from '../../../src/index.ts'

/** A product that many calls add to. */
export const Product = model({
  name: 'keyed.Product',
  title: 'sku',
  fields: { sku: text({ required: true, unique: true, max: 40 }), onHand: integer({ required: true, default: 0 }) },
})

/** What one call has added. There must be one for each key. */
export const Receipt = model({
  name: 'keyed.Receipt',
  title: 'key',
  fields: {
    key: text({ required: true }),
    product: reference(Product, { required: true }),
    quantity: integer({ required: true }),
  },
})

export const receiving = role({
  name: 'receiving',
  rules: [
    { model: Product, read: true, update: true },
    { model: Receipt, read: true, create: true },
  ],
})

/** Never runs: the processes of the test do no work. */
export const announce = job({
  name: 'keyed.announce',
  takes: { key: text({ required: true }) },
  run: async () => {},
})

/** Adds to a product, writes down that it did, and enqueues a job. */
export const receive = action({
  name: 'keyed.receive',
  as: receiving,
  takes: {
    key: text({ required: true }),
    product: reference(Product, { required: true }),
    quantity: integer({ required: true, min: 1 }),
  },
  gives: { receipt: reference(Receipt, { required: true }), onHand: integer({ required: true }) },
  run: async ({ key, product, quantity }, records) => {
    const found = await records.read(Product, product)
    const { onHand } = await records.update(found, { onHand: found.onHand + quantity })
    const receipt = await records.create(Receipt, { key, product: found, quantity })
    await records.later(announce, { key })
    return { receipt, onHand }
  },
})
